import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test('leaves what a person could have typed whole', () => {
  expect(foldText('a\n'.repeat(99))).toBeUndefined()
})

test('keeps both ends of a long paste and counts what is between', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`)
  const folded = foldText(lines.join('\n'))
  expect(folded?.text.split('\n').at(-1)).toBe('line 50')
  expect(folded?.fold.end.split('\n')[0]).toBe('line 191')
  expect(folded?.fold.lines).toBe(140)
})

test('folds one huge line too', () => {
  const folded = foldText('x'.repeat(1_000_000))
  expect((folded?.text.length ?? 0) + (folded?.fold.end.length ?? 0)).toBeLessThan(10_000)
})
