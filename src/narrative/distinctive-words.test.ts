import { expect, test } from 'vitest'
import { comesBack, createWordIndex, distinctiveWords } from './distinctive-words.ts'

const PROMISE = 'The sprinkler valve in the greenhouse leaks and still needs to be replaced.'

test.each([
  ['Replace the leaking sprinkler valve of the greenhouse', true],
  ['greenhouse: new sprinkler valve, it leaks no more', true],
  ['Paint the greenhouse green, and the sprinkler too', false],
  ['Add the remaining tests and fix the code', false],
  ['', false],
])('%s', (later, isBack) => {
  expect(comesBack(distinctiveWords(PROMISE), distinctiveWords(later))).toBe(isBack)
})

test('a sentence with few distinctive words never comes back', () => {
  expect(comesBack(distinctiveWords('Fix the tests of the pump'), distinctiveWords('Fix the tests of the pump'))).toBe(
    false,
  )
})

test('names of files and functions are words as they are', () => {
  expect([...distinctiveWords('See `src/store/lock.ts` and readRows().')]).toEqual(['src/store/lock.ts', 'readrow'])
})

test('an index finds what a comparison of all finds', () => {
  const words = 'bean carrot fence garden harvest ladder mulch nettle orchard pump rake shovel trowel valve'.split(' ')
  const sentenceOf = (seed: number): string =>
    Array.from({ length: 3 + (seed % 5) }, (_, at) => words[(seed * 7 + at * (1 + (seed % 4))) % words.length]).join(
      ' ',
    )
  const sentences = new Map(Array.from({ length: 60 }, (_, seed) => [seed, distinctiveWords(sentenceOf(seed))]))
  const index = createWordIndex(sentences)
  let found = 0
  for (let seed = 0; seed < 200; seed++) {
    const later = distinctiveWords(sentenceOf(seed * 3 + 1))
    const expected = [...sentences].filter(([, own]) => comesBack(own, later)).map(([item]) => item)
    expect([...index.find(later)].sort((a, b) => a - b)).toEqual(expected)
    found += expected.length
  }
  expect(found).toBeGreaterThan(50)
})
