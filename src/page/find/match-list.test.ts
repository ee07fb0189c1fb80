import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MatchList } from './match-list.ts'

test('gives the places one by one, as if each were kept', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 })), { maxLength: 40 })
  fc.assert(
    fc.property(rows, steps => {
      const list = new MatchList()
      const plain: { row: number; nth: number }[] = []
      let row = 0
      for (const [step, count] of steps) {
        row += step
        list.add(row, count)
        for (let nth = 0; nth < count; nth++) plain.push({ row, nth })
      }
      expect(list.length).toBe(plain.length)
      expect(plain.map((_, index) => list.at(index))).toEqual(plain)
      expect([list.at(-1), list.at(plain.length)]).toEqual([undefined, undefined])
    }),
  )
})
