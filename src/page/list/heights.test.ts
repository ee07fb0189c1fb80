import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Heights } from './heights.ts'

const heights = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 200 })

test('sums and places are those of a plain list', () => {
  fc.assert(
    fc.property(heights, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 900 }))), (values, changes) => {
      const plain = [...values]
      const tree = new Heights(values.length, index => values[index] as number)
      for (const [at, height] of changes) {
        plain[at % plain.length] = height
        tree.set(at % plain.length, height)
      }
      let offset = 0
      plain.forEach((height, index) => {
        expect(tree.offset(index)).toBe(offset)
        expect(tree.indexAt(offset)).toBe(index)
        expect(tree.indexAt(offset + height - 1)).toBe(index)
        offset += height
      })
      expect(tree.total).toBe(offset)
    }),
  )
})

test('outside of the list stand its first and its last item', () => {
  const tree = new Heights(3, () => 10)
  expect([tree.indexAt(-50), tree.indexAt(1000)]).toEqual([0, 2])
  expect(new Heights(0, () => 10).indexAt(5)).toBe(0)
})
