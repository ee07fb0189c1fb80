import { expect, test } from 'vitest'
import type { ExplainedUsage } from '../src/query/usage/explain-usage.ts'
import { FIXTURES } from './corpus.ts'
import type { KeepHome } from './keep-home.ts'
import { checkNumbers, makeUsageHome, readUsage } from './usage-fixture.ts'

const ORIGIN = '11111111-aaaa-4aaa-8aaa-111111111111'
const FORK = '22222222-bbbb-4bbb-8bbb-222222222222'

async function syncedHome(trap: string): Promise<KeepHome> {
  const home = makeUsageHome(trap)
  expect((await home.run(['sync'])).code).toBe(0)
  return home
}

async function readJson(home: KeepHome, args: readonly string[]) {
  const { code, out } = await home.run([...args, '--json'])
  expect(code).toBe(0)
  return JSON.parse(out)
}

test('what no transcript holds stands beside the total of every report, never in it', async () => {
  const home = await syncedHome('fork-that-names-its-origin')
  for (const report of ['daily', 'sessions', 'models', 'prompts', 'tools', 'agents', 'files', 'commits', 'blocks']) {
    const { totals, rows, notInTranscripts } = await readUsage(home, [report])
    expect(notInTranscripts, report).toMatchObject({ isInTotals: false, sessions: 1, checked: 2, leftOut: 0 })
    expect(notInTranscripts, report).toMatchObject({ inputTokens: 200, outputTokens: 20, costUsd: 0.0003 })
    checkNumbers(totals, { requests: 4, input: 15_000, output: 400, usd: 0.017 })
    expect(
      rows.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
      report,
    ).toBe(15_000)
  }
})

test('bounds leave out sessions that they cut, and models are told apart', async () => {
  const home = await syncedHome('client-total')
  const ask = async (...args: readonly string[]) => (await readUsage(home, ['models', ...args])).notInTranscripts
  expect(await ask('--since', '2026-03-02')).toMatchObject({ sessions: 1, leftOut: 0, outputTokens: 220 })
  expect(await ask('--since', '2026-03-02T09:30')).toMatchObject({ sessions: 0, leftOut: 1, outputTokens: 0 })
  expect(await ask('--model', 'haiku')).toMatchObject({ outputTokens: 220 })
  expect(await ask('--since', '2026-03-02T09:30', '--no-index')).toMatchObject({ sessions: 0, leftOut: 1 })
})

test('--explain says what a fork brought along, and what is missing', async () => {
  const home = await syncedHome('fork-that-names-its-origin')
  const explain = async (row: string): Promise<ExplainedUsage> =>
    await readJson(home, ['usage', 'sessions', '--explain', row])
  expect((await explain(FORK)).clientChecks).toMatchObject([
    {
      clientUsd: 0.0088,
      carried: { costUsd: 0.004, from: ORIGIN },
      recordedUsd: 0.0045,
      notInTranscripts: { costUsd: 0.0003, totalTokens: 220 },
      pricesUsd: 0,
      because: ['carried', 'not-in-transcripts'],
    },
  ])
  expect((await explain(ORIGIN)).clientChecks).toMatchObject([{ clientUsd: 0.0125, because: ['equal'] }])
  const missing = await explain('not in transcripts')
  expect(missing.clientChecks.map(({ sessionId }) => sessionId)).toEqual([FORK])
  expect([missing.requests, missing.totals.costUsd]).toEqual([[], 0.0003])
})

test('a running session has requests after the last total', async () => {
  const home = await syncedHome('client-total')
  const { client } = await readJson(home, ['context', ORIGIN])
  expect(client).toMatchObject({
    clientUsd: 0.0036,
    recordedUsd: 0.0015,
    notInTranscripts: { inputTokens: 1000, outputTokens: 220, costUsd: 0.0021 },
    later: { requests: 1, costUsd: 0.0045 },
    because: ['not-in-transcripts', 'later'],
  })
  const { out } = await home.run(['context', ORIGIN])
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    'the client counted $0.0036 · on lines 1 request, $0.0015 · not in transcripts $0.0021 (1.2k tokens)',
  )
})

test('doctor adds up the totals of all sessions, with an index and without', async () => {
  const root = `${FIXTURES}/usage/fork-that-names-its-origin`
  const home = await syncedHome('fork-that-names-its-origin')
  for (const args of [[], ['--root', root]]) {
    const { clientTotals } = JSON.parse((await home.run([...args, 'doctor', '--json'])).out)
    expect(clientTotals).toMatchObject({ sessions: 2, equal: 1, clientUsd: 0.0173, recordedUsd: 0.017 })
    expect(clientTotals.notInTranscriptsUsd).toBe(0.0003)
    expect(clientTotals.differing.map((check: { sessionId: string }) => check.sessionId)).toEqual([FORK])
  }
  expect((await home.run(['doctor'])).out).toContain('not in transcripts $0.0003')
})

const GONE = 'ad2234d6-cccc-4ccc-8ccc-cccccccccccc'

test('lines that a branch copied from a session that is gone are told as such, not as of a killed process', async () => {
  const copied = `"forkedFrom":{"sessionId":"${GONE}","messageUuid":"u"},"type":"assistant"`
  const home = makeUsageHome('client-total', text =>
    text
      .replace('"type":"assistant"', copied)
      .replace('"startTime":1772441999000', '"startTime":1772442070000')
      .replace('"inputTokens":2000', '"inputTokens":500')
      .replace('"outputTokens":320', '"outputTokens":50')
      .replaceAll('0.0036', '0.00075'),
  )
  expect((await home.run(['sync'])).code).toBe(0)
  const { client } = await readJson(home, ['context', ORIGIN])
  expect(client).toMatchObject({ copiedFrom: GONE, notInClient: { totalTokens: 550 }, because: ['copied', 'later'] })
  const { out } = await home.run(['context', ORIGIN])
  expect(out.replaceAll(/\s+/g, ' ')).toContain('copied from ad2234d6, which is gone')
  expect(out).not.toContain('killed leaves')
})

test.each<readonly [string, string | RegExp, string]>([
  ['a count beyond reason', '"inputTokens":2000', '"inputTokens":1e300'],
  ['models that do not make the total', '"totalCostUSD":0.0036', '"totalCostUSD":0.5'],
  ['nothing', /"totalCostUSD":0.0036(.*)"modelUsage":\{.*\}\}/, '"totalCostUSD":0$1"modelUsage":{}'],
  ['no models', '"modelUsage":', '"modelUsage":{},"was":'],
])('a total with %s counts for its money alone', async (_, from, to) => {
  const home = makeUsageHome('client-total', text => text.replace(from, to))
  expect((await home.run(['sync'])).code).toBe(0)
  for (const args of [[], ['--no-index']]) {
    const { notInTranscripts } = await readUsage(home, ['daily', ...args])
    expect(notInTranscripts).toMatchObject({ totalTokens: 0, costUsd: 0, checked: 0, leftOut: 1 })
  }
  const { client } = await readJson(home, ['context', ORIGIN])
  expect(client).toMatchObject({ recordedUsd: 0.0015, pricesUsd: null, because: ['unreadable', 'later'] })
  const { out } = await home.run(['doctor'])
  expect(out.replaceAll(/\s+/g, ' ')).toContain('its counts cannot be read')
})
