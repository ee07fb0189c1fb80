import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../format/json.ts'
import { leafKey } from '../model/summary-leaves.ts'
import { UsageLedger, type UsageLine } from '../model/usage/ledger.ts'
import { readUsage } from '../model/usage/read-usage.ts'
import { makeUsageRows, UsageColumns } from './usage-scan-columns.ts'
import { cellOf, countFacts, KEY, MESSAGE_KEY, RANK, readFacts, type ScannedFacts } from './usage-scan-facts.ts'

/** Few of everything, so that ties are usual. */
const anyUsage: fc.Arbitrary<JsonObject> = fc.record({
  input_tokens: fc.nat(2),
  output_tokens: fc.constantFrom(0, 9, 10, 500),
  cache_read_input_tokens: fc.nat(1),
  cache_creation: fc.record({ ephemeral_1h_input_tokens: fc.nat(1) }),
  speed: fc.constantFrom('fast', 'standard'),
  iterations: fc.constantFrom([], [{ type: 'advisor_message', model: 'b', output_tokens: 5 }]),
})

const anyLine: fc.Arbitrary<UsageLine> = fc
  .record({
    id: fc.constantFrom('msg_1', 'msg_2', 'msg_3', undefined),
    uuid: fc.constantFrom('u1', 'u2', undefined),
    model: fc.constantFrom('a', 'b'),
    stopReason: fc.constantFrom('end_turn', undefined),
    costUsd: fc.constantFrom(0.5, undefined),
    at: fc.constantFrom(1, 2, undefined),
    file: fc.nat(2),
    isSidechain: fc.boolean(),
    isOriginal: fc.boolean(),
    branch: fc.constantFrom('main', 'other', undefined),
    usage: anyUsage,
  })
  .map(({ id, costUsd, file, isSidechain, branch, usage, ...rest }) => ({
    ...rest,
    messageId: id,
    requestId: undefined,
    run: '',
    recordedCostUsd: costUsd,
    place: {
      sessionId: 's',
      agentId: file === 0 ? undefined : `a${file}`,
      isSidechain,
      turn: 0,
      branch,
      version: undefined,
      file,
      start: 0,
      line: 1,
    },
    usage: readUsage(usage),
  }))

/** Every line stands at a place of its own, as in a file. */
const anyLines = fc
  .array(anyLine, { maxLength: 12 })
  .map(lines => lines.map((line, at) => ({ ...line, place: { ...line.place, start: at * 100, line: at + 1 } })))

test('the table decides as the ledger does', () => {
  const rows = makeUsageRows()
  fc.assert(
    fc.property(anyLines, lines => {
      const ledger = new UsageLedger()
      const columns = new UsageColumns(rows)
      const whole = new UsageColumns(makeUsageRows())
      for (const line of lines) {
        ledger.add(line)
        columns.add(line, line.place.agentId ?? '')
      }
      for (const request of ledger.requests()) whole.addRequest(request, request.at.agentId ?? '')
      expect(tell(columns.take())).toEqual(tell(whole.take()))
    }),
    { numRuns: 500 },
  )
})

function tell(facts: ScannedFacts): unknown {
  return Array.from({ length: countFacts(facts) }, (_, row) => ({
    key: cellOf(facts, row, KEY),
    message: cellOf(facts, row, MESSAGE_KEY),
    rank: cellOf(facts, row, RANK),
    fact: plain(readFacts(facts)[row] as object),
  }))
}

/** The values behind the getters. */
function plain(fact: object): unknown {
  const { constructor: _constructor, ...getters } = Object.getOwnPropertyDescriptors(
    Object.getPrototypeOf(fact) as object,
  )
  return Object.keys(getters)
    .filter(name => (getters as { [name: string]: PropertyDescriptor })[name]?.get)
    .map(name => [name, (fact as { [name: string]: unknown })[name]])
    .filter(([name]) => name !== 'best')
}

test('requests come by time and are known by their key', () => {
  const [line] = fc.sample(anyLine, { numRuns: 1, seed: 1 }) as [UsageLine]
  const columns = new UsageColumns(makeUsageRows())
  columns.add({ ...line, messageId: 'msg_late', at: 5 }, '')
  columns.add({ ...line, messageId: 'msg_early', at: 4 }, '')
  const facts = columns.take()
  expect(cellOf(facts, 0, KEY)).toBe(leafKey('msg_early'))
  expect(
    readFacts(facts)
      .map(({ number, firstAt }) => [number, firstAt])
      .slice(0, 1),
  ).toEqual([[0, 4]])
})
