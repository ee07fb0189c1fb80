import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { listCorpusFiles, listFixtureFiles } from '../../../test/corpus.ts'
import { FULL_TEXT_DDL } from '../../store/full-text.ts'
import { connect } from '../../store/open.ts'
import { indexTerms } from '../../text/index-terms.ts'
import { isCjk, pairCjk } from '../../text/split-name.ts'
import { listTokens, stemOf } from './stems.ts'

/** The index itself, as the store makes it; it tells which words it made of a text. */
const index = connect(':memory:', 'write')
for (const sql of FULL_TEXT_DDL) index.exec(sql)
index.exec(`CREATE VIRTUAL TABLE words USING fts5vocab('prose_text', 'instance')`)
const clear = index.prepare('DELETE FROM prose_text')
const insert = index.prepare('INSERT INTO prose_text (rowid, prompt) VALUES (1, ?)')
const list = index.prepare('SELECT term FROM words ORDER BY offset')
afterAll(() => index.close())

function listIndexed(text: string): readonly string[] {
  clear.run()
  insert.run(text)
  return list.all().map(row => (row as { readonly term: string }).term)
}

function checkStems(text: string): void {
  expect(Array.from(listTokens(text), ({ stem }) => stem)).toEqual(listIndexed(text.toWellFormed()))
}

/** Whole words of a file: without scripts that have none, and without borders inside names. */
function listWords(path: string): readonly string[] {
  return [...new Set(readFileSync(path, 'utf8').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])]
}

function hasCjk(text: string): boolean {
  return [...text].some(letter => isCjk(letter.codePointAt(0) as number))
}

/** Every word is one token, and has the stem that the index gives it. */
function checkVocabulary(paths: readonly string[]): void {
  const words = [...new Set(paths.flatMap(listWords))].filter(word => !hasCjk(word))
  expect(words.length).toBeGreaterThan(500)
  const wrong: unknown[] = []
  for (let at = 0; at < words.length; at += 500) {
    const some = words.slice(at, at + 500)
    const ours = Array.from(listTokens(some.join(' ')), ({ stem }) => stem)
    const theirs = listIndexed(some.join(' '))
    if (ours.join(' ') === theirs.join(' ')) continue
    for (const word of some) {
      const [one, other] = [Array.from(listTokens(word), ({ stem }) => stem), listIndexed(word)]
      if (one.join(' ') !== other.join(' ')) wrong.push({ word, ours: one, theirs: other })
    }
  }
  expect(wrong).toEqual([])
}

const ENDINGS = [
  '',
  's',
  'es',
  'ed',
  'ing',
  'er',
  'y',
  'ies',
  'ation',
  'ational',
  'fulness',
  'ously',
  'ement',
  'll',
  'e',
]
const words = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'abcdefghilmnorstuvwxyz'), minLength: 1, maxLength: 9 }),
    fc.constantFrom(...ENDINGS),
  )
  .map(parts => parts.join(''))

describe('a stem is what the index makes of the word', () => {
  test('for words made of letters and English endings', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 30 }), some => checkStems(some.join(' '))),
      { numRuns: 600 },
    )
  })
  test('for words with digits, underscores and capitals', () => {
    const unit = fc.constantFrom(...'abcXYZ019_-. ')
    fc.assert(fc.property(fc.string({ unit, maxLength: 80 }), checkStems), { numRuns: 400 })
  })
  test('for short and very long ones', () => {
    for (const length of [1, 2, 3, 4, 63, 64, 65, 66, 100, 3000])
      checkStems(`${'x'.repeat(length - 1)}s ${'ab'.repeat(length)}ing`)
  })
  test('for letters with accents, and of other scripts', () => {
    checkStems('Café naïve Žluťoučký kůň ÅNGSTRÖM straße ŁÓDŹ İstanbul ﬁle')
    checkStems('cafe\u0301 nai\u0308ve A\u030angstro\u0308m')
    checkStems('поиск ЙОД йод Ёлка ΑΘΗΝΑ Ἀθῆναι ὈΔΥΣΣΕΎΣ שָׁלוֹם مَرحَبا हिन्दी ไทย')
    checkStems('running RUNNING Running rännïng')
  })
  test('for every word of the fixtures', () => checkVocabulary(listFixtureFiles()))
  const corpus = listCorpusFiles()?.filter((_, at) => at % 5 === 0)
  test.runIf(corpus)('for the words of the corpus', () => checkVocabulary(corpus ?? []))
  // The index knows an older Unicode: letters that got a small form later keep their case there.
  test.each([
    ['Latin', 0xa0, 0x24f],
    ['Greek', 0x380, 0x3ff],
    ['Cyrillic', 0x400, 0x527],
    ['Hebrew and Arabic', 0x5d0, 0x6ff],
    ['Devanagari', 0x904, 0x97f],
    ['Thai', 0xe01, 0xe4e],
    ['Latin, additional', 0x1e00, 0x1eff],
    ['Greek, extended', 0x1f00, 0x1fff],
    ['numbers and signs', 0x2070, 0x218f],
  ])('for every letter of a script: %s', (_, first, last) => {
    const letters = Array.from({ length: last - first + 1 }, (__, at) => String.fromCodePoint(first + at))
    // Three that it folds in its own way.
    const usual = letters.filter(letter => /[\p{L}\p{N}]/u.test(letter) && !'ǠǡͿ\u1fbe'.includes(letter))
    expect(usual.length).toBeGreaterThan(20)
    for (const letter of usual) checkStems(`a${letter}b ${letter}`)
  })
})

describe('scripts without spaces', () => {
  const letters = fc.constantFrom(...'検索が遅い东西搜索검색느린カナ々〆𠮷𠀀ab1 é.')
  test('are cut as the index cuts them', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 40 }), text => {
        const ours = Array.from(listTokens(text), ({ stem }) => stem)
        // Words of names stand behind the text, each once; they are `parts` here.
        const indexed = listIndexed(indexTerms(text).split('\n')[0] as string)
        expect(ours).toEqual(indexed)
      }),
      { numRuns: 600 },
    )
  })
  test('are pairs of neighbours', () => {
    for (const run of ['検', '検索', '検索が遅い', '검색이느려요', '𠮷野家']) {
      expect(Array.from(listTokens(run), ({ stem }) => stem)).toEqual(pairCjk(run))
    }
  })
})

describe('a token', () => {
  const texts = fc.string({
    unit: fc.oneof(fc.constantFrom(...'aB1é検索검𠮷 _./-\n\t"'), fc.constant('parseHTMLText ')),
    maxLength: 60,
  })
  test('stands where it says, and its number follows that of the one before', () => {
    fc.assert(
      fc.property(texts, text => {
        let last = -1
        for (const { start, end, ordinal, stem } of listTokens(text)) {
          expect(ordinal).toBe(++last)
          expect(stemOf(text.slice(start, end))).toBe(stem)
        }
      }),
      { numRuns: 400 },
    )
  })
  test('of several words has them as parts', () => {
    const partsOf = (text: string) => Array.from(listTokens(text), ({ parts }) => parts)
    expect(partsOf('parseTranscript')).toEqual([['parse', 'transcript']])
    expect(partsOf('parseHTML5Text readURLs plain')).toEqual([['parse', 'html', '5', 'text'], ['read', 'urls'], []])
  })
})
