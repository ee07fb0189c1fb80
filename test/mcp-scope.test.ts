/** Whose sessions are meant where a project is asked, and what is said where nobody knows which. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectClient } from './mcp-client.ts'
import { APP, idOf, NAMESAKE, startWith } from './mcp-facts-home.ts'
import type { McpHome } from './mcp-home.ts'
import { makeTree } from './temp-tree.ts'

let home: McpHome
beforeAll(async () => {
  home = await startWith({
    [idOf('a')]: { tell: script => script.prompt('Feed the heron').edit(`${APP}/src/fish.ts`).answer('Fed.') },
    [idOf('b')]: {
      cwd: NAMESAKE,
      startedAt: '2026-03-02T10:00:00.000Z',
      branch: 'other',
      tell: script => script.prompt('Count the heron').edit(`${NAMESAKE}/src/fish.ts`).answer('Three.'),
    },
  })
})

/** A client that works in APP. */
const connectApp = async () => (await connectClient(home, { connection: { folder: APP } })).client

describe('resources', () => {
  test('of the project alone are read; for others the tool is named that opens them', async () => {
    const client = await connectApp()
    const own = await client.readResource({ uri: `backscroll://session/${idOf('a')}` })
    expect(JSON.stringify(own)).toContain('Feed the heron')
    for (const uri of [`backscroll://session/${idOf('b')}`, 'backscroll://session/bbbbbbbb/turn/1']) {
      const at = uri.endsWith('/1') ? 'bbbbbbbb:1' : idOf('b')
      await expect(client.readResource({ uri })).rejects.toThrow(
        `a session of another project, app. The tool read opens sessions of all projects: {"at":"${at}","scope":"all"}.`,
      )
    }
  })

  test('complete the ids of the project alone, and nothing else', async () => {
    const client = await connectApp()
    const complete = async (name: string, value: string, uri = 'backscroll://session/{id}') =>
      (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion.values
    expect(await complete('id', '')).toEqual(['aaaaaaaa'])
    expect(await complete('id', 'aaa', 'backscroll://session/{id}/turn/{n}')).toEqual(['aaaaaaaa'])
    expect(await complete('id', 'b')).toEqual([])
    expect(await complete('n', '')).toEqual([])
    expect(await complete('id', '', 'backscroll://elsewhere/{id}')).toEqual([])
    const ref = { type: 'ref/prompt' as const, name: 'recall' }
    expect((await client.complete({ ref, argument: { name: 'topic', value: '' } })).completion.values).toEqual([])
  })
})

describe('where nobody knows which project is asked for', () => {
  /** A server that somebody else started, in a folder that is a project of its own. */
  async function connectNowhere() {
    const cwd = makeTree({ '.git/HEAD': 'ref: refs/heads/other\n', 'src/fish.ts': '' })
    const world = { ...home.world, cwd, env: { CLAUDE_PROJECT_DIR: cwd } }
    return { ...(await connectClient({ ...home, world }, { connection: { isElsewhere: true } })), cwd }
  }
  let nowhere: Awaited<ReturnType<typeof connectNowhere>>
  beforeAll(async () => {
    nowhere = await connectNowhere()
  })
  afterAll(() => nowhere.client.close())

  test.each(['search', 'recent', 'timeline', 'usage', 'status'])('%s says so, and how to ask all', async name => {
    const { text, isError } = await nowhere.call(name, name === 'search' ? { query: 'heron' } : {})
    expect(isError).toBe(true)
    expect(text).toMatch(/^which project you work in is not known here.*Repeat the call with scope: "all"/)
    expect(text).not.toContain(nowhere.cwd)
  })

  test('all are asked without taking one for that of the server', async () => {
    const all = async (name: string, args = {}) => (await nowhere.call(name, { ...args, scope: 'all' })).text
    const status = await all('status')
    expect(status).toContain('Project: not known')
    expect(status).toContain('All: 4 conversations')
    expect(status).not.toContain('This project')
    expect(status).not.toContain(nowhere.cwd)
    // Newest first, and not those of the branch that is checked out where the server runs.
    expect(await all('recent')).not.toContain('on branch')
    const files = await all('file_history', { path: 'src/fish.ts' })
    expect(files).toContain('[aaaaaaaa:1]')
    expect(files).toContain('[bbbbbbbb:1]')
    expect(await all('read', { at: 'bbbbbbbb:1' })).toContain('Count the heron')
  })
})
