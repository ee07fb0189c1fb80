import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexTerms } from './index-terms.ts'
import { pairCjk, splitName } from './split-name.ts'

function checkTerms(text: string, expected: string): void {
  expect(indexTerms(text)).toBe(expected)
}

test('plain prose stays as it is', () => {
  checkTerms('', '')
  checkTerms(
    'Fix the flaky test in CI, please. It failed 3 times!',
    'Fix the flaky test in CI, please. It failed 3 times!',
  )
  checkTerms('snake_case and kebab-case and a/b.ts', 'snake_case and kebab-case and a/b.ts')
  checkTerms('Größe, naïve, Straße, ÀÉÎ', 'Größe, naïve, Straße, ÀÉÎ')
})

test('the words of names stand behind the text, each name once', () => {
  checkTerms('call parseTranscript(parseTranscript)', 'call parseTranscript(parseTranscript)\nparse Transcript')
  checkTerms('HTMLParser and readFile', 'HTMLParser and readFile\nHTML Parser read File')
})

test('a name is cut where its words begin', () => {
  expect(splitName('parseHTML5Text')).toEqual(['parse', 'HTML', '5', 'Text'])
  expect(splitName('PascalCase')).toEqual(['Pascal', 'Case'])
  expect(splitName('sha256')).toEqual(['sha', '256'])
  expect(splitName('createSessionBuilderFromSavedState')).toHaveLength(6)
  expect(splitName('naïveBayes')).toEqual(['naïve', 'Bayes'])
})

test('single letters are no words, and one word is no name', () => {
  expect(splitName('iPhone')).toEqual(['Phone'])
  for (const word of ['word', 'Word', 'WORD', 'URLs', '42', 'v2', 'x86', '']) expect(splitName(word)).toEqual([])
})

test('hashes, encoded data and endless names are left alone', () => {
  for (const text of ['8f3e2a1b', 'a1b2c3d4e5f6a7b8', 'dGhpcyBpcyBhIHRlc3Qgb2YgdGhl', `a${'B'.repeat(200)}c`]) {
    checkTerms(text, text)
  }
})

test('runs without spaces become pairs, apart from what stands beside them', () => {
  checkTerms('全文検索', '全文 文検 検索')
  checkTerms('使用React开发', '使用 React 开发')
  checkTerms('、这。', '、 这 。')
  checkTerms('검색 기능', '검색   기능')
  checkTerms('か\u3099き', 'がき')
})

test('a letter of two units is one letter', () => {
  expect(pairCjk('𠮷野家')).toEqual(['𠮷野', '野家'])
  checkTerms('𠮷', '𠮷')
})

test('text beyond ASCII and long text are read like any other', () => {
  checkTerms('größer — readFile', 'größer — readFile\nread File')
  const long = `${'x '.repeat(50_000)}readFile`
  checkTerms(long, `${long}\nread File`)
  // As many units as fit, more bytes than units.
  const tight = `${'é'.repeat(40_000)} readFile ${'x'.repeat(25_526)}`
  checkTerms(tight, `${tight}\nread File`)
})

test('lone surrogates and huge runs do no harm', () => {
  checkTerms('\ud800 readFile \udc00', '\ud800 readFile \udc00\nread File')
  expect(indexTerms('字'.repeat(300_000)).length).toBe(299_999 * 3 - 1)
  expect(indexTerms(`${'aB'.repeat(300_000)}`)).toHaveLength(600_000)
})

test('nothing but spaces and words is ever added', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  fc.assert(
    fc.property(units, codes => {
      const text = String.fromCharCode(...codes)
      const hasCjk = /[\u1100-\uffdc]|[\u{1b000}-\u{3ffff}]/u.test(text)
      const terms = indexTerms(text)
      if (!hasCjk) expect(terms.startsWith(text)).toBe(true)
      const letters = new Set([...text, ...text.normalize('NFC')])
      const added = [...terms].filter(letter => letter !== ' ' && letter !== '\n' && !letters.has(letter))
      expect(added).toEqual([])
    }),
  )
})

/** The plain version, as an oracle for the scan by hand. */
function findNames(text: string): string {
  const names = new Set(text.match(/[A-Za-z0-9]+/g) ?? [])
  const parts = [...names].flatMap(name => splitName(name))
  return parts.length === 0 ? text : `${text}\n${parts.join(' ')}`
}

test('the scan finds the names that a regular expression finds', () => {
  const letters = fc.constantFrom(...'aZ9bQ0_- .sé')
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), text => {
      const plain = text.replaceAll('é', ' ')
      expect(indexTerms(plain)).toBe(findNames(plain))
    }),
    { numRuns: 500 },
  )
})
