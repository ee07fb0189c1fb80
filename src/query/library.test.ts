import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeKeepDir, openKept, syncAll } from '../../test/keep-tree.ts'
import {
  machineAt,
  makeLines,
  makeTree,
  ONE,
  THREE,
  type TreeItem,
  TWO,
  toLines,
  writeItem,
} from '../../test/temp-tree.ts'
import { listFiles, pathOf } from '../source/session-source.ts'
import { runDoctor } from './doctor.ts'
import { requireSession } from './find-session.ts'
import { type Library, openLibrary } from './library.ts'
import { listSessions } from './list-sessions.ts'
import { loadFrom } from './load-from.ts'
import { buildOverview } from './overview.ts'

const FILES: { readonly [path: string]: TreeItem } = {
  [`.claude/projects/a/${ONE}.jsonl`]: makeLines(ONE, { prompt: 'First' }),
  [`.claude/projects/a/${TWO}.jsonl`]: makeLines(TWO, { prompt: 'Second' }),
  [`.claude/projects/a/${TWO}/subagents/agent-a1.jsonl`]: makeLines(TWO, { isSidechain: true, agentId: 'a1' }),
}

/** A machine whose sessions are kept. */
async function makeKept(files = FILES) {
  const home = makeTree(files)
  const env = machineAt(home)
  const keepDir = makeKeepDir()
  await syncAll(env, keepDir)
  const pathIn = (name: string): string => join(home, '.claude/projects', name)
  return { home, env, keepDir, pathIn }
}

/** `id`, with `!` where it is read from the archive and `?` where it is kept and still exists elsewhere. */
function describe({ sources }: Library): readonly string[] {
  return sources.map(({ id, kept }) => id.slice(0, 8) + (kept ? (kept.isGone ? '!' : '?') : '')).sort()
}

test('a session on disk is read from disk, one that is gone from the archive', async () => {
  const { env, keepDir, pathIn } = await makeKept()
  rmSync(pathIn(`a/${ONE}.jsonl`))
  const library = openLibrary(env, openKept(keepDir))
  expect(describe(library)).toEqual(['11111111!', '22222222'])
  expect(library.sources.map(source => library.sessionOf(source)).sort()).toEqual([1, 2])
})

test('a session of which only companions are left on disk is that of the archive', async () => {
  const { env, keepDir, pathIn } = await makeKept()
  rmSync(pathIn(`a/${TWO}.jsonl`))
  const library = openLibrary(env, openKept(keepDir))
  expect(describe(library)).toEqual(['11111111', '22222222!'])
  const source = library.sources.find(({ id }) => id === TWO)
  expect([source?.main?.path, source?.agents.length]).toEqual([pathIn(`a/${TWO}.jsonl`), 1])
})

test('a folder reached by a link holds the sessions that are kept, not copies of them', async () => {
  const { env, home, keepDir } = await makeKept()
  symlinkSync(home, join(keepDir, 'home'))
  const linked = openLibrary(machineAt(join(keepDir, 'home')), openKept(keepDir))
  expect(describe(linked)).toEqual(describe(openLibrary(env)))
  expect(linked.sources.every(source => linked.sessionOf(source) !== undefined)).toBe(true)
})

test('--root narrows what is kept to what stood there; a root that is gone is answered from the archive', async () => {
  const { home, keepDir } = await makeKept()
  const other = makeTree({ [`p/${THREE}.jsonl`]: makeLines(THREE) })
  const keep = openKept(keepDir)
  const at = (override: string) => openLibrary(machineAt(home, { override: [override] }), keep)
  expect(describe(at(other))).toEqual(['22222222'])
  expect(at(other).keep).toBeUndefined()
  expect(describe(openLibrary(machineAt(other), keep))).toEqual(['11111111?', '22222222?'])
  renameSync(join(home, '.claude'), join(home, 'moved-away'))
  for (const root of ['.claude', '.claude/projects', '.claude/projects/a', '.claude/']) {
    expect(describe(at(join(home, root)))).toEqual(['11111111!', '22222222!'])
  }
  expect(describe(at(join(home, `.claude/projects/a/${ONE}.jsonl`)))).toEqual(['11111111!'])
  expect(() => at(join(home, '.clau'))).toThrow(/does not exist/)
})

test('the setting `roots` and a machine without transcripts leave all that is kept', async () => {
  const { home, keepDir } = await makeKept()
  rmSync(join(home, '.claude'), { recursive: true })
  const keep = openKept(keepDir)
  const missing = { override: [join(home, 'none')], overrideBy: 'roots' as const }
  expect(describe(openLibrary(machineAt(home), keep))).toEqual(['11111111!', '22222222!'])
  expect(describe(openLibrary(machineAt(home, missing), keep))).toEqual(['11111111!', '22222222!'])
})

