import { appendFileSync, chmodSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionPage } from '../src/query/home/session-page.ts'
import type { UsageReport } from '../src/query/usage/usage-report.ts'
import { createReporter, type Reporter, ReporterGone } from '../src/surfaces/web/reports/reporter-process.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { ENTRY } from './cli-runner.ts'
import { makeUsageHome } from './cli-usage-home.ts'
import { writeScript } from './lookup-world.ts'
import { machineAt, ONE, toLines } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

const stop = new AbortController()
afterAll(() => stop.abort())

function reporterOf(web: WebHome, executable: readonly string[]): Reporter {
  const { home, keep } = web.home
  return createReporter({
    executable,
    keepDir: keep,
    roots: machineAt(home),
    env: { PATH: process.env.PATH ?? '', HOME: home, TZ: 'UTC' },
    zone: createZone('UTC') as Zone,
    signal: stop.signal,
  })
}

async function ask<Answer>(reporter: Reporter, name: string, query: object = {}): Promise<Answer> {
  return JSON.parse(Buffer.from(await reporter.ask(name, query)).toString('utf8')) as Answer
}

const USAGE = { by: 'daily', session: [], breakdown: 'none', limit: 200 }
const SESSIONS = { sort: 'recent', limit: 100, offset: 0 }

describe('the process that makes long reports', () => {
  let web: WebHome
  let reporter: Reporter
  beforeAll(async () => {
    web = await startWeb({ home: makeUsageHome() })
    reporter = reporterOf(web, [process.execPath, ENTRY])
  })

  test.each([
    ['home', '/home', {}, {}],
    ['sessions', '/sessions', SESSIONS, {}],
    ['projects', '/projects', {}, {}],
    ['doctor', '/doctor', {}, {}],
    ['status', '/status', {}, {}],
    ['usage', '/usage', USAGE, {}],
    ['usage', '/usage', { ...USAGE, by: 'files', limit: 2 }, { by: 'files', limit: 2 }],
  ])('answers as the server itself does: %s', async (name, path, query, asked) => {
    expect(await ask(reporter, name, query)).toEqual(await web.json(path, asked))
  })

  test('answers questions that come together, each its own', async () => {
    const names = ['daily', 'models', 'tools', 'prompts']
    const reports = await Promise.all(names.map(by => ask<UsageReport>(reporter, 'usage', { ...USAGE, by })))
    expect(reports.map(({ report }) => report)).toEqual(names)
  })

  test('says what is wrong as the server does', async () => {
    await expect(reporter.ask('usage', { ...USAGE, by: 'yearly' })).rejects.toMatchObject({ code: 'unknown-report' })
    await expect(reporter.ask('nothing', {})).rejects.toThrow('there is no report nothing')
  })

  test('sees what was kept since', async () => {
    const turnsOf = ({ sessions }: SessionPage) => sessions.find(({ id }) => id === ONE)?.turns ?? 0
    const before = turnsOf(await ask(reporter, 'sessions', SESSIONS))
    chmodSync(web.home.transcript, 0o600)
    appendFileSync(web.home.transcript, toLines(writeScript({ sessionId: ONE, mark: 'later' }).prompt('More').lines))
    await web.post('/sync')
    reporter.noteChange(true)
    expect(turnsOf(await ask(reporter, 'sessions', SESSIONS))).toBe(before + 1)
  })
})

test('a process that does not come up is told from a report that fails, and not tried for ever', async () => {
  const web = await startWeb()
  const reporter = reporterOf(web, [process.execPath, '-e', 'process.exit(3)', '--'])
  for (let round = 0; round < 3; round++) {
    expect(reporter.isBroken).toBe(false)
    await expect(reporter.ask('home', {})).rejects.toBeInstanceOf(ReporterGone)
  }
  expect(reporter.isBroken).toBe(true)
})

describe('GET /usage by what is many', () => {
  test('has two hundred rows where nobody asks for more, and says how many there are', async () => {
    const script = writeScript({ sessionId: ONE })
    for (let at = 0; at < 205; at++) script.prompt(`Prompt ${at}`).answer('Done.')
    const home = makeUsageHome()
    const path = home.transcript
    chmodSync(path, 0o600)
    appendFileSync(path, toLines(script.lines))
    const web = await startWeb({ home })
    const { rows, rowCount } = await web.json<UsageReport>('/usage', { by: 'prompts' })
    expect([rows.length, rowCount > 204]).toEqual([200, true])
    const more = await web.json<UsageReport>('/usage', { by: 'prompts', limit: 2000 })
    expect(more.rows.length).toBe(rowCount)
    expect((await web.get('/usage', { by: 'prompts', limit: 2001 })).status).toBe(400)
  })
})
