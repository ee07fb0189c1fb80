import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readManifest } from '../src/archive/read-manifest.ts'
import { reindex } from '../src/ingest/reindex.ts'
import { listWithin } from '../src/query/session-limits.ts'
import { isSameProject } from '../src/query/session-project.ts'
import { findProject } from '../src/source/project.ts'
import { openStoreForReading } from '../src/store/open-store.ts'
import { checkRebuild, MAIN, makeWorld, OTHER, query, type World } from './keep-world.ts'
import { makeLines, makeTree, ONE, type TreeItem, TWO, toLines } from './temp-tree.ts'

/** Two sessions that worked in these folders of a tree. */
function makeLinked(files: { readonly [path: string]: TreeItem }, cwds: readonly [string, string]) {
  const tree = makeTree(files)
  const at = (path: string): string => join(tree, path)
  const world = makeWorld({
    [MAIN]: makeLines(ONE, { cwd: at(cwds[0]) }),
    [OTHER]: makeLines(TWO, { cwd: at(cwds[1]) }),
  })
  const grow = (): void =>
    appendFileSync(join(world.config, MAIN), toLines(makeLines(ONE, { cwd: at(cwds[0]), prompt: 'Go on' })))
  return { world, at, grow }
}

/** Folder and name of the project of each session, as the index has them. */
function projectsOf(world: World): readonly unknown[] {
  const rows = query(world, 'SELECT project_path, project_name FROM sessions ORDER BY id')
  return rows.map(({ project_path, project_name }) => [project_path, project_name])
}

/** How many sessions are found from a folder. */
function countFrom(world: World, folder: string): number {
  const store = openStoreForReading(join(world.keepDir, 'index.db'))
  try {
    return store ? listWithin(store, { project: findProject(folder), without: undefined }).size : 0
  } finally {
    store?.close()
  }
}

function moveBehindLink(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
  symlinkSync(to, from)
}

/** Another sync finds nothing to do. */
async function checkIdle(world: World): Promise<void> {
  const count = () => query(world, "SELECT value FROM meta WHERE key = 'commits'")
  const before = count()
  await world.sync()
  expect(count()).toEqual(before)
}

const REMOTE = '[remote "origin"]\n\turl = https://github.com/acme/rocket.git\n'

describe('sessions in a folder and in a link that leads there', () => {
  test.each([
    ['without git', { 'disk/app/x': '' }, 'app'],
    ['with git', { 'disk/app/.git/config': '' }, 'app'],
    ['with a remote', { 'disk/app/.git/config': REMOTE }, 'rocket'],
  ])('are of one project, %s, and are found from both', async (_how, files, name) => {
    const { world, at, grow } = makeLinked({ ...files, my: { link: 'disk' } }, ['my/app', 'disk/app'])
    await world.sync()
    expect(projectsOf(world)).toEqual([
      [at('disk/app'), name],
      [at('disk/app'), name],
    ])
    expect([countFrom(world, at('my/app')), countFrom(world, at('disk/app'))]).toEqual([2, 2])
    const kept = { path: at('my/app'), name: 'app', remote: undefined }
    for (const project of [findProject(at('disk/app')), kept])
      expect(isSameProject(project, findProject(at('my/app')))).toBe(true)
    grow()
    await world.sync()
    await checkRebuild(world)
  })
  test('are told from those of a namesake', async () => {
    const { world, at } = makeLinked({ 'disk/app/x': '', my: { link: 'disk' }, 'other/app/x': '' }, [
      'my/app',
      'other/app',
    ])
    await world.sync()
    expect([countFrom(world, at('my/app')), countFrom(world, at('other/app'))]).toEqual([1, 1])
    expect(isSameProject(findProject(at('my/app')), findProject(at('other/app')))).toBe(false)
  })
})

