import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/processor-time.ts'
import { createWordFinder, type Find } from './find-words.ts'
import { listTokens, stemOf, type Token } from './stems.ts'
import { type Run, toTerms } from './terms.ts'

function finderOf(question: string) {
  return createWordFinder(toTerms(question.split(' ')).map(({ runs }) => ({ runs, weight: 1 })))
}

/** What is found whole, as it stands in the text. */
function checkFinds(question: string, text: string, expected: readonly string[]): void {
  const finds = finderOf(question).find(text)
  const places = new Map(
    finds.filter(({ weight }) => weight > 0).map(({ start, end }) => [`${start} ${end}`, text.slice(start, end)]),
  )
  expect([...places.values()]).toEqual(expected)
}

/** The plain way: every word of the text is cut and compared. Places of what is found whole, by what was sought. */
function findSlowly(terms: readonly { readonly runs: readonly Run[] }[], text: string): ReadonlySet<string> {
  const tokens = [...listTokens(text)]
  const found = new Set<string>()
  terms.forEach(({ runs }, of) => {
    for (const { stems } of runs) {
      tokens.forEach((token, at) => {
        const end = isRun(tokens, at, stems) ?? (isInside(token, stems) ? token.end : undefined)
        if (end !== undefined) found.add(`${of} ${token.start} ${end}`)
      })
    }
  })
  return found
}

function isRun(tokens: readonly Token[], at: number, stems: readonly string[]): number | undefined {
  const some = tokens.slice(at, at + stems.length)
  return some.length === stems.length && some.every(({ stem }, more) => stem === stems[more])
    ? some.at(-1)?.end
    : undefined
}

function isInside({ parts }: Token, stems: readonly string[]): boolean {
  return parts.some((_, at) =>
    stems.every((stem, more) => parts[at + more] !== undefined && stemOf(parts[at + more] as string) === stem),
  )
}

describe('words are found', () => {
  test('in any form, as whole words', () => {
    checkFinds('retry', 'Retries are retried; retrying is not retryable, retro neither', [
      'Retries',
      'retried',
      'retrying',
    ])
    checkFinds('lock', "lock blocked locks o'clock lock_file unlock", ['lock', 'locks', 'lock'])
    checkFinds('is', 'this is it', ['is'])
  })
  test('inside names', () => {
    checkFinds('transcript', 'parseTranscript(parse_transcript, transcripts)', [
      'parseTranscript',
      'transcript',
      'transcripts',
    ])
    checkFinds('parseTranscript', 'parse transcript parseTranscript', ['parse transcript', 'parseTranscript'])
    checkFinds('parse_transcript', 'parseTranscript parse-transcript', ['parseTranscript', 'parse-transcript'])
  })
  test('several in one name, each of which counts', () => {
    const finds = finderOf('parse transcript').find('parseTranscript(x)')
    expect(finds.map(({ of, start, end }) => [of, start, end])).toEqual([
      [0, 0, 15],
      [1, 0, 15],
    ])
  })
  test('as paths', () => {
    checkFinds('store/lock.ts', 'see src/store/lock.ts, not store/lock.js', ['store/lock.ts'])
    checkFinds('C:\\x\\y', 'at C:\\x\\y.txt', ['C:\\x\\y'])
  })
  test('in spite of accents and case, on either side', () => {
    checkFinds('naive', 'Naïve NAI\u0308VE naive', ['Naïve', 'NAI\u0308VE', 'naive'])
    checkFinds('naïve', 'Naïve naive', ['Naïve', 'naive'])
    checkFinds('straße', 'Die Straße', ['Straße'])
    checkFinds('поиск', 'ПОИСК Поиск', ['ПОИСК', 'Поиск'])
  })
  test('in scripts without spaces, beside other letters too', () => {
    checkFinds('検索', '全文検索が遅い', ['検索'])
    checkFinds('検索が遅い', '全文検索が遅い。', ['検索が遅い'])
    checkFinds('API', 'この API検索 は', ['API'])
    checkFinds('검색', '검색이 느려요', ['검색'])
  })
  test('where a run is written over line ends and signs', () => {
    checkFinds('read_file', 'read\n  file', ['read\n  file'])
    checkFinds('src/a', 'src / a', ['src / a'])
  })
  test('in text that looks like a pattern', () => {
    checkFinds('a.b c++ (x) [y] $z', 'axb a.b c++ (x) [y] $z', ['a.b', 'c', 'x', 'y', 'z'])
  })
  test('of which bytes tell at once that they are not there', () => {
    const { inBytes } = finderOf('retries')
    expect(inBytes?.test('{"text":"we RETRIED it"}')).toBe(true)
    expect(inBytes?.test('{"text":"nothing"}')).toBe(false)
  })
})

function hasShared(terms: readonly { readonly runs: readonly Run[] }[]): boolean {
  const stems = terms.flatMap(({ runs }) => [...new Set(runs.flatMap(run => run.stems))])
  return new Set(stems).size < stems.length
}

/** Bytes never say no where something is found: what they hold need not be parsed only then. */
function checkBytes(question: string, text: string, finds: readonly Find[]): void {
  const { inBytes } = finderOf(question)
  if (inBytes && finds.length > 0) {
    expect(inBytes.test(Buffer.from(JSON.stringify({ text })).toString('latin1'))).toBe(true)
  }
}

describe('any text', () => {
  const WORDS = [
    'retry',
    'retries',
    'retried',
    'be',
    'being',
    'parseText',
    'parse_text',
    'text',
    'HTMLText',
    'the',
    'caf\u00e9',
    'cafe',
    'cafe\u0301',
    'analyses',
    'analysis',
    'happy',
    'happily',
    '検索',
    '検索が遅い',
    'API検索',
    '검색이',
    'utf8',
    'straße',
    'İstanbul',
    'ﬁle',
    '1️⃣',
    '𝐛old',
    'x',
    'src/text.ts',
    'ΣΟΦΟΣ',
    'dyed',
    'dying',
    'ties',
    'tie',
  ]
  const GAPS = [' ', ' ', ' ', '\n', '. ', '/', '_', '-', '', '"', '\t', '👍']
  const words = fc.constantFrom(...WORDS)
  const texts = fc
    .array(fc.tuple(words, fc.constantFrom(...GAPS)), { maxLength: 12 })
    .map(parts => parts.flat().join(''))
  test('is searched as if every word of it were looked at', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), texts, (question, text) => {
        const finds = finderOf(question.join(' ')).find(text)
        const whole = finds.filter(({ weight }) => weight > 0)
        const terms = toTerms(question)
        const oracle = findSlowly(terms, text)
        const ours = new Set(whole.map(({ of, start, end }) => `${of} ${start} ${end}`))
        // Two terms may share a word: it counts for one of them.
        if (!hasShared(terms)) expect(ours).toEqual(oracle)
        else expect([...oracle]).toEqual(expect.arrayContaining([...ours]))
        expect(finds.map(({ start }) => start)).toEqual(finds.map(({ start }) => start).sort((a, b) => a - b))
        checkBytes(question.join(' '), text, whole)
      }),
      { numRuns: 2000 },
    )
  })
  test('of much text takes no time to speak of', () => {
    const start = processorMs()
    const finder = finderOf('retry parseTranscript 検索')
    for (const part of ['retry ', 'x', 'parseT', '検', '検索', 'a\n', '\u0301é'])
      finder.find(part.repeat(300_000 / part.length))
    expect(processorMs() - start).toBeLessThan(8000)
  })
})
