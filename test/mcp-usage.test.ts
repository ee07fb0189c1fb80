import { beforeAll, describe, expect, test } from 'vitest'
import { statusTool } from '../src/surfaces/mcp/tools/status.ts'
import { usageTool } from '../src/surfaces/mcp/tools/usage.ts'
import { makeKeepHome } from './keep-home.ts'
import { APP, idOf, NAMESAKE, startWith } from './mcp-facts-home.ts'
import { type McpHome, startMcp } from './mcp-home.ts'

let home: McpHome

beforeAll(async () => {
  home = await startWith({
    [idOf('a')]: { tell: script => script.prompt('Grow').answer('Grown.').prompt('More').answer('Done.') },
    [idOf('b')]: { startedAt: '2026-03-02T10:00:00.000Z', tell: script => script.prompt('Prune').answer('Pruned.') },
    [idOf('c')]: { cwd: NAMESAKE, tell: script => script.prompt('Else').answer('Yes.') },
  })
})

describe('usage', () => {
  test('adds up what `backscroll usage` adds up for the same sessions', async () => {
    const { out } = await home.home.run(['usage', '--json', '--tz', 'UTC', '--project', APP])
    const { totals, rows } = JSON.parse(out)
    const answer = await home.run(usageTool, {})
    expect(totals.requests).toBe(3)
    expect(answer.head).toContain(`${totals.totalTokens} tokens`)
    expect(answer.head).toContain('3 requests in 2 sessions, by day')
    expect(answer.blocks.map(block => block.slice(0, 10))).toEqual(['2026-03-02', '2026-03-01'])
    expect(rows).toHaveLength(2)
  })

  test('marks what is at least so much, and says how far the numbers can be trusted', async () => {
    const answer = await home.run(usageTool, {})
    // No line of these sessions says that its answer is whole.
    expect(answer.head).toMatch(/\$[\d.]+\+, 6 tokens \(in 3, out 3\+\)/)
    expect(answer.tail).toContain('3 unfinished (lower bound)')
  })

  test('cites sessions and prompts in the form that other tools take', async () => {
    const { blocks } = await home.run(usageTool, { by: 'prompts' })
    expect(blocks.map(block => block.split(':', 2).join(':')).sort()).toEqual([
      '[aaaaaaaa:1] Grow',
      '[aaaaaaaa:2] More',
      '[bbbbbbbb:1] Prune',
    ])
    expect((await home.run(usageTool, { by: 'sessions' })).blocks.join('\n')).toContain('[aaaaaaaa] Grow: ')
  })

  test('counts the running session too', async () => {
    const answer = await home.run(usageTool, {}, { scope: { ownSession: idOf('a') } })
    expect(answer.head).toContain('3 requests in 2 sessions')
  })

  test('keeps to the times given, and names the argument that it does not understand', async () => {
    const { head } = await home.run(usageTool, { since: '2026-03-02', until: '2026-03-02' })
    expect(head).toContain('since 2026-03-02 until 2026-03-02: ')
    expect(head).toContain('1 request in 1 session')
    const { text, isError } = await home.call('usage', { since: 'soon' })
    expect(isError).toBe(true)
    expect(text).toContain('since does not know the time "soon"')
    expect(text).not.toContain('--since')
  })

  test('tells projects and branches of one name apart', async () => {
    const all = { scope: 'all', by: 'projects' }
    const { text } = await home.call('usage', all)
    expect([...text.matchAll(/^- (\S+):/gm)].map(([, name]) => name).sort()).toEqual(['dev/app', 'srv/app', 'work/app'])
    const branches = await home.call('usage', { scope: 'all', by: 'branches' })
    expect([...branches.text.matchAll(/^- (\S+):/gm)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(['dev/app:main', 'srv/app:main']),
    )
    expect((await home.call('usage', { by: 'projects' })).text).toContain('- app: ')
    expect((await home.call('usage', { by: 'branches' })).text).toContain('- main: ')
  })

  test('says how many sessions others have where nothing is recorded', async () => {
    const project = { path: '/nowhere', name: 'app', remote: undefined }
    expect(await home.run(usageTool, {}, { scope: { project } })).toMatchObject({
      isEmpty: true,
      elsewhere: { count: 5 },
    })
  })
})

describe('status', () => {
  test('says what there is to ask, of this project and in all, and whom it takes for the caller', async () => {
    const { blocks } = await home.run(statusTool, {}, { scope: { ownSession: idOf('b'), branch: 'main' } })
    const text = blocks.join('\n')
    expect(text).toContain('This project (app): 2 conversations, 2026-03-01 to 2026-03-02 10:02')
    expect(text).toMatch(/All: 5 conversations, .* in 3 projects/)
    expect(text).toContain(`Project: app, ${APP}, branch main`)
    expect(text).toContain(`Running session: ${idOf('b')}, left out of answers`)
    expect(text).toMatch(/Fresh: last sync \d{4}-\d\d-\d\d \d\d:\d\d; index fresh/)
    expect(text).toContain('backscroll 0.0.0-test')
  })

  test('says why the running session is not left out, and what a person can do about it', async () => {
    const unknown =
      'Running session: not known, as neither your client nor a hook of backscroll says which it is: answers may quote it. Tell the person to '
    expect((await home.call('status')).text).toContain(
      `${unknown}run \`backscroll install\`: its hooks tell which it is`,
    )
    const { blocks } = await home.run(statusTool, {}, { scope: { isElsewhere: true } })
    expect(blocks.join('\n')).toContain(`${unknown}add &session=ID to the address of the server`)
    expect((await home.call('status', { include_current: true })).text).toContain(
      'Running session: not left out, as include_current was given',
    )
  })

  test('answers where nothing is kept, with what a person has to do', async () => {
    const empty = await startMcp({ home: makeKeepHome() })
    const { text, isError } = await empty.call('status')
    expect(isError).toBe(false)
    expect(text).toContain('Nothing is kept yet. 2 wait on disk. Tell the person that `backscroll sync`')
  })
})
