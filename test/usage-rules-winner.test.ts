import { describe, expect, test } from 'vitest'
import { checkNumbers, checkTrap, countTrap, makeUsageHome, readUsage, type Trap } from './usage-fixture.ts'

/** Dollars for a million tokens: claude-haiku-4-5 input 1, output 5, cache read 0.1; claude-opus-4-6 input 5, output 25. */
const TRAPS: readonly Trap[] = [
  {
    rule: 'R8',
    says: 'the line with most output wins over streamed placeholders',
    trap: 'streamed-placeholders',
    requests: 1,
    input: 1000,
    output: 400,
    read: 5000,
    usd: (1000 * 1 + 400 * 5 + 5000 * 0.1) / 1e6,
    copies: 2,
  },
  {
    rule: 'R9',
    says: 'a stale partial after the final line changes nothing',
    trap: 'stale-partial-after-final',
    requests: 1,
    input: 1000,
    output: 400,
    usd: (1000 * 1 + 400 * 5) / 1e6,
    copies: 2,
  },
  {
    rule: 'R9',
    says: 'of a fallback in mid-stream the second attempt counts, whole, with its own model and fees',
    trap: 'fallback-in-mid-stream',
    requests: 1,
    input: 40,
    output: 300,
    read: 20_000,
    usd: (40 * 1 + 300 * 5 + 20_000 * 0.1) / 1e6 + (1 * 10) / 1000,
    copies: 1,
  },
  {
    rule: 'R11',
    says: 'no stop reason, or a single-digit count, is counted and called unfinished',
    trap: 'never-finished',
    requests: 3,
    input: 1000 + 1000 + 1000,
    output: 500 + 4 + 600,
    usd: (3000 * 1 + 1104 * 5) / 1e6,
    unfinished: 2,
  },
  {
    rule: 'R12',
    says: 'thinking is part of the output and a small input is an input',
    trap: 'thinking-and-small-input',
    requests: 1,
    input: 3,
    output: 100,
    read: 50_000,
    usd: (3 * 1 + 100 * 5 + 50_000 * 0.1) / 1e6,
  },
  {
    rule: 'R13',
    says: 'what the client wrote itself is no request',
    trap: 'synthetic',
    requests: 1,
    input: 1000,
    output: 100,
    usd: (1000 * 1 + 100 * 5) / 1e6,
  },
  {
    rule: 'R14',
    says: 'calls of an advisor are requests of their own beside the message',
    trap: 'advisor-calls',
    requests: 1 + 2,
    input: 30 + 900 + 950,
    output: 100 + 70 + 30,
    read: 500,
    usd: (30 * 1 + 100 * 5 + 500 * 0.1 + (900 + 950) * 5 + (70 + 30) * 25) / 1e6,
    copies: 1,
  },
  {
    rule: 'R14',
    says: 'the context of two passes is the larger one, and below the long tier',
    trap: 'context-of-two-passes',
    requests: 1,
    input: 2000,
    output: 300,
    read: 240_000,
    usd: (2000 * 3 + 300 * 15 + 240_000 * 0.3) / 1e6,
  },
]

describe('which line wins', () => {
  for (const trap of TRAPS) test(`${trap.rule}: ${trap.says} (${trap.trap})`, () => checkTrap(trap))

  test('R10: the winner brings its model, the first line its day (fallback-in-mid-stream, answer-over-midnight)', async () => {
    const byModel = await countTrap('fallback-in-mid-stream')
    expect(byModel.rows.map(row => row.key)).toEqual(['claude-haiku-4-5'])
    const byDay = await countTrap('answer-over-midnight', ['daily'])
    expect(byDay.rows.map(row => [row.key, row.outputTokens])).toEqual([['2026-03-02', 500]])
  })

  test('R11: the output of unfinished requests is told as a lower bound (never-finished)', async () => {
    const { accuracy } = await countTrap('never-finished')
    expect(accuracy).toMatchObject({ requests: 3, finished: 1, unfinished: 2, unfinishedOutputTokens: 500 + 4 })
  })

  test('R12: thinking is told beside the output (thinking-and-small-input)', async () => {
    expect((await countTrap('thinking-and-small-input')).totals).toMatchObject({
      outputTokens: 100,
      thinkingTokens: 80,
    })
  })

  test('R13: a synthetic line gives no row and no unpriced tokens (synthetic)', async () => {
    const { rows, accuracy } = await countTrap('synthetic')
    expect(rows.map(row => row.key)).toEqual(['claude-haiku-4-5'])
    expect(accuracy).toMatchObject({ requests: 1, unpriced: [] })
  })

  test('R14: an advisor is counted for its own model, by id and ordinal (advisor-calls)', async () => {
    const { rows } = await countTrap('advisor-calls')
    checkNumbers(
      rows.find(row => row.key === 'claude-opus-4-6'),
      { requests: 2, input: 900 + 950, output: 70 + 30, usd: (1850 * 5 + 100 * 25) / 1e6 },
    )
    const { out } = await makeUsageHome('advisor-calls').run([
      'usage',
      'models',
      '--explain',
      'claude-opus-4-6',
      '--json',
    ])
    const { requests } = JSON.parse(out) as { readonly requests: readonly { readonly key: string }[] }
    expect(requests.map(request => request.key).sort()).toEqual(['msg_v1#1', 'msg_v1#2'])
  })

  test('R15: every report names what transcripts never contain (streamed-placeholders)', async () => {
    const home = makeUsageHome('streamed-placeholders')
    const { accuracy } = await readUsage(home, ['daily'])
    expect(accuracy.neverRecorded.join()).toMatch(/safety checks.*titles.*persistence off/)
    for (const report of ['daily', 'sessions', 'models']) {
      const { code, out } = await home.run(['usage', report])
      expect(code).toBe(0)
      expect(out).toMatch(/safety checks/)
    }
  })
})
