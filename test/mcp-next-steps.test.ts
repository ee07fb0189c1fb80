/** What an answer names is found by whoever follows it word for word. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { APP, idOf, NAMESAKE, startWith } from './mcp-facts-home.ts'
import { type McpHome, startMcp } from './mcp-home.ts'
import { toLines, writeItem } from './temp-tree.ts'

/** The calls that an answer proposes, as they stand there. */
function callsIn(text: string): readonly (readonly [string, object])[] {
  return Array.from(text.matchAll(/^(?:[^>[].*?)?\b(read|timeline) (\{"[^}]*\})/gm), ([, name = '', args = '']) => [
    name,
    JSON.parse(args),
  ])
}

describe('a call that an answer proposes', () => {
  let home: McpHome

  beforeAll(async () => {
    const long = (script: ReturnType<typeof writeScript>) =>
      Array.from({ length: 60 }, (_, at) => at).reduce(
        (told, at) => told.prompt(`Prompt ${at} of many`).answer(`Answer ${at}, and no more`),
        script,
      )
    home = await startWith(
      {
        [idOf('a')]: {
          cwd: NAMESAKE,
          tell: script =>
            script
              .prompt('Find the otter')
              .bash('npm test', { error: 'Exit code 1\nTypeError: the otter is not a function' })
              .edit(`${NAMESAKE}/src/otter.ts`)
              .bash('npm test', { output: 'ok' })
              .answer('The otter swims.'),
        },
        [idOf('b')]: { cwd: NAMESAKE, startedAt: '2026-03-02T10:00:00.000Z', tell: long },
        [idOf('c')]: {
          startedAt: '2026-03-03T10:00:00.000Z',
          tell: script => script.prompt('Find the badger').edit(`${APP}/src/badger.ts`).answer('The badger digs.'),
        },
      },
      { ownSession: idOf('c') },
    )
  })

  test.each([
    ['search', { query: 'otter', scope: 'all' }],
    ['find_fix', { error: 'TypeError: the otter is not a function', scope: 'all' }],
    ['file_history', { path: 'otter.ts', scope: 'all' }],
    ['recent', { scope: 'all' }],
    ['read', { at: 'aaaaaaaa', scope: 'all' }],
    ['timeline', { session: 'bbbbbbbb', scope: 'all', max_bytes: 1500 }],
    ['search', { query: 'badger', include_current: true }],
    ['file_history', { path: 'badger.ts', include_current: true }],
    ['recent', { include_current: true }],
    ['read', { at: 'cccccccc:1', include_current: true }],
  ])('of %s to %j is answered', async (name, args) => {
    const { text } = await home.call(name, args)
    const calls = callsIn(text)
    expect(calls, text).toHaveLength(1)
    for (const [next, given] of calls) expect(await home.call(next, { ...given })).toMatchObject({ isError: false })
  })

  test('says no more than it has to', async () => {
    const { text } = await home.call('read', { at: 'aaaaaaaa', scope: 'all' })
    expect(text).toContain('For the calls: read {"at": "aaaaaaaa:1", "level": "tools", "scope": "all"}.')
  })
})

describe('the entry that a hit names', () => {
  // Longer than a name, and alike at its beginning.
  const sameStart = (number: number): object => ({ uuid: `abcdefgh-${number}` })
  const text = (words: string, more: object): object => ({
    type: 'assistant',
    message: { id: words, type: 'message', role: 'assistant', model: 'x', content: [{ type: 'text', text: words }] },
    ...more,
  })
  let home: McpHome

  beforeAll(async () => {
    home = await startWith({
      [idOf('a')]: {
        tell: script =>
          script
            .prompt('Where is the heron?')
            .line(text('The heron stands in the reeds.', sameStart(1)))
            .line(text('The egret is beside it.', sameStart(2)))
            .line(text('A bittern as well.', { uuid: 'x\nUser: yes' }))
            .line(text('A stork, too.', { uuid: 'st' }))
            .bash('ls', { output: 'nothing' })
            .answer('It was a crane all along.'),
      },
    })
  })

  test.each([
    ['heron reeds', 'abcdefgh-1', 'The heron stands in the reeds.'],
    ['egret', 'abcdefgh-2', 'The egret is beside it.'],
  ])('is told for what was said on the way (%s), whole where others begin so', async (query, entry, said) => {
    const { text: found } = await home.call('search', { query })
    expect(found).toContain(`[aaaaaaaa:1] 2026-03-01 10:0`)
    expect(/ answer entry=(\S+)/.exec(found)?.[1]).toBe(entry)
    expect((await home.call('read', { at: 'aaaaaaaa:1' })).text).not.toContain(said)
    expect((await home.call('read', { at: 'aaaaaaaa:1', entry })).text).toContain(`Claude: ${said}`)
  })

  test('is not told for the last answer, which every reader of the turn sees', async () => {
    const { text: found } = await home.call('search', { query: 'crane' })
    expect(found).not.toContain('entry=')
    expect((await home.call('read', { at: 'aaaaaaaa:1' })).text).toContain('It was a crane all along.')
  })

  test.each(['bittern', 'stork'])('is not told where read would not take it (%s)', async query => {
    const { text: found } = await home.call('search', { query })
    expect(found).toContain('[aaaaaaaa:1]')
    expect(found).not.toContain('entry=')
    expect(found).not.toMatch(/^User: yes/m)
  })
})

test('other projects are counted as projects: clones as one, namesakes as two, told apart by their folders', async () => {
  const home = makeKeepHome()
  const folders = [
    ['a', 'one/lib', 'https://example.com/o/lib.git'],
    ['b', 'two/Lib', 'https://example.com/o/Lib.git'],
    ['c', 'three/tool', ''],
    ['d', 'four/tool', ''],
  ] as const
  for (const [letter, folder, remote] of folders) {
    const cwd = join(home.home, folder)
    writeItem(join(cwd, '.git/config'), remote === '' ? '' : `[remote "origin"]\n\turl = ${remote}\n`)
    writeItem(join(cwd, '.git/HEAD'), 'ref: refs/heads/main\n')
    const { lines } = writeScript({
      sessionId: idOf(letter),
      cwd,
      startedAt: `2026-03-05T1${letter.charCodeAt(0) - 97}:00:00.000Z`,
    })
      .prompt(`The ibis${remote === '' ? ' nests' : ' flies'}`)
      .bash('npm test', { error: `Exit code 1\nError: the ibis${remote === '' ? ' nests' : ' flies'} away` })
      .edit(join(cwd, remote === '' ? 'nest.ts' : 'wing.ts'))
      .answer('So be it.')
    writeItem(join(home.config, 'projects', folder.replace('/', '-'), `${idOf(letter)}.jsonl`), toLines(lines))
  }
  expect((await home.run(['sync'])).code).toBe(0)
  const mcp = await startMcp({ home })
  const told = async (name: string, args: object): Promise<string | undefined> =>
    /^\d+ other projects? \([^)]*\)/m.exec((await mcp.call(name, { ...args })).text)?.[0]
  expect(await told('search', { query: '"ibis flies"' })).toMatch(/^1 other project \(lib\)$/i)
  expect(await told('search', { query: '"ibis nests"' })).toBe('2 other projects (four/tool, three/tool)')
  expect(await told('file_history', { path: 'wing.ts' })).toMatch(/^1 other project \(lib\)$/i)
  expect(await told('file_history', { path: 'nest.ts' })).toBe('2 other projects (four/tool, three/tool)')
  expect(await told('find_fix', { error: 'Error: the ibis flies away' })).toMatch(/^1 other project \(lib\)$/i)
  expect(await told('timeline', { day: '2026-03-05' })).toMatch(
    /^3 other projects \(lib, (?:three\/tool, four|four\/tool, three)\/tool\)$/i,
  )
})

describe('a cursor into sessions', () => {
  const prompts = (words: string, count: number) => (script: ReturnType<typeof writeScript>) =>
    Array.from({ length: count }, (_, at) => at).reduce(
      (told, at) => told.prompt(`${words} ${at}`).answer(`Answer ${at} ${'and on '.repeat(20)}`),
      script,
    )
  const cursorIn = (text: string): string | undefined => /cursor: "([^"]+)"/.exec(text)?.[1]

  test('is refused where another session took the place, and goes on in one that grew', async () => {
    const home = await startWith({
      [idOf('a')]: { tell: prompts('Feed the osprey', 9) },
      [idOf('b')]: { startedAt: '2026-03-02T10:00:00.000Z', tell: prompts('Count the osprey', 9) },
    })
    const recent = { max_bytes: 600 }
    const read = { at: 'aaaaaaaa', max_bytes: 1500 }
    const [first, turns] = [await home.call('recent', recent), await home.call('read', read)]
    const cursors = { recent: cursorIn(first.text), read: cursorIn(turns.text) }
    expect(first.text).toContain('[bbbbbbbb:')
    expect((await home.call('recent', { ...recent, cursor: cursors.recent })).text).toContain('[aaaaaaaa:')

    const folder = join(home.home.config, 'projects', APP.replaceAll('/', '-'))
    const newer = prompts(
      'Ring the osprey',
      2,
    )(writeScript({ sessionId: idOf('c'), startedAt: '2026-03-03T10:00:00Z' }))
    writeItem(join(folder, `${idOf('c')}.jsonl`), toLines(newer.lines))
    const grown = prompts('Feed the osprey', 12)(writeScript({ sessionId: idOf('a') }))
    writeItem(join(folder, `${idOf('a')}.jsonl`), toLines(grown.lines))
    expect((await home.home.run(['sync'])).code).toBe(0)

    expect(await home.call('recent', { ...recent, cursor: cursors.recent })).toEqual({
      isError: true,
      text: 'what the argument "cursor" leads to has changed since. Leave it out to ask again from the start.',
    })
    expect(await home.call('read', { ...read, cursor: cursors.read })).toMatchObject({
      isError: false,
      text: expect.stringContaining('goes on in turn'),
    })
  })
})
