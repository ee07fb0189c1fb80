import { describe, expect, test } from 'vitest'
import { displayWidth } from '../src/text/width.ts'
import type { Result } from './cli-runner.ts'
import { type Step, talk } from './context-world.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { ONE, THREE } from './temp-tree.ts'

const FOLDER = '.claude/projects/-home-dev-app'
const BARE = '44444444-4444-4444-8444-444444444444'
const LONG = '55555555-5555-4555-8555-555555555555'

const STEPS: readonly Step[] = [
  { minute: 0, cache: [0, 40_000, 0] },
  { minute: 1, cache: [40_000, 60_000, 0] },
  { minute: 8, cache: [0, 150_000, 0] },
  {
    minute: 9,
    line: {
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'au\x1b[2Jto', preTokens: 155_000 },
    },
  },
  { minute: 10, cache: [20_000, 12_000, 0] },
  { minute: 11, cache: [0, 33_000, 0], answer: { model: 'my-\x1b[2Jown' } },
]

/** More requests than any window has columns, each too long after the one before. */
const MANY: readonly Step[] = Array.from({ length: 300 }, (_, at) => {
  return { minute: at * 9, cache: [0, 20_000 + at * 500, 0] }
})

let made: Promise<KeepHome> | undefined

async function run(args: readonly string[], columns = '100'): Promise<Result> {
  made ??= makeKept({
    [`${FOLDER}/${THREE}.jsonl`]: talk(STEPS, { sessionId: THREE }),
    [`${FOLDER}/${THREE}/subagents/agent-a1b2c3.jsonl`]: talk([{ minute: 1, cache: [0, 8000, 0] }], {
      sessionId: THREE,
      mark: 's',
      isSidechain: true,
      agentId: 'a1b2c3',
    }),
    [`${FOLDER}/${BARE}.jsonl`]: talk(
      [{ minute: 0, line: { type: 'user', message: { role: 'user', content: 'Hi' } } }],
      {
        sessionId: BARE,
        mark: 'b',
      },
    ),
    [`${FOLDER}/${LONG}.jsonl`]: talk(MANY, { sessionId: LONG, mark: 'l' }),
  })
  return (await made).run(['context', ...args], { env: { COLUMNS: columns, TZ: 'UTC' } })
}

describe('context', () => {
  test('shows what it was, how it filled, what missed the cache and why, and its compactions', async () => {
    const { code, out, err } = await run([THREE.slice(0, 12)])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const line of [
      /^Prompt 1$/m,
      /^22222222-3 · app · claude-opus-4-6 · my-␛\[2Jown · 5 requests in 5 turns$/m,
      /^peak 150k tokens \(size of the window not known\) · 17 % read from the cache$/m,
      /^spent \$[\d.]+\+ \(API-equivalent\) · 3 misses: \$[\d.]+ · 1 compaction: \$0\.08$/m,
      /^ {2}150k ┤ {6}███$/m,
      /^ {5}0 └─{15}$/m,
      /^ {14}× {2}↓ {2}×$/m,
      /^ {2}turn {2}1 {2}2 {2}3 {2}4 {2}5$/m,
      /^3 .* 3 {2}idle for 7m 00s, cached for 5m +0 +100k +\$0\.57$/m,
      /^4 .* 4 {2}compaction +20k +12k +\$0\.07$/m,
      /^5 .* 5 {2}model switch from claude-opus-4-6 +0 +32k +unpriced$/m,
      /^2026-03-01 \d\d:09 +3 +au␛\[2Jto +155k → 32k +not recorded +\$0\.08 +\$0\.08$/m,
      /^a1b2c3 +1$/m,
      /^one of them: backscroll context 22222222-3 --agent ID$/m,
      /^33,110 tokens are of models without a price, and in no cost here\.$/m,
    ]) {
      expect(out).toMatch(line)
    }
    expect(out).not.toContain('\x1b')
    expect(out).not.toMatch(/^REQUESTS$/m)
  })

  test('lists every request with --all', async () => {
    const { out } = await run([THREE, '--all'], '140')
    expect(out).toMatch(/^REQUESTS$/m)
    expect(out).toMatch(/^2 .* 2 +claude-opus-4-6 +100k +\+60k +40k +60k +10 +100 +\$0\.40$/m)
    expect(out).toMatch(/^4 .* 4 +claude-opus-4-6 +32k +-118k +20k +12k +10 +100 +\$0\.09 +compaction$/m)
  })

  test('shows a subagent', async () => {
    const { code, out } = await run([THREE, '--agent', 'a1'])
    expect(code).toBe(0)
    expect(out).toMatch(/^22222222-3 · app · subagent a1b2c3 · claude-opus-4-6 · 1 request/m)
    expect(out).toMatch(
      /^Nothing that was cached was paid for again \(less than 1,000 tokens or 2 % of it is left out\)\.$/m,
    )
  })

  test('prints the answer of its query as JSON', async () => {
    const { code, out, err } = await run([THREE, '--json'])
    const report = JSON.parse(out)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(Object.keys(report)[0]).toBe('schema')
    expect(report).toMatchObject({
      schema: 'backscroll.context/1',
      session: { id: THREE, shortId: '22222222-3', project: 'app' },
      threshold: { tokens: 1000, share: 0.02 },
      misses: [{ cause: 'idle' }, { cause: 'compaction' }, { cause: 'model-switch', costUsd: null }],
      agents: [{ id: 'a1b2c3', requests: 1 }],
    })
    expect(report.requests).toHaveLength(5)
  })

  test('of many misses shows the largest', async () => {
    const { out } = await run([LONG])
    expect(out.match(/idle for/g)).toHaveLength(20)
    expect(out).toMatch(/^279 smaller ones with --all$/m)
    const all = await run([LONG, '--all'])
    expect(all.out.match(/^MISSES[\s\S]*?^REQUESTS/m)?.[0].match(/idle for/g)).toHaveLength(299)
  })

  test.each(['40', '60', '80', '100', '200'])('fits %s columns', async columns => {
    for (const args of [[THREE], [LONG], [THREE, '--all'], [THREE, '--agent', 'a1b2c3']]) {
      const { out } = await run(args, columns)
      for (const line of out.split('\n')) expect(displayWidth(line), line).toBeLessThanOrEqual(Number(columns))
    }
  })
})

describe('what is not there', () => {
  test.each([
    [['nope'], 2, /no session is called "nope"\nList the sessions with `backscroll ls`/],
    [[THREE, '--agent', 'zz'], 2, /is called "zz"\nIt has a1b2c3; the beginning of an id is enough\./],
    [[ONE, '--agent', 'zz'], 2, /is called "zz"\nIt has a1; /],
    [[BARE, '--agent', 'zz'], 2, /is called "zz"\nIt has none: leave out --agent for the main conversation\./],
    [[`${THREE}:2`], 2, /a context is that of a whole session, not of one turn\nLeave out the number/],
    [[BARE], 1, /no request of the session 44444444 says what it used\nRead it with `backscroll show 44444444`\./],
  ])('%j', async (args, exit, says) => {
    const { code, out, err } = await run(args)
    expect({ code, out }).toEqual({ code: exit, out: '' })
    expect(err).toMatch(says)
  })

  test('a session without requests is empty in JSON', async () => {
    const { code, out } = await run([BARE, '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ requests: [], misses: [], totals: { requests: 0 } })
  })
})
