import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runDoctor } from '../src/query/doctor.ts'
import { type Library, openLibrary } from '../src/query/library.ts'
import { listSessions } from '../src/query/list-sessions.ts'
import { loadFrom } from '../src/query/load-from.ts'
import { buildOverview } from '../src/query/overview.ts'
import { buildSessionJson } from '../src/render/json/session-json.ts'
import { pathOf } from '../src/source/session-source.ts'
import { CORPUS, FIXTURES } from './corpus.ts'
import { copyTree, makeKeepDir, openKept, syncAll } from './keep-tree.ts'
import { machineAt } from './temp-tree.ts'

const REQUEST = { now: Date.parse('2026-03-10T00:00:00.000Z'), threads: 1 }

/** What list, overview and doctor say, without what only a keep can say. */
async function ask(library: Library) {
  const list = await listSessions(library, { includeEmpty: true, threads: 1 })
  const { keep: _, ...overview } = await buildOverview(library, REQUEST)
  const { keep: __, ...report } = await runDoctor(library, REQUEST)
  const rows = <Row extends { readonly isKept: boolean; readonly activeMs: number }>(sessions: readonly Row[]) =>
    sessions.map(({ isKept, ...row }) => ({ ...row, activeMs: Math.min(row.activeMs, Number.MAX_SAFE_INTEGER) }))
  const newest = overview.newest && rows([overview.newest])[0]
  return {
    list: { ...list, sessions: rows(list.sessions) },
    overview: { ...overview, expiring: rows(overview.expiring), newest },
    report,
  }
}

const TREES = [FIXTURES, ...(existsSync(CORPUS) ? [CORPUS] : [])]

describe.each(TREES)('%s', folder => {
  const env = machineAt(folder, { override: [folder] })

  test('list, overview and doctor say the same from the index as from the files', async () => {
    const keepDir = makeKeepDir()
    expect((await syncAll(env, keepDir)).problems).toEqual([])
    const keep = openKept(keepDir)
    const library = openLibrary(env, keep)
    expect(library.sources.every(source => library.sessionOf(source) !== undefined)).toBe(true)
    expect(await ask(library)).toEqual(await ask(openLibrary(env)))
  })
})

describe('sessions that the client deleted', () => {
  const folder = copyTree(FIXTURES)
  const env = machineAt(folder, { override: [folder] })
  const before = openLibrary(env)
  const keepDir = makeKeepDir()
  const shown = before.sources.map(source => [pathOf(source), show(before, pathOf(source))] as const)
  const asked = ask(before)

  test('are kept with all that belongs to them', async () => {
    await asked
    await syncAll(env, keepDir)
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['the index', true],
    ['the manifest alone', false],
  ])('are listed and summed up as before, by %s', async (_, hasIndex) => {
    if (!hasIndex) for (const ending of ['', '-wal', '-shm']) rmSync(`${keepDir}/index.db${ending}`, { force: true })
    const library = openLibrary(env, openKept(keepDir))
    const { list, overview, report } = await ask(library)
    const expected = await asked
    const gone = <Row extends object>(rows: readonly Row[]) =>
      rows.map(row => ({ ...row, deletesAt: undefined, keptOnly: true }))
    expect(list.sessions).toEqual(gone(expected.list.sessions))
    expect(overview.totals).toEqual({ ...expected.overview.totals, keptOnly: expected.overview.totals.sessions })
    expect(overview.expiring).toEqual([])
    for (const part of [
      'sessions',
      'bytes',
      'entries',
      'kinds',
      'unknownKinds',
      'unknownKeys',
      'unknownValues',
      'badLineCount',
    ] as const) {
      expect({ [part]: report[part] }).toEqual({ [part]: expected.report[part] })
    }
    expect(report.companions).toEqual(expected.report.companions)
  })

  test('are shown as before, subagents and neighbours included', () => {
    const library = openLibrary(env, openKept(keepDir))
    for (const [path, expected] of shown) expect(show(library, path)).toEqual(expected)
  })
})

/** All that `show` can say of a session. */
function show(library: Library, path: string) {
  const source = library.sources.find(found => pathOf(found) === path)
  if (!source) throw new Error(`no ${path}`)
  const loaded = loadFrom(library, source)
  const { session, read, issues, files, problems } = loaded
  return {
    json: JSON.parse(JSON.stringify(buildSessionJson(session, { read, issues, files: files.map(file => file.path) }))),
    raw: files.map((_, file) => hashAll(loaded.readChunks({ file }, {}))),
    problems,
  }
}

function hashAll(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
