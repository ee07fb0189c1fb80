import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/processor-time.ts'
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

describe('what was pasted', () => {
  test('from a listing does not leave itself out', () => {
    checkQuery('-rw-r--r-- 1 kaito staff 1100  9  3 09:54 TodoItem.tsx', {
      words: '-rw-r--r-- 1 kaito staff 1100 9 3 09:54 TodoItem.tsx'.split(' '),
    })
    checkText('chmod gave -rwsr-xr-t@ again')
    checkText('-rwxrwxrwx')
  })
  test('from a diff or an output that begins with a minus is text', () => {
    checkQuery('-const limit = 20', {
      words: ['-const', 'limit', '=', '20'],
      notes: ['"-const" is taken as text, as this looks like pasted output: write -"const" to leave out a word'],
    })
    checkQuery('-src/lock.ts 12 src/store/open.ts 09:54 changed', {
      words: ['-src/lock.ts', '12', 'src/store/open.ts', '09:54', 'changed'],
      notes: [expect.stringMatching(/pasted output/)],
    })
  })
  test('is not taken for a word to leave out that stands first, nor for one behind', () => {
    checkQuery('-windows lock stale file', { words: ['lock', 'stale', 'file'], without: ['windows'] })
    checkQuery('-windows lock 2026', { words: ['lock', '2026'], without: ['windows'] })
    checkQuery('port 3000 12:30 src/a.ts -docker', {
      words: ['port', '3000', '12:30', 'src/a.ts'],
      without: ['docker'],
    })
  })
  test('from a read file is without the numbers of its lines', () => {
    checkQuery('121→ presets:', { words: ['presets:'] })
    checkQuery('   12\tconst x\r\n   13→  return x', { words: ['const', 'x', 'return', 'x'] })
    checkQuery('"   12→const x\n   13→return"', { phrases: ['const x return'] })
  })
  test('keeps numbers that are none of lines', () => {
    checkText('404 not found')
    checkText('12→')
    checkText('a 12→ b')
    checkQuery('12\t', { words: ['12'] })
    checkQuery('1234567\tx', { words: ['1234567', 'x'] })
  })
  test('from a terminal is without colours, links and moves of the cursor', () => {
    checkQuery('\u001b[31mhello', { words: ['hello'] })
    checkQuery('\u001b[1;38:5:9mFA\u001b[0mIL\u001b[K src\u001b[2Ca.ts', { words: ['FAIL', 'src', 'a.ts'] })
    checkQuery('\u001b]8;;https://example.com\u0007link\u001b]8;;\u001b\\ text\u001b(B', { words: ['link', 'text'] })
    checkQuery('\u001b[31m-\u001b[0mold lock', { words: ['lock'], without: ['old'] })
    checkQuery('\u001bhello \u001b]no end \u001b', { words: ['hello', ']no', 'end'] })
    checkText('[31mhello arr[0m] x')
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
  test('is named by its beginning where it is long', () => {
    const [note = ''] = parseQuery(`projct:${'x'.repeat(500)}`, { now: NOW }).notes
    expect(note).toContain(`"projct:${'x'.repeat(60)}…"`)
    expect(note.length).toBeLessThan(250)
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

/** What goes from a text where it was copied from a terminal or a read file. */
const NEVER_TYPED = [/[\x1b\x9b]/, /\d[→\t]/]

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
        if (!NEVER_TYPED.some(mark => mark.test(text))) expect(lettersOf(parts.join(' '))).toBe(lettersOf(text))
        expect(words.every(word => /^[^\s\p{Cc}]+$/u.test(word))).toBe(true)
        expect([...phrases, ...without].every(part => part.trim() !== '')).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
  test('is the same without colours, and without the numbers of its lines', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' ', '-', '"', ':', '→') }).map(text => `x${text}`)
    fc.assert(
      fc.property(fc.array(line), fc.nat(99_999), (lines, first) => {
        const plain = parseQuery(lines.join('\n'), { now: NOW })
        const pasted = lines.map((text, at) => `${first + at}→\u001b[3${at % 8}m${text}\u001b[0m`).join('\n')
        expect({ ...parseQuery(pasted, { now: NOW }), text: '' }).toEqual({ ...plain, text: '' })
      }),
    )
  })
  test('of very many words takes no time to speak of', () => {
    const start = processorMs()
    for (const part of ['word ', 'projct:x ', '“a ', '-x"y ', '" "', '«" ', 'before:x ']) {
      parseQuery(part.repeat(20_000), { now: NOW })
    }
    parseQuery(`"${'x'.repeat(1_000_000)}`, { now: NOW })
    for (const part of ['-', ' ', '" ', '\u001b[', '\u001b]', '1\t', '\n1→', '1→\u001b[1'])
      parseQuery(part.repeat(100_000), { now: NOW })
    expect(processorMs() - start).toBeLessThan(10_000)
  })
})
