import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Work } from '../src/model/work-folders.ts'
import { undoPlan } from '../src/query/file-at/undo-plan.ts'
import { requireIndex } from '../src/query/indexed-keep.ts'
import { openLibrary } from '../src/query/library.ts'
import { listSessions } from '../src/query/list-sessions.ts'
import { listScopedSessions } from '../src/query/lookups/scope.ts'
import { recentWork } from '../src/query/recent-work.ts'
import { isSameProject, placeSession } from '../src/query/session-project.ts'
import { findWorkingFolder } from '../src/query/working-folder.ts'
import { createFolderFinder, findProject } from '../src/source/project.ts'
import { settleProjects } from '../src/source/session-projects.ts'
import type { SessionSource } from '../src/source/session-source.ts'
import { summarizeSource } from '../src/source/summarize-source.ts'
import { scanSession } from '../src/source/usage-scan.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { openKept } from './keep-tree.ts'
import { checkRebuild, makeWorld, query, type World } from './keep-world.ts'
import { type Script, writeScript } from './lookup-world.ts'
import { openSearcher } from './search-world.ts'
import { machineAt, makeLines, makeTree, ONE, type TreeItem, toLines } from './temp-tree.ts'
import { askKept, EVERYTHING, openScanned } from './usage-sums.ts'

const REMOTE = '[remote "origin"]\n\turl = https://github.com/acme/rocket.git\n'

/** Begins in `a` of this tree and goes on in `b`, where it changes two files. */
function makeMoved(files: { readonly [path: string]: TreeItem }, folders = { a: 'a', b: 'b' }) {
  const tree = makeTree(files)
  const [a, b] = [join(tree, folders.a), join(tree, folders.b)]
  const begun = writeScript({ sessionId: ONE, cwd: a }).prompt('Look at the neighbour').answer('I look')
  const first = begun.lines.length
  const gone = begun.line({ type: 'user', cwd: b, message: { role: 'user', content: 'Now mend it there' } })
  const all = withCwd(gone, b, script => script.edit(join(b, 'x.ts')).edit(join(b, 'y.ts')).answer('Mended'))
  const path = `projects/${a.replace(/[^a-zA-Z0-9]/g, '-')}/${ONE}.jsonl`
  const world = makeWorld({ [path]: toLines(all.slice(0, first)) })
  const goOn = (): void => appendFileSync(join(world.config, path), toLines(all.slice(first)))
  return { world, tree, a, b, goOn, file: join(world.config, path) }
}

function withCwd(script: Script, cwd: string, write: (script: Script) => Script): readonly object[] {
  const before = script.lines.length
  return write(script).lines.map((line, at) => (at < before ? line : { ...line, cwd }))
}

function projectsOf(world: World): readonly unknown[] {
  const rows = query(world, 'SELECT project_path, other_projects FROM sessions')
  return rows.flatMap(({ project_path, other_projects }) => [
    project_path,
    ...(JSON.parse(String(other_projects)) as { path: string }[]).map(({ path }) => path),
  ])
}

const openWorld = (world: World, keepDir?: string) =>
  openLibrary(
    machineAt(world.folder, { override: [world.config] }),
    keepDir === undefined ? undefined : openKept(keepDir),
  )

