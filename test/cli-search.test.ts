import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Filter } from '../src/query/search/query.ts'
import { makeHome, type Result, type RunOptions, runCli } from './cli-runner.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { processorMs } from './processor-time.ts'
import { makeTree, THREE } from './temp-tree.ts'

const LINES = writeScript({ sessionId: THREE, cwd: '/home/dev/garden', startedAt: '2026-03-02T10:00:00.000Z' })
  .prompt('Why is the bean \x1b[2J wet?')
  .bash('npm test', { error: 'Exit code 1\nno such bean: pea' })
  .answer('The pump ran at night.\nIt is off now.\nThe hose dried.\nThe bean is dry.')
  .bash('cat log', { output: `${'quiet\n'.repeat(9000)}a quicksilver drop\n${'quiet\n'.repeat(9000)}` })
  .answer('Nothing in it.').lines

const GARDEN = `.claude/projects/-home-dev-garden/${THREE}.jsonl`

let home: KeepHome
beforeAll(async () => {
  home = makeKeepHome({ [GARDEN]: LINES })
  await home.run(['sync'])
})

function run(args: readonly string[], options: RunOptions = {}): Promise<Result> {
  return home.run(['search', ...args], { ...options, env: { COLUMNS: '100', ...options.env } })
}

async function checkFound(args: readonly string[], expected: RegExp): Promise<void> {
  const { code, out } = await run(args)
  expect({ args, code, out }).toEqual({ args, code: 0, out: expect.stringMatching(expected) })
}

async function checkNothing(args: readonly string[], expected: RegExp): Promise<void> {
  expect(await run(args)).toEqual({ code: 1, out: '', err: expect.stringMatching(expected) })
}

async function checkRefused(args: readonly string[], expected: RegExp): Promise<void> {
  expect(await run(args)).toEqual({ code: 2, out: '', err: expect.stringMatching(expected) })
}

