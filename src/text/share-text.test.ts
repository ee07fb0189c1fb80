import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareText } from './share-text.ts'

test('gives every text back unchanged, whatever came before', () => {
  const words = fc.oneof(fc.string({ maxLength: 3 }), fc.string({ maxLength: 400 }), fc.constantFrom('aa', 'ab', 'ba'))
  fc.assert(
    fc.property(fc.array(words), texts => {
      for (const text of texts) expect(shareText(text)).toBe(text)
    }),
  )
})
