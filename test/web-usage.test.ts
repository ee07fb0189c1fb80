import { beforeAll, describe, expect, test } from 'vitest'
import type { ExplainedPage } from '../src/query/usage/explain-page.ts'
import type { ExplainedUsage } from '../src/query/usage/explain-usage.ts'
import type { UsageReport } from '../src/query/usage/usage-report.ts'
import type { ErrorBody } from '../src/surfaces/web/error-answer.ts'
import type { UsageReports } from '../src/surfaces/web/routes/usage-reports.ts'
import { makeUsageHome } from './cli-usage-home.ts'
import { THREE } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

let web: WebHome

beforeAll(async () => {
  web = await startWeb({ home: makeUsageHome() })
})

async function runUsage<Answer>(args: readonly string[]): Promise<Answer> {
  const { out, err } = await web.home.run(['usage', ...args, '--json', '--tz', 'UTC'])
  if (out === '') throw new Error(err)
  return JSON.parse(out) as Answer
}

/** Blocks say how long ago they began. */
function withoutAges(report: UsageReport): UsageReport {
  return JSON.parse(JSON.stringify(report, (name, value) => (/^(?:elapsed|remaining)/.test(name) ? 0 : value)))
}

async function checkSame(query: { readonly [name: string]: string | readonly string[] }, args: readonly string[]) {
  const [served, printed] = [await web.json<UsageReport>('/usage', query), await runUsage<UsageReport>(args)]
  expect(printed.totals.requests).toBeGreaterThan(0)
  expect(withoutAges(served)).toEqual(withoutAges(printed))
  return served
}

async function checkRefused(path: string, query: { readonly [name: string]: string }, status: number, code: string) {
  const response = await web.get(path, query)
  expect({ status: response.status, code: ((await response.json()) as ErrorBody).error.code }).toEqual({ status, code })
}

describe('GET /usage', () => {
  test('answers every report as the command line does, and all are equal in total', async () => {
    const { reports } = await web.json<UsageReports>('/usage/reports')
    expect(reports.map(({ name }) => name)).toContain('prompts')
    const totals = []
    for (const { name } of reports) totals.push((await checkSame({ by: name }, [name])).totals)
    for (const total of totals) expect(total).toEqual(totals[0])
  })
  test('is by day where nothing else is asked for', async () => {
    await checkSame({}, [])
  })
  test.each([
    [{ since: '2026-03-02' }, ['--since', '2026-03-02']],
    [{ until: '2026-03-01' }, ['--until', '2026-03-01']],
    [{ project: 'garden' }, ['--project', 'garden']],
    [{ model: 'sonnet' }, ['--model', 'sonnet']],
    [{ breakdown: 'models' }, ['--breakdown']],
    [{ breakdown: 'projects' }, ['--instances']],
    [{ by: 'sessions', order: 'tokens', limit: '2' }, ['sessions', '--order', 'tokens', '-n', '2']],
    [{ by: 'session', session: THREE }, ['session', '--session', THREE]],
    [{ by: 'prompts', session: [THREE, '1111'] }, ['prompts', '--session', THREE, '--session', '1111']],
    [{ by: 'blocks', last: '1' }, ['blocks', '--last', '1']],
  ])('narrows as the command line does: %j', async (query, args) => {
    await checkSame(query, args)
  })
  test.each([
    [{ by: 'yearly' }, 'unknown-report'],
    [{ since: 'soon' }, 'bad-time'],
    [{ since: '2026-03-04', until: '2026-03-01' }, 'since-after-until'],
    [{ since: '7d', last: '3' }, 'last-with-since'],
    [{ project: ' ' }, 'empty-option'],
    [{ order: 'backwards' }, 'bad-request'],
    [{ limit: '-1' }, 'bad-request'],
    [{ limit: '1e9' }, 'bad-request'],
  ])('refuses %j in a sentence', async (query, code) => {
    await checkRefused('/usage', query, 400, code)
  })
  test('says the same sentence as the command line', async () => {
    const response = await web.get('/usage', { since: 'soon' })
    const { message, hint } = ((await response.json()) as ErrorBody).error
    const { err } = await web.home.run(['usage', '--since', 'soon'])
    expect(err).toBe(`backscroll: ${message}\n${hint}\n`)
  })
  test('looks up no path of a request', async () => {
    await checkRefused('/usage', { session: web.home.transcript }, 404, 'no-such-session')
  })
})

describe('GET /usage/explain', () => {
  async function explain(query: { readonly [name: string]: string | number }): Promise<ExplainedPage> {
    return await web.json<ExplainedPage>('/usage/explain', query)
  }
  test('lists the requests that the command line lists, and says in which entry each stands', async () => {
    const { requests, requestCount, offset, ...served } = await explain({ by: 'daily', key: '2026-03-01' })
    const { requests: printed, ...rest } = await runUsage<ExplainedUsage>(['daily', '--explain', '2026-03-01'])
    expect(served).toEqual(rest)
    expect(requests.map(({ entryUuid: _, ...request }) => request)).toEqual(printed)
    expect({ requestCount, offset }).toEqual({ requestCount: printed.length, offset: 0 })
    for (const { entryUuid } of requests) expect(entryUuid).toMatch(/./)
  })
  test('gives them in pieces, with the totals of all', async () => {
    const whole = await explain({ by: 'daily', key: '2026-03-01' })
    const pieces = [
      await explain({ by: 'daily', key: '2026-03-01', limit: 2 }),
      await explain({ by: 'daily', key: '2026-03-01', limit: 100, offset: 2 }),
    ]
    expect(pieces.flatMap(({ requests }) => requests)).toEqual(whole.requests)
    for (const { totals, requestCount } of pieces)
      expect({ totals, requestCount }).toEqual({ totals: whole.totals, requestCount: whole.requestCount })
    expect(pieces[0]?.requests).toHaveLength(2)
  })
  test('says that there is no such row', async () => {
    await checkRefused('/usage/explain', { by: 'daily', key: '1999-01-01' }, 404, 'unknown-row')
  })
})