describe('a session that begins in one repository and works in another', () => {
  const TREE = { 'a/.git/config': REMOTE, 'b/.git/config': '', 'b/x.ts': '', 'zebra/.git/config': '' }

  test('moves while it grows, as if it had been read at once, and the index made anew says the same', async () => {
    const { world, a, b, goOn } = makeMoved(TREE)
    await world.sync()
    expect(projectsOf(world)).toEqual([a])
    goOn()
    await world.sync()
    expect(projectsOf(world)).toEqual([b, a])
    await checkRebuild(world)
    const fresh = makeMoved(TREE)
    fresh.goOn()
    await fresh.world.sync()
    expect(projectsOf(fresh.world)).toEqual([fresh.b, fresh.a])
  })

  test('is listed as the one and found from both, with and without the index', async () => {
    const { world, a, b, goOn } = makeMoved(TREE)
    goOn()
    await world.sync()
    for (const keepDir of [undefined, world.keepDir]) {
      const library = openWorld(world, keepDir)
      for (const project of ['rocket', 'acme/rocket', a, b, 'b']) {
        const { sessions } = await listSessions(library, { project, includeEmpty: false, threads: 1 })
        expect(sessions.map(row => [row.project, row.otherProjects, row.cwd])).toEqual([[b, [a], a]])
      }
      const none = await listSessions(library, { project: 'zebra', includeEmpty: false, threads: 1 })
      expect(none.sessions).toEqual([])
    }
  })

  test('is found by search, lookups, recent work and citations of both', async () => {
    const { world, tree, a, b, goOn } = makeMoved(TREE)
    goOn()
    await world.sync()
    const { search, close } = openSearcher(world)
    expect(['rocket', 'b', 'zebra'].map(name => search(`mend project:${name}`).hits.length)).toEqual([1, 1, 0])
    close()
    const keep = requireIndex(openKept(world.keepDir))
    const scope = { since: undefined, until: undefined }
    expect(listScopedSessions(keep.store, { ...scope, project: 'rocket' })).toHaveLength(1)
    expect(listScopedSessions(keep.store, { ...scope, project: 'zebra' })).toHaveLength(0)
    const recent = (folder: string) =>
      recentWork(keep, {
        limits: { project: findProject(folder), without: undefined },
        branch: undefined,
        limit: 5,
      }).sessions.map(({ projectPath }) => projectPath)
    expect([a, b, join(tree, 'zebra')].map(recent)).toEqual([[b], [b], []])
    const library = openWorld(world, world.keepDir)
    const source = library.sources[0] as SessionSource
    const place = placeSession(library, source, { cwds: [], work: { cwds: [], folders: [] } })
    expect(place.project.path).toBe(b)
    expect(place.otherProjects.some(other => isSameProject(other, findProject(a)))).toBe(true)
  })

  test('costs what it costs in the one, read from either', async () => {
    const { world, a, b, goOn } = makeMoved(TREE)
    goOn()
    const scanned = await openScanned(world.config)
    await askKept(world.config, world.keepDir, kept => {
      for (const tell of [kept, scanned]) {
        expect(tell('projects').rows.map(({ key }) => key)).toEqual([b])
        expect(tell('projects', { ...EVERYTHING, project: a }).rows).toHaveLength(1)
        expect(tell('projects', { ...EVERYTHING, project: 'zebra' }).rows).toHaveLength(0)
      }
    })
  })

  test('is resumed where it began, and undone where it worked', async () => {
    const { world, a, b, goOn } = makeMoved(TREE)
    goOn()
    await world.sync()
    const library = openWorld(world, world.keepDir)
    expect(findWorkingFolder(library, library.sources[0] as SessionSource)).toBe(a)
    expect(undoPlan(requireIndex(openKept(world.keepDir)), { session: 1, now: Date.now() }).plan.root).toBe(b)
  })

  test('keeps what was known of both when their folders are gone', async () => {
    const { world, a, b, goOn } = makeMoved(TREE)
    goOn()
    await world.sync()
    rmSync(a, { recursive: true })
    rmSync(b, { recursive: true })
    await checkRebuild(world)
    expect(projectsOf(world)).toEqual([b, a])
    expect(query(world, 'SELECT other_projects FROM sessions')).toEqual([
      { other_projects: JSON.stringify([{ path: a, name: 'rocket', remote: 'github.com/acme/rocket' }]) },
    ])
  })
})

test('a worktree counts for its repository, also when it was removed', async () => {
  const { world, a, b, goOn, file } = makeMoved(
    {
      'app/.git/config': '',
      'app/.git/worktrees/fix/commondir': '../..\n',
      'trees/fix/.git': 'gitdir: ../../app/.git/worktrees/fix\n',
    },
    { a: 'app', b: 'trees/fix' },
  )
  goOn()
  await world.sync()
  expect(projectsOf(world)).toEqual([a])
  rmSync(b, { recursive: true })
  await checkRebuild(world)
  appendFileSync(file, toLines(makeLines(ONE, { cwd: b, prompt: 'Go on' })))
  await world.sync()
  expect(projectsOf(world)).toEqual([a])
})

/** Sessions of the corpus in more than one folder: project folder and the project they belong to. */
const RECORDED = [
  ['claude-code-log', '9e953218-585f-4692-89df-9e0747a31c68', 'danieldemmel.me-next', ['online-llm-tokenizer']],
  ['claude-code-log', '37f83ec9-f2ea-42a9-925e-0d5c105cb6e8', 'claude-code-log', []],
  ['claude-code-log', 'ef958aa1-0e93-49f0-bb71-150f63befcd1', 'worktrees', []],
  ['claude-code-viewer', 'fe5e1c67-53e7-4862-81ae-d0e013e3270b', 'Demo', []],
] as const

const files = listCorpusFiles()
test.runIf(files)('recorded sessions in several folders belong to the one most worked in', async () => {
  for (const [folder, id, project, others] of RECORDED) {
    const library = openLibrary(machineAt('/nowhere', { override: [join(CORPUS, folder)] }))
    const { sessions } = await listSessions(library, { text: id, includeEmpty: true, threads: 1 })
    const [row] = sessions
    expect([row?.projectName, (row?.otherProjects ?? []).map(path => path.split('/').at(-1))]).toEqual([
      project,
      others,
    ])
  }
})

/** Sessions that belong elsewhere where only answers with usage are read. */
function listDiffering(folder: string): readonly string[] {
  const { sources } = openLibrary(machineAt('/nowhere', { override: [folder] }))
  const find = createFolderFinder()
  return sources
    .filter(source => {
      const [scan, { summary, work }] = [scanSession(source), summarizeSource(source)]
      const settle = (cwd: string | undefined, own: Work) => settleProjects(cwd ?? '/', own, find)
      return !isDeepStrictEqual(settle(scan.cwd, scan.work), settle(summary.cwd, work))
    })
    .map(({ id }) => id)
}

test('whoever reads nothing but usage finds the same projects', () => {
  expect(listDiffering(FIXTURES)).toEqual([])
  if (files) expect(listDiffering(CORPUS)).toEqual([])
})
