import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKept } from '../../test/keep-tree.ts'
import { makeWorld } from '../../test/keep-world.ts'
import { keepScripts, writeScript } from '../../test/lookup-world.ts'
import { makeTree, toLines, writeItem } from '../../test/temp-tree.ts'
import { requireIndex } from './indexed-keep.ts'
import { listProjectsAt } from './projects-at.ts'

const remote = (url: string): string => `[remote "origin"]\n\turl = ${url}\n`

test('projects come once each, in the order of their folders; clones are one, namesakes two', async () => {
  const tree = makeTree({
    'one/app/.git/config': remote('git@example.com:Dev/App.git'),
    'two/app/.git/config': remote('https://example.com/dev/app'),
    'three/app/x': '',
    'four/app/x': '',
  })
  const at = (name: string): string => join(tree, name, 'app')
  const scripts = ['one', 'two', 'three', 'four'].map((name, number) => {
    const sessionId = `${String(number).repeat(8)}-0000-4000-8000-000000000000`
    const { lines } = writeScript({ sessionId, cwd: at(name) })
      .prompt('Hi')
      .answer('Yes')
    return [`projects/-${name}/${sessionId}.jsonl`, lines] as const
  })
  const { store } = await keepScripts(Object.fromEntries(scripts))
  const pathsOf = (...names: readonly string[]) => listProjectsAt(store, names.map(at)).map(({ path }) => path)
  expect(pathsOf('four', 'one', 'four', 'two', 'three')).toEqual([at('four'), at('one'), at('three')])
  expect(pathsOf('two', 'one')).toEqual([at('two')])
  expect(listProjectsAt(store, [at('one')])).toEqual([{ path: at('one'), name: 'App', remote: 'example.com/Dev/App' }])
  expect(listProjectsAt(store, [at('none'), ''])).toEqual([])
})

test('a folder whose first sessions were kept before it had a remote is one project with its clones', async () => {
  const tree = makeTree({ 'app/.git/config': '', 'clone/.git/config': remote('https://example.com/dev/app') })
  const [app, clone] = [join(tree, 'app'), join(tree, 'clone')]
  const fileOf = (letter: string, cwd: string) => {
    const sessionId = `${letter.repeat(8)}-0000-4000-8000-000000000000`
    const { lines } = writeScript({ sessionId, cwd }).prompt('Hi').answer('Yes')
    return [`projects/-${letter}/${sessionId}.jsonl`, toLines(lines)] as const
  }
  const world = makeWorld(Object.fromEntries([fileOf('a', app), fileOf('b', clone)]))
  await world.sync()
  writeItem(join(app, '.git/config'), remote('https://example.com/dev/app'))
  const [path, lines] = fileOf('c', app)
  writeItem(join(world.config, path), lines)
  await world.sync()
  const { store } = requireIndex(openKept(world.keepDir))
  expect(store.all('SELECT id FROM sessions WHERE project_path = ? AND project_remote IS NULL', [app])).toHaveLength(1)
  expect(listProjectsAt(store, [app, clone]).map(({ path: at }) => at)).toEqual([app])
})
