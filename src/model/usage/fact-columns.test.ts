import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FactColumns, type PackedFact } from './fact-columns.ts'
import { packFacts, type RequestFact, unpackFacts } from './request-facts.ts'

const count = fc.oneof(fc.nat(200), fc.integer({ min: 0, max: 2 ** 40 }))
const name = fc.oneof(fc.constantFrom('', 'claude-opus-4-6', 'main', 'ä'), fc.string().map(withoutNul))
const filled = name.filter(text => text !== '')

function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

const fact: fc.Arbitrary<RequestFact> = fc.record({
  number: fc.constant(0),
  requests: fc.constant(1),
  lastAt: fc.constant(undefined),
  firstAt: fc.option(fc.integer({ min: -(2 ** 45), max: 2 ** 45 }), { nil: undefined }),
  model: name,
  speed: name,
  geo: name,
  serviceTier: name,
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: count,
  thinking: count,
  contextTokens: count,
  webSearches: count,
  webFetches: count,
  recordedCostUsd: fc.option(fc.double({ noNaN: true, min: 0 }), { nil: undefined }),
  isUnfinished: fc.boolean(),
  isAdvisor: fc.boolean(),
  branch: name,
  agent: name,
  turn: count,
  lines: count,
  calls: fc.array(filled),
  paths: fc.array(filled),
})

const parts = fc
  .array(fc.array(fact, { maxLength: 8 }), { maxLength: 5 })
  .map(list => list.map(facts => facts.map((one, number) => ({ ...one, number }))))

/** Its values as plain fields. */
function toPlain(one: RequestFact, like: RequestFact): object {
  return Object.fromEntries(Object.keys(like).map(field => [field, one[field as keyof RequestFact]]))
}

test('columns hold what the plain version unpacks, however many parts there are', () => {
  fc.assert(
    fc.property(parts, fc.nat(10), (list, capacity) => {
      const columns = new FactColumns(capacity)
      const facts: PackedFact[] = []
      for (const part of list) columns.add(packFacts(part), facts)
      const expected = list.flatMap(part => unpackFacts(packFacts(part)))
      expect(facts.map((one, at) => toPlain(one, expected[at] as RequestFact))).toEqual(expected)
    }),
  )
})

test('a fact that takes the counts of a copy keeps its own place', () => {
  fc.assert(
    fc.property(fc.array(fact, { minLength: 1, maxLength: 4 }), fact, (part, other) => {
      const facts: PackedFact[] = []
      new FactColumns(0).add(packFacts(part), facts)
      const [taking] = facts as [PackedFact]
      taking.take(other)
      const [{ firstAt, isAdvisor, branch, agent, turn, lines, calls, paths }] = part as [RequestFact]
      const own = { number: 0, firstAt, lastAt: firstAt, isAdvisor, branch, agent, turn, lines, calls, paths }
      expect(toPlain(taking, other)).toEqual({ ...other, ...own })
      for (const [at, one] of part.entries()) {
        if (at > 0) expect(toPlain(facts[at] as PackedFact, one)).toEqual({ ...one, number: at, lastAt: one.firstAt })
      }
    }),
  )
})