test('a file that is gone is found by its path, also that of a subagent', async () => {
  const { env, home, keepDir, pathIn } = await makeKept()
  rmSync(join(home, '.claude'), { recursive: true })
  const { sources } = openLibrary(env, openKept(keepDir))
  for (const name of [`a/${TWO}.jsonl`, `a/${TWO}/subagents/agent-a1.jsonl`]) {
    expect(requireSession(sources, pathIn(name), env).source.id).toBe(TWO)
  }
  expect(requireSession(sources, `${pathIn(`a/${ONE}.jsonl`)}:1`, env)).toMatchObject({ turn: 1, source: { id: ONE } })
  expect(() => requireSession(sources, pathIn('a/none.jsonl'), env)).toThrow(/does not exist/)
})

test('sessions that are not kept yet, and projects that are kept out, are read and joined to the rest', async () => {
  const { env, keepDir, pathIn } = await makeKept()
  const copied = toLines(makeLines(ONE, { prompt: 'Again' }))
  writeFileSync(pathIn(`a/${THREE}.jsonl`), copied)
  const library = openLibrary(env, openKept(keepDir))
  const [withIndex, without] = [library, openLibrary(env)]
  const ask = async (asked: Library) => {
    const { sessions } = await listSessions(asked, { includeEmpty: true, threads: 1 })
    const { totals } = await buildOverview(asked, { now: 0, threads: 1 })
    return { totals, sessions: sessions.map(({ isKept, ...row }) => row) }
  }
  expect(await ask(withIndex)).toEqual(await ask(without))
  const { sessions } = await listSessions(withIndex, { includeEmpty: true, threads: 1 })
  expect(sessions.map(({ id, isKept }) => [id, isKept]).sort()).toEqual([
    [ONE, true],
    [TWO, true],
    [THREE, false],
  ])
})

test('a request that a kept session and one on disk share counts once', async () => {
  const shared = makeLines(ONE, { prompt: 'Shared' })
  const { env, keepDir, pathIn } = await makeKept({ [`.claude/projects/a/${ONE}.jsonl`]: shared })
  mkdirSync(pathIn('b'))
  writeItem(pathIn(`b/${TWO}.jsonl`), shared)
  const totals = async (library: Library) => (await buildOverview(library, { now: 0, threads: 1 })).totals.tokens
  expect(await totals(openLibrary(env, openKept(keepDir)))).toEqual(await totals(openLibrary(env)))
  rmSync(pathIn(`a/${ONE}.jsonl`))
  expect((await totals(openLibrary(env, openKept(keepDir)))).total).toBe(100)
})

test('totals of a root count what it holds, whatever else is kept', async () => {
  const shared = makeLines(ONE, { prompt: 'Shared' })
  const { home, keepDir } = await makeKept({ [`.claude/projects/a/${ONE}.jsonl`]: shared })
  const backup = makeTree({ [`p/${ONE}.jsonl`]: shared })
  await syncAll(machineAt(home, { override: [backup] }), keepDir)
  const keep = openKept(keepDir)
  for (const root of [backup, join(home, '.claude')]) {
    const { totals } = await buildOverview(openLibrary(machineAt(home, { override: [root] }), keep), {
      now: 0,
      threads: 1,
    })
    expect(totals).toMatchObject({ sessions: 1, tokens: { total: 100 } })
  }
})

test('a title that stands in the file of a neighbour is found, whichever of the two is gone', async () => {
  const lines = makeLines(ONE, { prompt: 'Weak title' }) as readonly { readonly uuid: string }[]
  const files = {
    [`.claude/projects/a/${ONE}.jsonl`]: lines,
    [`.claude/projects/a/${TWO}.jsonl`]: [
      { type: 'summary', summary: 'Named by the client', leafUuid: lines[1]?.uuid },
      ...makeLines(TWO, { prompt: 'Other' }),
    ],
  }
  for (const gone of [ONE, TWO]) {
    const { env, keepDir, pathIn } = await makeKept(files)
    rmSync(pathIn(`a/${gone}.jsonl`))
    const library = openLibrary(env, openKept(keepDir))
    const { sessions } = await listSessions(library, { includeEmpty: true, threads: 1 })
    expect(sessions.find(({ id }) => id === ONE)).toMatchObject({ title: 'Named by the client', titleFrom: 'summary' })
    const one = library.sources.find(({ id }) => id === ONE)
    expect(one && loadFrom(library, one).session.title.text).toBe('Named by the client')
  }
})

test('what an unfinished sync has kept and not indexed yet is listed from the manifest', async () => {
  const { env, home, keepDir } = await makeKept()
  rmSync(join(home, '.claude'), { recursive: true })
  const { openStoreForWriting } = await import('../store/open-store.ts')
  const store = openStoreForWriting(join(keepDir, 'index.db'))
  store.run('DELETE FROM sessions WHERE id = ?', [ONE])
  store.meta.set('archive', '{"manifestBytes":1}')
  store.close()
  const library = openLibrary(env, openKept(keepDir))
  const { sessions } = await listSessions(library, { includeEmpty: true, threads: 1 })
  expect(sessions.map(({ title, keptOnly }) => [title, keptOnly]).sort()).toEqual([
    ['First', true],
    ['Second', true],
  ])
})

