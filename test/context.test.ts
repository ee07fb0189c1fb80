import { describe, expect, test } from 'vitest'
import type { ContextReport } from '../src/query/context/context-report.ts'
import { readContext } from '../src/query/context/read-context.ts'
import { PRICER } from './context-rows.ts'
import { keepTalks, readReport, type Step, talk } from './context-world.ts'
import { ONE, TWO } from './temp-tree.ts'

/** What one conversation says of itself. */
async function readTalk(steps: readonly Step[], more: { readonly [path: string]: readonly object[] } = {}) {
  return readReport(await keepTalks({ [`${ONE}.jsonl`]: talk(steps), ...more }))
}

/** `[number of the request, cause, tokens, dollars]` of each miss. */
function listMisses({ misses }: ContextReport) {
  return misses.map(({ request, cause, tokens, costUsd }) => [request, cause, tokens, costUsd])
}

describe('why a cached prefix was paid for again, and what it cost', () => {
  test('idle, counted from prompt to prompt: answers are written later', async () => {
    const report = await readTalk([
      { minute: 0, seconds: 240, cache: [0, 40_000, 0] },
      { minute: 5.1, cache: [0, 41_000, 0] },
      { minute: 10, seconds: 240, cache: [0, 42_000, 0] },
    ])
    expect(listMisses(report)).toEqual([
      [2, 'idle', 40_000, 0.23],
      [3, 'unknown', 41_000, 0.23575],
    ])
    expect(report.misses[0]).toMatchObject({
      idleMs: 306_000,
      lifeMs: 300_000,
      turn: 2,
      isNewTurn: true,
      readTokens: 0,
    })
  })

  test('a model switch', async () => {
    const answer = { model: 'claude-haiku-4-5' }
    const report = await readTalk([
      { minute: 0, cache: [0, 0, 40_000] },
      { minute: 1, cache: [0, 0, 41_000], answer },
    ])
    expect(listMisses(report)).toEqual([[2, 'model-switch', 40_000, 0.076]])
    expect(report.misses[0]).toMatchObject({ model: 'claude-haiku-4-5', modelBefore: 'claude-opus-4-6' })
  })

  test('a resume, which the client’s start hook tells', async () => {
    const data = { type: 'hook_progress', hookEvent: 'SessionStart', hookName: 'SessionStart:resume', command: 'x' }
    const report = await readTalk([
      { minute: 0, cache: [9000, 0, 40_000] },
      { minute: 1, line: { type: 'progress', data } },
      { minute: 2, cache: [9000, 0, 41_000] },
    ])
    expect(listMisses(report)).toEqual([[2, 'resume', 40_000, 0.38]])
  })

  test('a start hook that says something else is no resume', async () => {
    const data = { type: 'hook_progress', hookEvent: 'SessionStart', hookName: 'SessionStart:startup', command: 'x' }
    const report = await readTalk([
      { minute: 0, cache: [9000, 0, 40_000] },
      { minute: 1, line: { type: 'progress', data } },
      { minute: 2, cache: [9000, 0, 41_000] },
    ])
    expect(listMisses(report)).toEqual([[2, 'unknown', 40_000, 0.38]])
  })

  test('a resume, which another version of the client tells', async () => {
    const report = await readTalk([
      { minute: 0, cache: [0, 40_000, 0] },
      { minute: 1, cache: [0, 41_000, 0], fields: { version: '2.1.41' } },
    ])
    expect(listMisses(report)).toEqual([[2, 'resume', 40_000, 0.23]])
  })

  test('a resume or fork that copied the conversation: copies are shown, and say where they are from', async () => {
    const first = talk([{ minute: 0, cache: [0, 40_000, 0] }])
    const copied = first.map(line => ({ ...line, sessionId: TWO }))
    const own = talk([{ minute: 2, cache: [0, 41_000, 0], fields: { parentUuid: 'm-a1' } }], {
      sessionId: TWO,
      mark: 'n',
    })
    const keep = await keepTalks({ [`${ONE}.jsonl`]: first, [`${TWO}.jsonl`]: [...copied, ...own] })
    const report = readReport(keep, TWO)
    expect(report.requests.map(({ copiedFrom }) => copiedFrom)).toEqual([ONE, undefined])
    expect(listMisses(report)).toEqual([[2, 'resume', 40_000, 0.23]])
    expect(readReport(keep, ONE).misses).toEqual([])
  })

  test('a second file of the same session is no resume', async () => {
    const lines = talk([
      { minute: 0, cache: [0, 40_000, 0] },
      { minute: 1, cache: [0, 41_000, 0] },
    ])
    const keep = await keepTalks({ [`${ONE}.jsonl`]: lines, [`../-other/${ONE}.jsonl`]: lines.slice(0, 2) })
    const sessions = keep.store.all('SELECT session FROM sessions ORDER BY size_bytes DESC')
    expect(sessions).toHaveLength(2)
    const session = sessions[0]?.session as number
    const report = readContext(keep, { session, agent: undefined, pricer: PRICER })
    expect(report.requests.map(({ copiedFrom }) => copiedFrom)).toEqual([undefined, undefined])
    expect(listMisses(report)).toEqual([[2, 'unknown', 40_000, 0.23]])
  })

  test('results of old calls cleared', async () => {
    const report = await readTalk([
      { minute: 0, cache: [0, 90_000, 0] },
      { minute: 1, line: { type: 'system', subtype: 'microcompact_boundary', content: 'Context microcompacted' } },
      { minute: 2, cache: [20_000, 40_000, 0] },
    ])
    expect(listMisses(report)).toEqual([[2, 'tool-results-cleared', 40_010, 0.230045]])
  })

  test('nothing that the transcript tells', async () => {
    const report = await readTalk([
      { minute: 0, cache: [0, 40_000, 0] },
      { minute: 1, cache: [15_000, 26_000, 0] },
    ])
    expect(listMisses(report)).toEqual([[2, 'unknown', 25_000, 0.14375]])
  })

  test('what was taken back is no miss', async () => {
    const report = await readTalk([
      { minute: 0, cache: [0, 20_000, 0] },
      { minute: 1, cache: [20_000, 30_000, 0] },
      { minute: 2, cache: [20_000, 4000, 0], fields: { parentUuid: 'm-a1' } },
    ])
    expect(report.requests.map(({ isRewound, growthTokens }) => [isRewound, growthTokens])).toEqual([
      [false, 20_010],
      [true, 30_000],
      [false, 4000],
    ])
    expect(report.misses).toEqual([])
  })
})

