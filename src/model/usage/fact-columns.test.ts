import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFact } from '../../../test/any-facts.ts'
import { FactColumns, type PackedFact } from './fact-columns.ts'
import { packFacts, type RequestFact, unpackFacts } from './request-facts.ts'

const parts = fc
  .array(fc.array(anyFact, { maxLength: 8 }), { maxLength: 5 })
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
    fc.property(fc.array(anyFact, { minLength: 1, maxLength: 4 }), anyFact, (part, other) => {
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
