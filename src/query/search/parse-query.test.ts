import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterFrom, parseQuery } from './parse-query.ts'
import { FILTER_NAMES, type Filter, type SearchQuery } from './query.ts'

/** A Monday. */
const NOW = new Date(2026, 10, 16, 12, 0).getTime()

type Parts = Omit<SearchQuery, 'text' | 'filters'> & { readonly filters: readonly string[] }

/** Filters as `name=value`, `!` before those behind a minus. */
function checkQuery(text: string, expected: Partial<Parts>): void {
  const { text: typed, filters, ...parts } = parseQuery(text, { now: NOW })
  expect(typed).toBe(text)
  expect({ text, ...parts, filters: filters.map(formatFilter) }).toEqual({
    text,
    ...{ words: [], phrases: [], without: [], filters: [], notes: [] },
    ...expected,
  })
}

function formatFilter({ name, value, isNot }: Filter): string {
  return `${isNot ? '!' : ''}${name}=${value}`
}

/** All of it is text, and there is nothing to say about it. */
function checkText(text: string): void {
  checkQuery(text, { words: text.split(' ') })
}

function checkNote(text: string, note: RegExp): void {
  const { filters, notes } = parseQuery(text, { now: NOW })
  expect({ text, filters, notes }).toEqual({ text, filters: [], notes: [expect.stringMatching(note)] })
}

describe('text', () => {
  test('is whatever is nothing else', () => {
    for (const text of [
      'why did we drop the queue?',
      'Error: x is not a function',
      'https://example.com/a:b?c=d',
      'C:\\x\\y',
      'foo::bar',
      'Model::find file:///tmp/x file::y',
      'key:value 12:30 a:b :x x:',
      'src/store/lock.ts:42:7',
      "don't say 'single quotes'",
      'cats AND dogs OR NOT NEAR(a b) ^x y* (z) {w} [v]',
      'the problem is: nothing works before: it did',
    ]) {
      checkText(text)
    }
  })
  test('may be in any script', () => checkText('検索 が 遅い поиск žluťoučký 🍅'))
  test('has control characters for white space', () => {
    checkQuery('a\0b\u0007c\td\r\ne\u0085f', { words: ['a', 'b', 'c', 'd', 'e', 'f'] })
    checkQuery(' \0 ', {})
    checkQuery('', {})
  })
  test('is what is behind an odd minus', () => checkText('- -- -> --flag -5 -.5 -/x a-b x- −y'))
})

describe('quotes', () => {
  test('make a phrase', () => {
    checkQuery('"connection reset" by "peer"', { words: ['by'], phrases: ['connection reset', 'peer'] })
    checkQuery('"two\n\t lines" x', { words: ['x'], phrases: ['two lines'] })
  })
  test('may be those of a word processor', () => {
    checkQuery('“one two” «three four» „five six“', { phrases: ['one two', 'three four', 'five six'] })
  })
  test('that are not closed, empty, or inside a word are text', () => {
    checkText('say "hello world')
    checkText('x="a b" 5" “')
    checkText('"" x')
    checkQuery('"a b" c "d', { words: ['c', '"d'], phrases: ['a b'] })
    checkQuery('"a"b', { words: ['b'], phrases: ['a'] })
  })
  test('behind a name that is none are a phrase, and the name is a word', () => {
    checkQuery('message:"not found"', { words: ['message:'], phrases: ['not found'] })
  })
})

describe('a minus', () => {
  test('leaves out a word, a phrase or a path', () => {
    checkQuery('lock -windows -"dead lock" -src/a.ts', {
      words: ['lock'],
      without: ['windows', 'dead lock', 'src/a.ts'],
    })
    checkQuery('検索 -日本', { words: ['検索'], without: ['日本'] })
  })
  test('is an option in a command that was pasted', () => {
    checkText('rm -rf node_modules')
    checkText('grep -n foo -C 3')
    checkText('head -20 x -std=c++17')
    checkQuery('tar -xzvf a.tgz', { words: ['tar', '-xzvf', 'a.tgz'], notes: [expect.stringMatching(/-"xzvf"/)] })
    checkQuery('docker run --rm -quiet -"x y"', {
      words: ['docker', 'run', '--rm', '-quiet'],
      without: ['x y'],
      notes: ['"-quiet" is taken as text, as this looks like a command: write -"quiet" to leave out a word'],
    })
  })
  test('is none in a sentence that only begins like a command', () => {
    checkQuery('find the bug -python', { words: ['find', 'the', 'bug'], without: ['python'] })
  })
})