describe('compactions', () => {
  const BORDER: readonly Step[] = [
    { minute: 0, cache: [0, 150_000, 0] },
    {
      minute: 2,
      line: {
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens: 155_000 },
      },
    },
    {
      minute: 2,
      line: {
        type: 'user',
        isCompactSummary: true,
        isVisibleInTranscriptOnly: true,
        message: { role: 'user', content: 'So far …' },
      },
    },
    { minute: 3, cache: [20_000, 12_000, 0] },
  ]
  const REFILL = (10 * 5 + 12_000 * 6.25) / 1e6

  test('cost what fills the cache again; the summary’s own request is not in the transcript', async () => {
    const report = await readTalk(BORDER)
    expect(report.compactions).toEqual([
      {
        requestBefore: 1,
        requestAfter: 2,
        turn: 1,
        at: '2026-03-01T10:02:00.000Z',
        trigger: 'auto',
        tokensBefore: 155_000,
        tokensAfter: 32_010,
        summary: undefined,
        refillTokens: 12_010,
        refillCostUsd: REFILL,
        costUsd: REFILL,
      },
    ])
    expect(listMisses(report)).toEqual([[2, 'compaction', 12_010, 0.069045]])
    expect(report.models).toEqual([
      { model: 'claude-opus-4-6', requests: 2, windowTokens: 200_000, windowKnownBy: 'compaction' },
    ])
  })

  test('cost also what the agent of the client paid that wrote the summary', async () => {
    const agent = talk([{ minute: 1, cache: [150_000, 1000, 0], usage: { output_tokens: 2000 } }], {
      mark: 's',
      isSidechain: true,
      agentId: 'acompact-abc123',
    })
    const late = talk([{ minute: 9, cache: [0, 1000, 0] }], {
      mark: 't',
      isSidechain: true,
      agentId: 'acompact-later1',
    })
    const report = await readTalk(BORDER, {
      [`${ONE}/subagents/agent-acompact-abc123.jsonl`]: agent,
      [`${ONE}/subagents/agent-acompact-later1.jsonl`]: late,
    })
    const summary = (10 * 5 + 150_000 * 0.5 + 1000 * 6.25 + 2000 * 25) / 1e6
    expect(report.compactions).toMatchObject([
      { summary: { agents: ['acompact-abc123'], requests: 1, costUsd: summary }, costUsd: summary + REFILL },
    ])
    expect(report.totals.compactionCostUsd).toBe(summary + REFILL)
  })

  test('without a request after it, it has cost nothing yet that is known', async () => {
    const report = await readTalk(BORDER.slice(0, 3))
    expect(report.compactions).toMatchObject([
      { requestBefore: 1, requestAfter: undefined, refillTokens: 0, costUsd: 0 },
    ])
  })
})