describe('a project that was moved, and left a link behind,', () => {
  test('takes its sessions along with the next sync, those that did not change too', async () => {
    const { world, at, grow } = makeLinked({ 'work/app/.git/config': '', 'work/app/src/x': '' }, [
      'work/app',
      'work/app/src',
    ])
    await world.sync()
    expect(projectsOf(world)).toEqual([
      [at('work/app'), 'app'],
      [at('work/app'), 'app'],
    ])
    moveBehindLink(at('work/app'), at('disk/rocket'))
    // Until then they are found by the name they are kept under.
    expect([countFrom(world, at('work/app')), countFrom(world, at('disk/rocket'))]).toEqual([2, 0])
    grow()
    await world.sync()
    expect(projectsOf(world)).toEqual([
      [at('disk/rocket'), 'rocket'],
      [at('disk/rocket'), 'rocket'],
    ])
    expect([countFrom(world, at('work/app/src')), countFrom(world, at('disk/rocket/src'))]).toEqual([2, 2])
    await checkRebuild(world)
    await checkIdle(world)
  })
  test('has them in its new place in an index that is made anew, also where the transcripts are gone', async () => {
    const { world, at } = makeLinked({ 'work/app/x': '' }, ['work/app', 'work/app'])
    await world.sync()
    rmSync(join(world.config, 'projects'), { recursive: true })
    moveBehindLink(at('work/app'), at('disk/rocket'))
    await reindex({ keepDir: world.keepDir, threads: 1, now: Date.now, waitForLockMs: 0 })
    expect(projectsOf(world)).toEqual([
      [at('disk/rocket'), 'rocket'],
      [at('disk/rocket'), 'rocket'],
    ])
    // The archive knows it too, so the index is the same without the link.
    rmSync(at('work/app'))
    await checkRebuild(world)
    expect([...readManifest(world.archive).sessions.values()].map(({ project }) => project?.path)).toEqual([
      at('disk/rocket'),
      at('disk/rocket'),
    ])
  })
  test('keeps them when the link is taken away', async () => {
    const { world, at, grow } = makeLinked({ 'disk/app/x': '', my: { link: 'disk' } }, ['my/app', 'disk/app'])
    await world.sync()
    rmSync(at('my'))
    grow()
    await world.sync()
    expect(projectsOf(world)).toEqual([
      [at('disk/app'), 'app'],
      [at('disk/app'), 'app'],
    ])
    await checkRebuild(world)
  })
})

test('a folder in a repository that is removed leaves its sessions with the repository', async () => {
  const { world, at, grow } = makeLinked({ 'app/.git/config': '', 'app/old/x': '' }, ['app/old', 'app'])
  await world.sync()
  rmSync(at('app/old'), { recursive: true })
  grow()
  await world.sync()
  expect(projectsOf(world)).toEqual([
    [at('app'), 'app'],
    [at('app'), 'app'],
  ])
  await checkRebuild(world)
})

test('a session that does not say yet where it works gets its project when it does, gone or not', async () => {
  const world = makeWorld({ [MAIN]: [{ type: 'summary', summary: 'Tomatoes', leafUuid: 'x' }] })
  await world.sync()
  expect(projectsOf(world)).toEqual([[dirname(join(world.config, MAIN)), '-home-dev-app']])
  appendFileSync(join(world.config, MAIN), toLines(makeLines(ONE, { cwd: '/gone/app' })))
  await world.sync()
  expect(projectsOf(world)).toEqual([['/gone/app', 'app']])
  await checkRebuild(world)
})

test('transcripts behind a link in a repository of dotfiles are of no project for that', async () => {
  const world = makeWorld({ [MAIN]: [{ type: 'summary', summary: 'Tomatoes', leafUuid: 'x' }] })
  mkdirSync(join(world.folder, 'dotfiles', '.git'), { recursive: true })
  moveBehindLink(world.config, join(world.folder, 'dotfiles', 'claude'))
  await world.sync()
  const before = projectsOf(world)
  expect(before).toEqual([[dirname(join(world.config, MAIN)), '-home-dev-app']])
  await checkIdle(world)
  await checkRebuild(world)
})
