import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EntryRow } from './entry-reader.ts'
import { createWordFinder } from './find-words.ts'
import { cutSnippet, type Snippet } from './snippet.ts'
import { listTokens, stemOf } from './stems.ts'
import { toTerms } from './terms.ts'
import type { Passage } from './unit-text.ts'

const ENTRY = {
  session: 1,
  agent: '',
  number: 0,
  file: 1,
  start: 0,
  end: 1,
  line: 1,
  kind: 'user',
  turn: 1,
} as EntryRow

type Cut = Snippet & { readonly marked: readonly string[] }

/** What is shown of these texts, and the marked words in it. Columns may stand before the text: `output: …`. */
function cut(question: string, texts: string | readonly string[], lines = 3): Cut | undefined {
  const passages = [texts].flat().map((text): Passage => {
    const column = /^(prompt|answer|output): /.exec(text)?.[1] as Passage['column'] | undefined
    return {
      entry: ENTRY,
      column: column ?? 'prompt',
      role: 'prompt',
      text: column ? text.slice(column.length + 2) : text,
    }
  })
  const finder = createWordFinder(toTerms(question.split(' ')).map(({ runs }) => ({ runs, weight: 1 })))
  const snippet = cutSnippet(passages, finder, { lines, chars: lines * 100 })
  return snippet && { ...snippet, marked: snippet.highlights.map(([start, end]) => snippet.text.slice(start, end)) }
}

function checkCut(question: string, text: string, shown: string, marked: readonly string[]): void {
  const { text: got, marked: words } = cut(question, text) as Cut
  expect({ text: got, marked: words }).toEqual({ text: shown, marked })
}

describe('a snippet', () => {
  test('is the whole of a short text', () => {
    checkCut('lock', 'The lock is stale.', 'The lock is stale.', ['lock'])
  })
  test('begins with the line the words stand in, and has no empty ones', () => {
    checkCut('stale', 'one\n\ntwo\nthe stale lock\n\n  three\nfour\nfive', 'the stale lock\nthree\nfour', ['stale'])
  })
  test('is the place where most of the words stand together', () => {
    const text = `lock\n${'filler\n'.repeat(100)}the stale lock of the writer\n${'filler\n'.repeat(100)}stale`
    checkCut('stale lock writer', text, 'the stale lock of the writer\nfiller\nfiller', ['stale', 'lock', 'writer'])
  })
  test('is cut out of a very long line, with some of what stands before', () => {
    const { text, marked } = cut('needle', `${'hay '.repeat(50_000)}needle ${'hay '.repeat(50_000)}`) as Cut
    expect(text).toMatch(/^…(?:hay ){5,15}needle (?:hay ?)+…$/)
    expect(text.length).toBeLessThanOrEqual(302)
    expect(marked).toEqual(['needle'])
  })
  test('marks every word that is sought, in each line', () => {
    checkCut('lock', 'lock and locks\n\tunlock the lock\r\nlocking', 'lock and locks\nunlock the lock\nlocking', [
      'lock',
      'locks',
      'lock',
      'locking',
    ])
  })
  test('marks what overlaps once', () => {
    checkCut('parseTranscript parse_transcript transcript', 'parseTranscript(x)', 'parseTranscript(x)', [
      'parseTranscript',
    ])
    checkCut('store/lock.ts lock', 'src/store/lock.ts', 'src/store/lock.ts', ['store/lock.ts'])
  })
  test('marks scripts without spaces', () => {
    checkCut('検索が', '全文検索が遅い。', '全文検索が遅い。', ['検索が'])
    checkCut('검색', '검색이 느려요', '검색이 느려요', ['검색'])
  })
  test('keeps hostile text as it is, for whoever draws it', () => {
    checkCut('lock', '\x1b[2J lock\x07 \u202eevil', '\x1b[2J lock\x07 \u202eevil', ['lock'])
  })
  test('prefers what somebody wrote to what a program printed', () => {
    expect(cut('lock', ['output: the lock', 'prompt: the lock'])?.passage.column).toBe('prompt')
  })
  test('is the beginning where nothing is found, and nothing where there is no text', () => {
    checkCut('absent', 'one\ntwo\nthree\nfour', 'one\ntwo\nthree', [])
    expect(cut('absent', [])).toBe(undefined)
    expect(cut('absent', '')?.text).toBe('')
  })
  test('knows which words stand anywhere in the texts', () => {
    expect(cut('lock stale absent', [`the lock${' x'.repeat(500)}`, 'stale'])?.matched).toEqual(new Set([0, 1]))
  })
  test('never cuts a letter in two', () => {
    for (const lead of ['', 'x']) {
      const { text } = cut('needle', `${lead}${'𠮷'.repeat(200)}needle${'🍅'.repeat(200)}`) as Cut
      expect(text).toMatch(/^…𠮷+needle🍅+…$/u)
    }
  })
  test('of one line is one line', () => {
    expect(cut('two', 'one\ntwo\nthree', 1)?.text).toBe('two')
  })
})

describe('of any text', () => {
  const units = fc.constantFrom(
    'lock',
    'Stale',
    'parseLock',
    '検索',
    '𠮷',
    '🍅',
    'é',
    'x',
    ' ',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\ud800',
    '\u2028',
    '\x1b[1m',
    '.',
    'a'.repeat(150),
  )
  test('it is short, stands in it line by line, and marks sought words only', () => {
    fc.assert(
      fc.property(fc.array(units, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (parts, lines) => {
        const whole = parts.join('')
        const snippet = cut('lock stale 検索', whole, lines) as Cut
        expect(snippet.text.split('\n').length).toBeLessThanOrEqual(lines)
        expect(snippet.text.length).toBeLessThanOrEqual(lines * 100 + lines * 2)
        for (const line of snippet.text.split('\n')) expect(whole).toContain(line.replace(/^…|…$/g, ''))
        for (const word of snippet.marked) {
          const [{ stem, parts } = { stem: '', parts: [] }] = listTokens(word)
          expect(
            [stem, ...parts.map(stemOf)].some(one => ['lock', 'stale', '検索'].includes(one)),
            word,
          ).toBe(true)
        }
        const flat = snippet.highlights.flat()
        expect(flat).toEqual([...flat].sort((a, b) => a - b))
        if (snippet.matched.size > 0) expect(snippet.marked.length).toBeGreaterThan(0)
      }),
      { numRuns: 1500 },
    )
  })
})
