import { beforeAll, describe, expect, test } from 'vitest'
import { CUTS } from '../src/query/usage/cuts/table.ts'
import type { ExplainedUsage } from '../src/query/usage/explain-usage.ts'
import type { UsageReport } from '../src/query/usage/usage-report.ts'
import type { Result } from './cli-runner.ts'
import { answerWith } from './cli-usage-home.ts'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { THREE } from './temp-tree.ts'

const home = makeKeepHome()

function run(...args: string[]): Promise<Result> {
  return home.run(['usage', ...args, '--demo', '--tz', 'UTC'])
}

/** The first cell of each row, as it is drawn; an empty one gives way to the next. */
function firstCells(out: string): readonly string[] {
  const lines = out.split('\n')
  const [from, to] = [lines.findIndex(line => / {2}COST$/.test(line)), lines.findIndex(line => line.startsWith('──'))]
  return lines
    .slice(from + 1, to)
    .filter(line => !line.endsWith('without requests'))
    .map(line => line.trim().split(/ {2,}/)[0] ?? '')
}

describe('--explain takes what stands first in a row of', () => {
  test.each(CUTS.map(({ name }) => name))('%s', async name => {
    const cells = firstCells((await run(name)).out)
    const { rows }: UsageReport = JSON.parse((await run(name, '--json')).out)
    const shown = rows.filter(({ about }) => about.kind !== 'gap')
    expect(cells).toHaveLength(shown.length)
    for (const [at, cell] of cells.entries()) {
      const { code, out, err } = await run(name, '--explain', cell, '--json')
      if (cells.filter(other => other === cell).length > 1) {
        // Two projects have a branch of this name: both are named, and each name is enough.
        expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/the name of 2 rows\n.*: \S+, \S+$/m) })
        continue
      }
      expect({ cell, code, err }).toEqual({ cell, code: 0, err: expect.not.stringContaining('backscroll:') })
      const { key, totals }: ExplainedUsage = JSON.parse(out)
      expect({ cell, key, costUsd: totals.costUsd }).toEqual({ cell, key: shown[at]?.key, costUsd: shown[at]?.costUsd })
    }
  })
  test('the agents of a session', async () => {
    const args = ['agents', '--session', '7c1f04d2']
    const cells = firstCells((await run(...args)).out)
    expect(cells).toHaveLength(2)
    for (const cell of cells) expect((await run(...args, '--explain', cell)).code).toBe(0)
  })
})

describe('--explain takes', () => {
  const keyOf = async (...args: string[]): Promise<string> => JSON.parse((await run(...args, '--json')).out).key

  test('a turn with any beginning of its session', async () =>
    expect(await keyOf('prompts', '--explain', '7C1F:1')).toMatch(/^7c1f04d2-\S+:1$/))
  test('a branch with its project', async () =>
    expect(await keyOf('branches', '--explain', 'inkwell:main')).toMatch(/inkwell:main$/))
})

describe('--explain takes words of time', () => {
  let recent: KeepHome
  beforeAll(async () => {
    // Some minutes ago, and today.
    const startedAt = new Date(Math.max(Date.now() - 300_000, new Date().setUTCHours(0, 0, 0, 0)))
    const script = writeScript({ sessionId: THREE, startedAt: startedAt.toISOString() }).prompt('Go')
    answerWith(script, { id: 'msg_now', input: 7 })
    recent = await makeKept({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: script.lines })
  })

  test.each([
    ['daily', 'today'],
    ['weekly', 'this week'],
    ['weekly', 'today'],
    ['monthly', 'this month'],
    ['blocks', 'active'],
  ])('%s: %s', async (name, words) => {
    const { code, out } = await recent.run(['usage', name, '--explain', words, '--tz', 'UTC', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out).totals.inputTokens).toBe(7)
  })
  test('a day of a week, and a minute of a block', async () => {
    const explain = async (name: string, words: string) =>
      JSON.parse((await recent.run(['usage', name, '--explain', words, '--tz', 'UTC', '--json'])).out).key
    expect(await explain('weekly', '2026-03-01')).toBe('2026-02-23')
    expect(await explain('blocks', '2026-03-01 10:01')).toBe('2026-03-01T10:00:00.000Z')
  })
  test('and refuses what is longer than a row, or nowhere', async () => {
    for (const words of ['this year', 'yesterday']) {
      expect((await recent.run(['usage', 'daily', '--explain', words, '--tz', 'UTC'])).code).toBe(2)
    }
  })
})

describe('a name that is none', () => {
  test('is answered with rows in the order of the report, as safe text of some length', async () => {
    const branch = `topic-\x1b[31m${'x'.repeat(300)}`
    const script = writeScript({ sessionId: THREE, cwd: '/home/dev/garden' }).prompt('Go')
    answerWith(script, { id: 'msg_x', input: 1_000_000 })
    const lines = script.lines.map(line => ({ ...line, gitBranch: branch }))
    const made = await makeKept({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: lines })
    const { err } = await made.run(['usage', 'branches', '--explain', 'nope'])
    const [message, hint = ''] = err.split('\n')
    expect(message).toBe('backscroll: no row of this report is named "nope"')
    // The dearest first.
    expect(hint).toMatch(/^The first ones are \S+:topic-x+…, /)
    expect(hint.length).toBeLessThan(400)
  })
  test('and a part of many says so', async () => {
    const { err } = await run('prompts', '--explain', '7c1f')
    expect(err).toMatch(/"7c1f" is part of the names of \d+ rows\nName one of them: 7c1f04d2-/)
  })
})
