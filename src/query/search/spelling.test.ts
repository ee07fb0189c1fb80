import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listFixtureFiles } from '../../../test/corpus.ts'
import { stemsOneAway, wordWithStem } from './spelling.ts'
import { stemOf } from './stems.ts'

describe('stems one typing error away', () => {
  test.each([
    ['a letter too few', 'trascript', 'transcript'],
    ['a letter too many', 'transscript', 'transcript'],
    ['another letter', 'transkript', 'transcript'],
    ['two swapped', 'trnascript', 'transcript'],
    ['the first letter', 'rtanscript', 'transcript'],
    ['an error that changes the ending', 'migratoin', 'migration'],
    ['an error in a word form', 'retryign', 'retrying'],
    ['a doubled ending', 'lockingg', 'locking'],
  ])('hold the word that was meant: %s', (_, typed, meant) => {
    expect(stemsOneAway(typed)).toContain(stemOf(meant))
  })
  test('are those of other words only, and each once', () => {
    const stems = stemsOneAway('lock')
    expect(new Set(stems).size).toBe(stems.length)
    expect(stems).not.toContain('unlock')
  })
  test('are not looked for in short, very long and odd words', () => {
    for (const word of ['', 'abc', 'x'.repeat(25), 'ab1cd', 'a b c', '検索検索', 'naïve'])
      expect(stemsOneAway(word)).toEqual([])
  })
})

describe('a word with a stem', () => {
  test('has it, as the index stems what it is asked for once more', () => {
    const words = listFixtureFiles().flatMap(path => readFileSync(path, 'utf8').match(/[\p{L}\p{N}]+/gu) ?? [])
    const stems = new Set(words.map(stemOf))
    expect(stems.size).toBeGreaterThan(500)
    expect([...stems].filter(stem => stemOf(wordWithStem(stem)) !== stem)).toEqual([])
  })
  test.each(['retri', 'migrat', 'queri', 'analys', 'poni', 'argu', 'be', '検索', ''])('%s', stem => {
    expect(stemOf(wordWithStem(stem))).toBe(stem)
  })
})