describe('a filter', () => {
  test('is a known name with a value right behind the colon', () => {
    checkQuery('stale lock project:api Branch:feature/x', {
      words: ['stale', 'lock'],
      filters: ['project=api', 'branch=feature/x'],
    })
    for (const name of FILTER_NAMES) {
      const value = { role: 'Answer', is: 'PINNED', before: '2w', after: 'yesterday', on: 'last-week' }[name as string]
      expect(parseQuery(`${name}:${value ?? 'a,b:c'}`, { now: NOW }).filters).toHaveLength(1)
    }
  })
  test('may have quotes, and a minus', () => {
    checkQuery('project:"my app" -project:web -is:error -tag:“x”', {
      filters: ['project=my app', '!project=web', '!is=error', '!tag=x'],
    })
    checkQuery('rm -rf x -is:error', { words: ['rm', '-rf', 'x'], filters: ['!is=error'] })
  })
  test('of a role or state is in lower case', () => {
    checkQuery('role:Prompt is:SubAgent', { filters: ['role=prompt', 'is=subagent'] })
  })
  test('of a date has a range: before ends where it begins, after holds it', () => {
    const from = new Date(2026, 10, 1).getTime()
    const to = new Date(2026, 10, 2).getTime()
    const rangeOf = (text: string) => parseQuery(text, { now: NOW }).filters[0]?.range
    expect(rangeOf('on:2026-11-01')).toEqual({ from, to })
    expect(rangeOf('before:2026-11-01')).toEqual({ from: undefined, to: from })
    expect(rangeOf('after:"1 nov"')).toEqual({ from, to: undefined })
    expect(rangeOf('project:api')).toBe(undefined)
  })
  test('can come from an option', () => {
    expect(filterFrom('project', ' my app ', NOW)).toEqual({ name: 'project', value: 'my app', isNot: false })
    expect(filterFrom('is', 'Error', NOW)?.value).toBe('error')
    for (const [name, value] of [
      ['is', 'x'],
      ['role', ''],
      ['before', 'soon'],
      ['file', ' '],
    ] as const) {
      expect(filterFrom(name, value, NOW)).toBe(undefined)
    }
  })
})

describe('what is nearly a filter', () => {
  test('is text, and the note says how it is written', () => {
    checkNote('projct:api', /^"projct:api" is taken as text: did you mean project:api\?$/)
    checkNote('projct:"my app"', /did you mean project:"my app"\?$/)
    checkNote('since:2w', /did you mean after:2w\?$/)
    checkNote('prs:12', /did you mean pr:12\?$/)
    checkNote('project: api', /^"project:" is taken as text: a filter has no space after the colon, as in project:api$/)
    checkNote('is: error', /as in is:error$/)
    checkNote('tag:', /as in tag:value$/)
    checkNote('role:prompts', /did you mean role:prompt\?$/)
    checkNote('role:foo', /^"role:foo" is taken as text: role: takes prompt, answer, thinking, .* or plan$/)
    checkNote('is:zzz', /is: takes error, deleted, /)
    checkNote('before:foo', /write a date as before:2w, before:yesterday/)
    checkNote('project:"api', /quotes of its value are empty or not closed$/)
    checkQuery('project: api', { words: ['project:', 'api'], notes: [expect.anything()] })
    checkQuery('-projct:api', { without: ['projct:api'], notes: [expect.anything()] })
  })
  test('is not told of in a long text, nor more than a few times', () => {
    const typed = 'projct:a brnch:b modl:c comit:d sesion:e befor:f aftr:g'
    expect(parseQuery(typed, { now: NOW }).notes).toHaveLength(5)
    expect(parseQuery(`${typed} ${'x '.repeat(300)}`, { now: NOW }).notes).toEqual([])
  })
})

/** Letters and digits, sorted: what must not get lost. */
function lettersOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]/gu) ?? []).sort().join('')
}

describe('any query', () => {
  const bits = [
    ...FILTER_NAMES,
    ':',
    ':',
    '"',
    '“',
    '”',
    '«',
    '-',
    '-',
    ' ',
    ' ',
    ' ',
    'error',
    '2w',
    'a',
    '\0',
    '=',
    '--',
    'find',
  ]
  const queries = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 4 }))).map(parts => parts.join('')),
  )
  test('is taken apart without losing a letter', () => {
    fc.assert(
      fc.property(queries, text => {
        const { words, phrases, without, filters } = parseQuery(text, { now: NOW })
        const parts = [...words, ...phrases, ...without, ...filters.flatMap(({ name, value }) => [name, value])]
        expect(lettersOf(parts.join(' '))).toBe(lettersOf(text))
        expect(words.every(word => /^[^\s\p{Cc}]+$/u.test(word))).toBe(true)
        expect([...phrases, ...without].every(part => part.trim() !== '')).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
  test('of very many words takes no time to speak of', () => {
    const start = performance.now()
    for (const part of ['word ', 'projct:x ', '“a ', '-x"y ', '" "', '«" ', 'before:x ']) {
      parseQuery(part.repeat(20_000), { now: NOW })
    }
    parseQuery(`"${'x'.repeat(1_000_000)}`, { now: NOW })
    parseQuery('-'.repeat(1_000_000), { now: NOW })
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
