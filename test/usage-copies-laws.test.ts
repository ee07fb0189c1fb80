import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UsageSource } from '../src/query/usage/usage-source.ts'
import { makeTree, writeItem } from './temp-tree.ts'
import { askIndexed, scan, tellFacts } from './usage-scan-world.ts'

const SESSIONS = ['a', 'b', 'c'].map(letter => `${letter.repeat(8)}-1111-4111-8111-111111111111`)
const TIMEOUT = 120_000

const advisor = fc.record({
  type: fc.constant('advisor_message'),
  model: fc.constantFrom('claude-opus-4-6', 'claude-haiku-4-5'),
  input_tokens: fc.nat(2),
  output_tokens: fc.nat(2),
  speed: fc.constantFrom('fast', undefined),
})

/** One copy of a response. Output is nearly always the same: all else decides. */
const copy = fc.record({
  session: fc.nat(SESSIONS.length - 1),
  id: fc.constantFrom('msg_1', 'msg_2', '', undefined),
  uuid: fc.constantFrom('u1', 'msg_1'),
  minute: fc.constantFrom(1, 1, 1, 2, undefined),
  model: fc.constantFrom('claude-opus-4-6', 'claude-sonnet-4-5', 'x\0y', '\ud800'),
  stop: fc.constantFrom('end_turn', null),
  costUSD: fc.constantFrom(undefined, 0.5, 0.7, 1e300),
  isFork: fc.boolean(),
  usage: fc.record({
    output_tokens: fc.constantFrom(100, 100, 100, 5, 200),
    input_tokens: fc.nat(1),
    cache_read_input_tokens: fc.nat(1),
    cache_creation: fc.record({ ephemeral_5m_input_tokens: fc.nat(1), ephemeral_1h_input_tokens: fc.nat(1) }),
    output_tokens_details: fc.record({ thinking_tokens: fc.nat(1) }),
    server_tool_use: fc.record({ web_search_requests: fc.nat(1), web_fetch_requests: fc.nat(1) }),
    speed: fc.constantFrom('fast', 'standard', undefined),
    inference_geo: fc.constantFrom('us', undefined),
    service_tier: fc.constantFrom('batch', undefined),
    iterations: fc.oneof(fc.constant(undefined), fc.array(advisor, { maxLength: 2 })),
  }),
})

type Copy = typeof copy extends fc.Arbitrary<infer Value> ? Value : never

function toLine({ session, id, uuid, minute, model, stop, costUSD, isFork, usage }: Copy): object {
  return {
    type: 'assistant',
    uuid,
    parentUuid: null,
    sessionId: SESSIONS[session],
    ...(minute === undefined ? {} : { timestamp: new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString() }),
    ...(isFork ? { forkedFrom: { sessionId: SESSIONS[0], messageUuid: uuid } } : {}),
    cwd: '/home/ada/orchard',
    requestId: 'req_1',
    costUSD,
    message: { id, role: 'assistant', model, content: [], stop_reason: stop, usage },
  }
}

/** All that is counted, and which line won. */
function tell(source: UsageSource): unknown {
  const winners = source.groups.flatMap(({ session, facts }) =>
    source
      .placesOf(session, facts)
      .map(({ key, winner }) => `${session.id} ${key} ${winner.line} ${name(winner.file)}`),
  )
  return { facts: tellFacts(source.groups, { isWhole: true }), winners: winners.sort() }
}

function name(path: string): string {
  return path.split('/').at(-1) ?? ''
}

/** Syncs the sessions one by one in this order, and tells what the index says in the end. */
async function syncInOrder(copies: readonly Copy[], order: readonly number[]) {
  const folder = makeTree({ 'config/projects/p/x': '' })
  const [config, keep] = [join(folder, 'config'), join(folder, 'keep')]
  let told: unknown
  for (const session of order) {
    const lines = copies.filter(one => one.session === session).map(toLine)
    if (lines.length === 0) continue
    writeItem(join(config, `projects/p/${SESSIONS[session]}.jsonl`), lines)
    told = await askIndexed(config, keep, tell)
  }
  const scanned = tell(await scan(config))
  rmSync(folder, { recursive: true })
  return { told, scanned }
}

describe('R8, R14: copies that are equal in output and differ in all else', () => {
  test('count the same in any order of sync, and in a scan', { timeout: TIMEOUT }, async () => {
    const copies = fc.array(copy, { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(copies, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), async (given, order) => {
        const first = await syncInOrder(given, [0, 1, 2])
        expect(first.scanned).toEqual(first.told)
        expect((await syncInOrder(given, order)).told).toEqual(first.told)
      }),
      { numRuns: 40 },
    )
  })
})