describe('search prints', () => {
  test('id and turn, title, project, age, the place, the answer, and why', async () => {
    const { code, out, err } = await run(['bean', 'wet'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [head, place, answer, why, ...more] = out.trimEnd().split('\n')
    expect(head).toMatch(/^22222222-3:1 {2}Why is the bean .* garden · \d+/)
    expect(place).toBe('  Why is the bean ␛[2J wet?')
    expect(answer).toBe('  → Nothing in it.')
    expect(why).toMatch(/^ {2}prompt · .*: bean wet/)
    expect(more.at(-2)).toMatch(/^2 conversations, best: .*; searched 3 sessions up to 2026-/)
  })
  test('nothing that a terminal would obey', async () => {
    for (const args of [['wet'], ['wet', '--sessions'], ['wet', '--json']])
      expect((await run(args)).out).not.toContain('\x1b')
  })
  test('colours where they are wanted', async () => {
    const { out } = await run(['wet'], { env: { FORCE_COLOR: '1' } })
    expect(out).toContain('\x1b[33m22222222-3:1')
    expect(out).toMatch(/\x1b\[1m\x1b\[36mwet/)
    expect((await run(['wet'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out).not.toContain('\x1b')
  })
  test('lines that fit a narrow terminal', async () => {
    for (const columns of [50, 60, 80]) {
      const { out } = await run(['bean', 'pump'], { env: { COLUMNS: String(columns) } })
      const lines = out.trimEnd().split('\n')
      expect(lines.length).toBeGreaterThan(5)
      expect(lines.filter(line => line.length > columns)).toEqual([])
    }
  })
  test('how much was left out of the index', () =>
    checkFound(['bean'], /of\slong\soutputs\sand\sclient\stext\sonly\swith\s--deep$/m))
})

describe('options', () => {
  test('-n: at most so many', async () => {
    const { out } = await run(['project:app', 'project:garden', '-n', '1', '--json'])
    expect(JSON.parse(out)).toMatchObject({ total: 3, hits: [expect.anything()] })
    expect(JSON.parse((await run(['project:app', 'project:garden', '-n2', '--json'])).out).hits).toHaveLength(2)
  })
  test('--context: lines of each place', async () => {
    const linesOf = async (count: string) =>
      JSON.parse((await run(['pump', '--context', count, '--json'])).out).hits[0].snippet.split('\n')
    expect(await linesOf('1')).toEqual(['The pump ran at night.'])
    expect(await linesOf('4')).toHaveLength(4)
  })
  test('--sessions: one line each', async () => {
    const { out } = await run(['bean', '--sessions'])
    expect(out).toMatch(
      /^ID +TITLE +PROJECT +AGE +MATCH\n22222222-3:1 +Why is .* garden +\d+\w+ ago +the exact words\n22222222-2:1 /,
    )
  })
  test('--deep: also what the index left out', async () => {
    await checkNothing(['"quicksilver drop"'], /nothing found in 3 sessions.*\n.*quotes/)
    await checkFound(['"quicksilver drop"', '--deep'], /a quicksilver drop[\s\S]*found by scanning the archive/)
  })
  test.each([
    [['--project', 'garden']],
    [['--tool', 'Bash', '--is', 'error']],
    [['--cmd', 'npm', 'pea']],
    [['--role', 'answer', 'pump']],
    [['--session', '22222222-3']],
    [['--on', '2026-03-02']],
    [['--after', '2026-03-02', 'bean']],
    [['--branch', 'main', '--project', 'garden']],
    [['--model', 'opus', '--project=garden']],
  ])('filters: %j', args => checkFound(args, /^22222222-3:/))
  test('filters that nobody understands are refused, as options', async () => {
    await checkRefused(
      ['--after', 'soonish', 'x'],
      /^backscroll: --after does not know the time "soonish"\nWrite it as /,
    )
    await checkRefused(['--role', 'boss', 'x'], /--role cannot be "boss"\nIt can be prompt, answer, /)
    await checkRefused(['--is', 'weird'], /--is cannot be "weird"\nIt can be error, deleted, /)
    await checkRefused(['--on', 'x'.repeat(100_000)], /^.{1,120}\n.{1,120}\n$/)
    await checkRefused(['-n', 'many', 'x'], /many/)
  })
})

describe('the query', () => {
  test('may come as one argument', () => checkFound(['bean pump project:garden -"no such thing"'], /^22222222-3:1/))
  test('may have words that begin with a dash', async () => {
    await checkFound(['pump', '-tomatoes'], /^22222222-3:1/)
    await checkNothing(['pump', '-night'], /nothing found/)
    await checkFound(['--', 'pump', '--sessions'], /^22222222-3:1/)
    await checkFound(['npm', '--test'], /npm test/)
  })
  test('that nearly has a filter says so on stderr', async () => {
    expect(await run(['pump', 'projct:garden'])).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^backscroll: "projct:garden" is taken as text: did you mean project:garden\?$/m),
    })
    expect((await run(['pump', 'role:boss'])).err).toMatch(/role: takes prompt, answer/)
    expect((await run(['pump', '--sesions'])).err).toMatch(/the option is --sessions/)
    expect((await run(['pump', '--', '--sesions'])).err).not.toMatch(/option/)
    expect((await run(['Error: pea', 'https://x.org/a', 'C:\\x', 'foo::bar'])).err).not.toMatch(/taken as text/)
  })
  test('that says nothing gives the overview where there is no screen', async () => {
    const overview = await home.run([], { env: { COLUMNS: '100' } })
    expect(overview.out).toMatch(/^3 sessions in 2 projects/)
    for (const args of [[], [''], ['  '], ['-n', '3']]) expect(await run(args)).toEqual(overview)
    expect(JSON.parse((await run(['', '--json'])).out)).toMatchObject({ schema: 'backscroll.overview/1' })
  })
  test('that has no word in it finds nothing', () => checkNothing(['???'], /^backscroll: nothing found in 3 sessions/))
  test('may have filters whose quotes the shell took away', async () => {
    const filtersOf = async (...words: string[]) => {
      const { query } = JSON.parse((await run([...words, '--json'])).out)
      return [
        ...query.filters.map(({ name, value, isNot }: Filter) => `${isNot ? '-' : ''}${name}:${value}`),
        ...query.words,
      ]
    }
    expect(await filtersOf('pea', 'cmd:npm test')).toEqual(['cmd:npm test', 'pea'])
    expect(await filtersOf('pea', '-cmd:npm test')).toEqual(['-cmd:npm test', 'pea'])
    expect(await filtersOf('pump', 'after:last week')).toEqual(['after:last week', 'pump'])
    expect(await filtersOf('pump', 'after:last week bean')).toEqual(['after:last week', 'pump', 'bean'])
    expect(await filtersOf('pump', 'cmd:npm test project:garden')).toEqual([
      'cmd:npm',
      'project:garden',
      'pump',
      'test',
    ])
    expect(await filtersOf('pump', 'is:error in it')).toEqual(['is:error', 'pump', 'in', 'it'])
    expect(await filtersOf('after:last week pump')).toEqual(['after:last week', 'pump'])
    expect(await filtersOf('on:2 march 2026')).toEqual(['on:2 march 2026'])
    expect(await filtersOf('on:2026 march of the beans')).toEqual(['on:2026', 'march', 'of', 'the', 'beans'])
    expect(await filtersOf('cmd:npm test')).toEqual(['cmd:npm', 'test'])
    expect(await filtersOf('cmd:"npm test"')).toEqual(['cmd:npm test'])
    expect(await filtersOf('file:///tmp x', 'pump')).toEqual(['file:///tmp', 'x', 'pump'])
  })
  test('of one argument that may be a value with spaces says how it was read', async () => {
    expect((await run(['cmd:npm test'])).err).toBe(
      `backscroll: cmd: took "npm" alone; for more words write 'cmd:"npm test"'\n`,
    )
    expect((await run(['cmd:"npm test"'])).err).toBe('')
    expect((await run(['pea', 'cmd:npm test'])).err).toBe('')
    expect((await run(['project:garden why is the bean wet'])).err).toBe('')
  })
  test('that finds nothing says what was searched and what to try', async () => {
    await checkNothing(
      ['zeppelin'],
      /^backscroll: no session has the word "zeppelin"\nbackscroll: nothing found in 3 sessions up to .*\nTry other words, or `--deep`/,
    )
    await checkNothing(['bean', 'project:nowhere'], /without the filters/)
    await checkNothing(['project:nowhere'], /another filter/)
    await checkNothing(['"bean the"'], /without the quotes/)
  })
})

describe('--json', () => {
  test('has the keys that are promised, in their order', async () => {
    const { code, out, err } = await run(['bean', 'project:garden', '--json'])
    const answer = JSON.parse(out)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(answer.schema).toBe('backscroll.search/1')
    expect(Object.keys(answer)).toEqual(['schema', 'query', 'step', 'notes', 'coverage', 'hits', 'total'])
    expect(Object.keys(answer.query)).toEqual(['text', 'words', 'phrases', 'without', 'filters'])
    expect(Object.keys(answer.coverage)).toEqual(['sessions', 'newestAt', 'syncedAt', 'leftOutBytes', 'isDeep'])
    const promised = ['sessionId', 'turn', 'entryUuid', 'role', 'title', 'project', 'at', 'snippet', 'score', 'alsoIn']
    const keys = Object.keys(answer.hits[0])
    expect(keys.filter(key => promised.includes(key))).toEqual(promised)
    expect(Object.keys(answer.hits[0].span)).toEqual(['file', 'generation', 'start', 'end', 'line'])
    expect(answer.hits[0]).toMatchObject({
      sessionId: THREE,
      shortId: '22222222-3',
      turn: 1,
      alsoIn: [],
      highlights: [expect.anything()],
    })
  })
  test('is an answer too where nothing is found', async () => {
    const { code, out } = await run(['zeppelin', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      schema: 'backscroll.search/1',
      hits: [],
      total: 0,
      coverage: { sessions: 3 },
    })
  })
})

describe('where search looks', () => {
  test('on a machine that never kept anything it keeps first', async () => {
    const fresh = makeKeepHome()
    const { code, out } = await fresh.run(['search', 'tomatoes'])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^11111111:1 {2}Grow the tomatoes/) })
    expect((await fresh.run(['search', 'tomatoes'])).err).toBe('')
  })
  test('what is new since is there at once', async () => {
    const fresh = makeKeepHome()
    await fresh.run(['sync'])
    const more = makeKeepHome({ [GARDEN]: LINES })
    expect((await more.run(['search', 'pump'])).code).toBe(0)
    expect((await fresh.run(['search', 'pump'])).code).toBe(1)
  })
  test('--root looks there alone, and keeps nothing', async () => {
    const folder = makeTree({ [GARDEN]: LINES })
    const fresh = makeKeepHome()
    const { code, out } = await fresh.run(['search', 'pump', '--root', `${folder}/.claude`])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^22222222:1 {2}Why is the bean/) })
    expect((await fresh.run(['search', 'tomatoes', '--root', `${folder}/.claude`])).code).toBe(1)
    expect((await fresh.run(['search', 'pump'])).code).toBe(1)
  })
  test('--demo searches the demo set', async () => {
    const { code, out } = await makeKeepHome().run(['search', '--demo', 'test'])
    expect(code).toBe(0)
    expect(out).toMatch(/conversations?, best: /)
  })
  test('where there are no transcripts at all it says so in a sentence', async () => {
    const { code, out, err } = runCli(['search', 'pump'], { home: makeHome('nothing') })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^backscroll: no Claude Code transcripts [^\n]+\n[^\n]+\n$/)
    const answer = runCli(['search', 'pump', '--json'], { home: makeHome('nothing') })
    expect({ code: answer.code, err: answer.err }).toEqual({ code: 1, err: '' })
    expect(JSON.parse(answer.out)).toMatchObject({ coverage: { sessions: 0 }, hits: [] })
  })
})