test('a row of the index without content is not believed: the session is read', async () => {
  const { env, keepDir } = await makeKept()
  const { openStoreForWriting } = await import('../store/open-store.ts')
  const store = openStoreForWriting(join(keepDir, 'index.db'))
  store.run("UPDATE sessions SET entries = 0, title = '', turns = 0 WHERE id = ?", [ONE])
  store.close()
  const library = openLibrary(env, openKept(keepDir))
  const { sessions } = await listSessions(library, { includeEmpty: true, threads: 1 })
  expect(sessions.find(({ id }) => id === ONE)).toMatchObject({ title: 'First', turns: 1 })
})

test('damage in the archive is a problem of the session, not an end', async () => {
  const { env, home, keepDir, pathIn } = await makeKept()
  rmSync(join(home, '.claude'), { recursive: true })
  rmSync(join(keepDir, 'archive/streams'), { recursive: true })
  const library = openLibrary(env, openKept(keepDir))
  const source = requireSession(library.sources, ONE, env).source
  const { problems, session } = loadFrom(library, source)
  expect(problems).toMatchObject([{ code: 'unreadable', path: pathIn(`a/${ONE}.jsonl`) }])
  expect(problems[0]?.message).toMatch(/is damaged in the archive; `backscroll verify`/)
  expect(session.main.entries).toEqual([])
  expect(pathOf(source)).toBe(pathIn(`a/${ONE}.jsonl`))
})

test('files of a kept session stand in the order in which a folder is listed', async () => {
  const own = `.claude/projects/a/${ONE}/subagents`
  const agent = makeLines(ONE, { isSidechain: true })
  const { env, home, keepDir } = await makeKept({
    [`.claude/projects/a/${ONE}.jsonl`]: makeLines(ONE),
    [`${own}/workflows/wf_1/agent-b2.jsonl`]: agent,
    [`${own}/agent-z9.jsonl`]: agent,
    [`${own}/agent-b1.jsonl`]: agent,
    [`${own}/agent-b1.meta.json`]: '{}',
    '.claude/projects/a/agent-a0.jsonl': agent,
  })
  const list = (library: Library) =>
    library.sources.flatMap(listFiles).map(({ identity, mtimeMs, ...file }) => ({ ...file, at: Math.floor(mtimeMs) }))
  const before = list(openLibrary(env))
  expect(before.map(({ agentId }) => agentId)).toEqual([undefined, 'b1', 'z9', 'b2', 'a0'])
  rmSync(join(home, '.claude'), { recursive: true })
  expect(list(openLibrary(env, openKept(keepDir)))).toEqual(before)
})

test('the doctor reads again what changed since the last sync', async () => {
  const { env, keepDir, pathIn } = await makeKept()
  appendFileSync(pathIn(`a/${ONE}.jsonl`), 'not json\n')
  const report = await runDoctor(openLibrary(env, openKept(keepDir)), { now: 0, threads: 1 })
  expect(report).toMatchObject({ isClean: false, badLines: [{ path: pathIn(`a/${ONE}.jsonl`), line: 3 }], entries: 7 })
})

test('a session on disk is shown with the subagents and outputs that only the archive still has', async () => {
  const { env, keepDir, pathIn } = await makeKept({
    ...FILES,
    [`.claude/projects/a/${TWO}/subagents/agent-a1.meta.json`]: '{"agentType":"Explore"}',
    [`.claude/projects/a/${TWO}/tool-results/x.txt`]: 'an output',
  })
  rmSync(pathIn(`a/${TWO}`), { recursive: true })
  appendFileSync(pathIn(`a/${TWO}.jsonl`), toLines(makeLines(TWO, { prompt: 'And more' })))
  const library = openLibrary(env, openKept(keepDir))
  const { session, readToolResult, problems } = loadFrom(library, requireSession(library.sources, TWO, env).source)
  expect(problems).toEqual([])
  expect(session.main.turns.map(turn => turn.number)).toContain(2)
  expect(session.agents.map(({ id, agentType }) => [id, agentType])).toEqual([['a1', 'Explore']])
  expect(readToolResult('/elsewhere/x.txt')).toBe('an output')
})

test('a folder that was kept under two names makes no second session', async () => {
  const { env, home, keepDir } = await makeKept()
  symlinkSync(home, join(keepDir, 'home'))
  await syncAll(machineAt(join(keepDir, 'home')), keepDir)
  expect(describe(openLibrary(env, openKept(keepDir)))).toEqual(describe(openLibrary(env)))
})