describe('a report', () => {
  test('has totals of all requests, and says what has no price', async () => {
    const { totals } = await readTalk([
      { minute: 0, cache: [0, 40_000, 0] },
      { minute: 1, cache: [40_000, 2000, 0] },
      { minute: 2, cache: [0, 0, 5000], answer: { model: 'my-own' } },
    ])
    expect(totals).toMatchObject({
      requests: 3,
      turns: 3,
      inputTokens: 30,
      outputTokens: 300,
      cacheReadTokens: 40_000,
      cacheWrite5mTokens: 42_000,
      cacheWrite1hTokens: 5000,
      peakTokens: 42_010,
      costUsd: (20 * 5 + 200 * 25 + 40_000 * 0.5 + 42_000 * 6.25) / 1e6,
      unpricedTokens: 5110,
      missTokens: 5010,
      missCostUsd: null,
    })
    expect(totals.readShare).toBeCloseTo(40_000 / 87_030)
  })

  test('R14: calls of an advisor are in the cost and not among the requests', async () => {
    const advisor = { type: 'advisor_message', model: 'claude-haiku-4-5', input_tokens: 1000, output_tokens: 10 }
    const report = await readTalk([{ minute: 0, cache: [0, 40_000, 0], usage: { iterations: [advisor] } }])
    expect(report.totals).toMatchObject({ requests: 1, advisorRequests: 1 })
    expect(report.totals.costUsd).toBeCloseTo(0.25255 + (1000 * 1 + 10 * 5) / 1e6, 9)
  })

  test('is about one conversation: a subagent has its own', async () => {
    const agent = talk(
      [
        { minute: 1, cache: [0, 8000, 0] },
        { minute: 9, cache: [0, 8500, 0] },
      ],
      {
        mark: 's',
        isSidechain: true,
        agentId: 'a1b2c3',
      },
    )
    const keep = await keepTalks({
      [`${ONE}.jsonl`]: talk([{ minute: 0, cache: [0, 40_000, 0] }]),
      [`${ONE}/subagents/agent-a1b2c3.jsonl`]: agent,
    })
    const main = readReport(keep)
    expect(main).toMatchObject({ agent: undefined, agents: [{ id: 'a1b2c3', requests: 2 }], totals: { requests: 1 } })
    for (const text of ['a1b2c3', 'A1B', 'agent-a1b2']) {
      expect(readReport(keep, ONE, text)).toMatchObject({
        agent: { id: 'a1b2c3' },
        agents: [],
        totals: { requests: 2 },
      })
    }
    expect(listMisses(readReport(keep, ONE, 'a1'))).toEqual([[2, 'idle', 8000, 0.046]])
    expect(() => readReport(keep, ONE, 'b')).toThrow(
      'no subagent of this session with requests of its own is called "b"',
    )
    expect(() => readReport(keep, ONE, '')).toThrow('no subagent')
  })

  test('of a session without requests is empty', async () => {
    const prompt = { type: 'user', message: { role: 'user', content: 'Hello' } }
    const report = await readTalk([{ minute: 0, line: prompt }])
    expect(report).toMatchObject({ requests: [], misses: [], compactions: [], models: [] })
    expect(report.totals).toMatchObject({ requests: 0, costUsd: 0, peakTokens: 0, readShare: 0 })
  })
})
