import { describe, expect, test } from 'vitest'
import { checkNumbers, checkTrap, countTrap, makeUsageHome, readUsage, type Trap } from './usage-fixture.ts'

/** Dollars of claude-haiku-4-5 for a million tokens: input 1, output 5, cache read 0.1. */
const TRAPS: readonly Trap[] = [
  {
    rule: 'R1',
    says: 'usage inside the copies of agent progress is never counted',
    trap: 'usage-in-progress',
    requests: 2,
    input: 1000 + 1100,
    output: 200 + 50,
    usd: (2100 * 1 + 250 * 5) / 1e6,
  },
  {
    rule: 'R1',
    says: 'usage in the result of a tool and on lines of other types is never counted',
    trap: 'usage-in-tool-result',
    requests: 2,
    input: 1000 + 1100,
    output: 200 + 50,
    usd: (2100 * 1 + 250 * 5) / 1e6,
  },
  {
    rule: 'R2',
    says: 'an answer in nineteen lines is one request',
    trap: 'nineteen-lines',
    requests: 1,
    input: 1000,
    output: 900,
    usd: (1000 * 1 + 900 * 5) / 1e6,
    copies: 18,
  },
  {
    rule: 'R3',
    says: 'what a resume copies into a new session counts once over all files',
    trap: 'resumed-under-a-new-id',
    requests: 3,
    input: 1000 + 2000 + 3000,
    output: 300 + 100 + 50,
    usd: (6000 * 1 + 450 * 5) / 1e6,
    copies: 2,
  },
  {
    rule: 'R4',
    says: 'an id counts once where no requestId is written, on Vertex and Bedrock too',
    trap: 'missing-request-id',
    requests: 3,
    input: 1000 + 500 + 600,
    output: 250 + 40 + 60,
    usd: (2100 * 1 + 350 * 5) / 1e6,
    copies: 3,
  },
  {
    rule: 'R4',
    says: 'a replay of the same id under another requestId is a copy',
    trap: 'differing-request-id',
    requests: 2,
    input: 1000 + 20,
    output: 500 + 30,
    read: 30_000 + 31_000,
    usd: (1020 * 1 + 530 * 5 + 61_000 * 0.1) / 1e6,
    copies: 1,
  },
  {
    rule: 'R5',
    says: 'a constant id of a gateway is as many requests as there are answers',
    trap: 'constant-gateway-id',
    requests: 5,
    input: 1000 + 1500 + 1500 + 1700 + 1000,
    output: 10 + 20 + 30 + 40 + 50,
    usd: null,
    unpriced: 6700 + 150,
    copies: 2,
  },
  {
    rule: 'R5',
    says: 'one requestId proves that the id of a gateway is real',
    trap: 'gateway-id-with-request-id',
    requests: 1,
    input: 1000,
    output: 90,
    usd: (1000 * 1 + 90 * 5) / 1e6,
    copies: 1,
  },
  {
    rule: 'R6',
    says: 'without an id each uuid is a request, in whatever file it stands',
    trap: 'no-message-id',
    requests: 4,
    input: 1000 + 1000 + 2000 + 300,
    output: 100 + 100 + 50 + 40,
    usd: (4300 * 1 + 290 * 5) / 1e6,
    copies: 1,
  },
]

describe('what is one request', () => {
  for (const trap of TRAPS) test(`${trap.rule}: ${trap.says} (${trap.trap})`, () => checkTrap(trap))

  test('R1: what stands only in progress copies is told apart from all totals (usage-in-progress)', async () => {
    const { accuracy } = await countTrap('usage-in-progress')
    expect(accuracy.seenInProgress).toEqual({ requests: 1, tokens: 5000 + 700 })
  })
})

const FIRST = '11111111-aaaa-4aaa-8aaa-111111111111'
const SECOND = '22222222-bbbb-4bbb-8bbb-222222222222'
const BEFORE_FIRST = '00000000-bbbb-4bbb-8bbb-222222222222'

/** Which session has how many input tokens, from the index and from the files. */
async function countBySession(trap: string, rename: (text: string) => string): Promise<unknown> {
  const home = makeUsageHome(trap, rename)
  expect((await home.run(['sync'])).code).toBe(0)
  const tell = async (more: readonly string[]) =>
    (await readUsage(home, ['sessions', '--order', 'asc', ...more])).rows.map(row => [row.key, row.inputTokens])
  const kept = await tell([])
  expect(await tell(['--no-index'])).toEqual(kept)
  return kept
}

describe('whose request it is', () => {
  test.each([
    { trap: 'resumed-under-a-new-id', original: 1000 + 2000, copy: 3000 },
    { trap: 'branch-with-equal-times', original: 1000 + 2000 + 8000, copy: 4000 },
    { trap: 'fork-without-a-pointer', original: 1000 + 2000, copy: 4000 },
    { trap: 'fork-that-names-its-origin', original: 1000 + 2000 + 8000, copy: 4000 },
  ])('R7: the original keeps it, whichever file name comes first ($trap)', async ({ trap, original, copy }) => {
    expect(await countBySession(trap, text => text)).toEqual([
      [FIRST, original],
      [SECOND, copy],
    ])
    expect(await countBySession(trap, text => text.replaceAll(SECOND, BEFORE_FIRST))).toEqual([
      [BEFORE_FIRST, copy],
      [FIRST, original],
    ])
  })

  test('R7: the conversation keeps what a sidechain replays at the same time (replayed-sidechain)', async () => {
    const home = makeUsageHome('replayed-sidechain')
    const { rows } = await readUsage(home, ['agents', '--session', FIRST])
    checkNumbers(
      rows.find(row => row.key === 'main'),
      { requests: 1, input: 1000, output: 100, usd: (1000 * 1 + 100 * 5) / 1e6 },
    )
    checkNumbers(
      rows.find(row => row.key !== 'main'),
      { requests: 1, input: 400, output: 60, usd: (400 * 1 + 60 * 5) / 1e6 },
    )
  })
})
