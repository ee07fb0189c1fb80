import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isName, looseParts, matchOf, quoteWords, toTerm, toTerms } from './terms.ts'

/** The ways to write it, each as words with a space between. */
function checkRuns(text: string, expected: readonly string[]): void {
  expect({ text, runs: toTerm(text)?.runs.map(({ words }) => words.join(' ')) }).toEqual({ text, runs: expected })
}

describe('a term', () => {
  test('of one word is that word, without case and accents', () => {
    checkRuns('Lock', ['lock'])
    checkRuns('naïve', ['naive'])
    checkRuns('"Lock!"', ['lock'])
  })
  test('of several words in one name is the name, or its words', () => {
    checkRuns('parseTranscript', ['parsetranscript', 'parse transcript'])
    checkRuns('HTMLParser', ['htmlparser', 'html parser'])
    checkRuns('utf8', ['utf8', 'utf 8'])
  })
  test('with underscores or dashes is its words, or one name', () => {
    checkRuns('parse_transcript', ['parse transcript', 'parsetranscript'])
    checkRuns('no-cache', ['no cache', 'nocache'])
    checkRuns('x_axis_label', ['x axis label', 'xaxislabel', 'axis label'])
  })
  test('that is a path, an address or code is its words in order', () => {
    checkRuns('src/store/lock.ts', ['src store lock ts'])
    checkRuns('C:\\x\\y.txt', ['c x y txt'])
    checkRuns('https://example.com/a', ['https example com a'])
    checkRuns('foo::bar', ['foo bar'])
    checkRuns('Error:', ['error'])
  })
  test('in a script without spaces is its pairs', () => {
    checkRuns('検索が', ['検索 索が'])
    checkRuns('検', ['検'])
    checkRuns('API検索', ['api 検索'])
  })
  test('is none without a letter or digit', () => {
    for (const text of ['', ' ', '--', '"', '*', '…', '🍅', '\0', '\ud800']) expect(toTerm(text)).toBe(undefined)
  })
  test('is a stop word where every text has it', () => {
    for (const text of ['the', 'Why', "don't", 'is?', 'x', 'we', 'don’t', "didn't", "what's", "I'm", "we'll"])
      expect(toTerm(text)?.isStop).toBe(true)
    for (const text of ['lock', 'AND-gate', '5', 'Go', 'the_thing', '検', "bob's", "don't-care", "o'reilly"])
      expect(toTerm(text)?.isStop).toBe(false)
  })
  test('of very many words has no more than a few of them', () => {
    expect(toTerm('a/'.repeat(5000))?.runs[0]?.words).toHaveLength(40)
  })
})

describe('terms of a question', () => {
  test('come once each, word forms included', () => {
    expect(toTerms(['lock', 'locks', 'Locking', 'the', '--', 'key']).map(({ text }) => text)).toEqual([
      'lock',
      'the',
      'key',
    ])
  })
  test('are not without end', () => {
    expect(toTerms(Array.from({ length: 10_000 }, (_, at) => `word${at}x`))).toHaveLength(400)
  })
})

describe('loose parts', () => {
  test('are the telling words of a name or path', () => {
    const partsOf = (text: string) =>
      looseParts(toTerm(text) as NonNullable<ReturnType<typeof toTerm>>).map(part => part.text)
    expect(partsOf('src/store/lock.ts')).toEqual(['src', 'store', 'lock', 'ts'])
    expect(partsOf('isTheLockStale')).toEqual(['lock', 'stale'])
    expect(partsOf('lock')).toEqual([])
  })
})

test('names are told from words', () => {
  for (const text of ['readFile', 'lock.ts', '--no-cache', 'a/b', './x', '~/y', 'foo::bar', 'utf8'])
    expect(isName(text)).toBe(true)
  for (const text of ['lock', 'Lock', 'why?', 'it.', '(x)']) expect(isName(text)).toBe(false)
})

test('an expression is all quoted, whatever stands in it', () => {
  expect(quoteWords(['a', 'b"c'])).toBe('"a b""c"')
  expect(matchOf([{ words: ['a', 'b'] }])).toBe('"a b"')
  expect(matchOf([{ words: ['ab'] }, { words: ['a', 'b'] }])).toBe('("ab" OR "a b")')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
      const runs = toTerm(text)?.runs ?? []
      expect(matchOf(runs).replace(/"(?:[^"]|"")*"/g, '')).toMatch(/^(?:\((?: OR )*\))?$/)
    }),
  )
})