function numbered(piece: (at: number) => string): string {
  return Array.from({ length: 10_000 }, (_, at) => piece(at)).join(' ')
}

describe('no query text ever fails', () => {
  const OPERATORS = [
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'NEAR(',
    'NEAR(a b, 3)',
    '*',
    '^',
    ':',
    '(',
    ')',
    '"',
    "'",
    '-',
    '+',
    '{',
    '}',
    '""',
    '"a',
    'a"b',
    '{prompt}:',
    'prompt:',
    'prompt : bean',
    '%',
    '_',
    '\\',
    '\0',
    ';',
    '--',
    '$1',
    '?1',
    '\ud800',
    '\udfff',
    'bean*',
    '^bean',
    '(?:[a-z',
    '[[:alpha:]]',
    '.*',
    'a{9999}',
    '\u202e',
    '“',
    '«x',
    '-"',
    'role:',
    'is:',
    'project:""',
    'the',
    'a',
    '検',
    '👍🏽',
    'I\u0307',
  ]
  /** In process, as the shell would: found or not, and never a word about SQL. */
  async function checkNeverFails(text: string): Promise<void> {
    const { code, err } = await run(['--', text])
    const isEmpty = !/[^\s\p{Cc}]/u.test(text)
    expect({ text: text.slice(0, 80), code, err: err.slice(0, 300) }).toEqual({
      text: text.slice(0, 80),
      code: isEmpty ? 0 : expect.toSatisfy(value => value === 0 || value === 1),
      err: expect.not.stringMatching(/sql|fts5|syntax|unterminated|no such column/i),
    })
  }
  test.each(OPERATORS.map(text => [JSON.stringify(text), text]))('%s', (_, text) => checkNeverFails(text))
  test('whatever is put together of such', async () => {
    const pieces = fc.oneof(
      fc.constantFrom(...OPERATORS),
      fc.constantFrom('bean', 'pump', ' ', ' '),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { minLength: 1, maxLength: 8 }).map(parts => parts.join('')),
        checkNeverFails,
      ),
      { numRuns: 40 },
    )
  })
  test.each([
    ['ten thousand words', numbered(at => `word${at}`)],
    ['ten thousand names', numbered(at => `src/bean_${at}.ts`)],
    ['ten thousand words that are there', 'bean '.repeat(10_000)],
    ['ten thousand quotes', numbered(at => `"a b${at}"`)],
    ['ten thousand words to leave out', `bean ${numbered(at => `-wet${at}`)}`],
    ['ten thousand filters', `${numbered(at => `project:garden${at}`)}`],
    ['only stop words', 'what is the and of it why'],
    ['a word of a megabyte', 'x'.repeat(1_000_000)],
    ['a megabyte without spaces', '検'.repeat(300_000)],
    ['a name of a megabyte', 'aB'.repeat(500_000)],
    ['a path of a megabyte', 'a/'.repeat(500_000)],
    ['a phrase of a megabyte', `"${'bean '.repeat(200_000)}"`],
  ])('%s', async (_, text) => {
    const start = processorMs()
    await checkNeverFails(text)
    expect(processorMs() - start).toBeLessThan(5000)
  })
  test('a pasted page is a question, and is answered', () =>
    checkFound(
      [`${'lorem ipsum dolor sit amet '.repeat(400)} the pump ran at night ${'consectetur elit '.repeat(400)}`],
      /^22222222-3:1/,
    ))
})
