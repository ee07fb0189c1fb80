import { dirname, relative, sep } from 'node:path'
import { findTreeRoot, findWorkTree, type PlaceInTree } from '../../git/find-work-tree.ts'
import type { Store } from '../../store/store.ts'
import type { FactRow } from '../lookups/collapse-copies.ts'
import { createPlaceFinder, type FactPlace } from '../lookups/fact-place.ts'
import { selectTouches, type TouchRow } from '../lookups/file-touches.ts'
import { groupFacts } from '../lookups/group-facts.ts'
import { readNamedSessions } from '../lookups/kept-sessions.ts'
import { listPathsOf } from '../lookups/path-names.ts'
import { baseNameOf, unifySlashes } from '../lookups/path-query.ts'
import { type AskedFor, findAskedFor } from './asked-for.ts'
import { listRefusals, type RefusalRow } from './file-refusals.ts'
import { openOwnWindow } from './own-window.ts'
import type { FileRecallRequest } from './recall.ts'

/** What one request of a person did to a file, in its turn and in those after it that said no more than "go on". */
export interface FileChange {
  readonly session: number
  /** Of the last change. */
  readonly place: FactPlace
  /** Turn of the main thread that it is told by: one in which the file was changed, or a change refused. */
  readonly turn: number
  /** What was asked for; undefined where nobody typed anything. */
  readonly asked: AskedFor | undefined
  readonly at: number
  /** Calls that changed it, and lines. */
  readonly edits: number
  readonly added: number
  readonly removed: number
  /** The person changed what was proposed before accepting it. */
  readonly isUserModified: boolean
  /** Files that were changed in the same turn. */
  readonly filesInTurn: number
  /** What the person said when they refused a change of the file. */
  readonly refusals: readonly string[]
}

export interface FileChanges {
  /** Newest first; what was taken back is not among them. */
  readonly changes: readonly FileChange[]
  /** Changes that the running session has in its window. */
  readonly inWindow: number
  /** There are more, older ones that were not looked at. */
  readonly isMore: boolean
}

/** Who changed a file in this project, in all its worktrees and clones. */
export function listFileChanges(store: Store, request: FileRecallRequest): FileChanges {
  const paths = listPathsOf(store, placeOf(request), request.path)
  if (paths.length === 0) return { changes: [], inWindow: 0, isMore: false }
  const sessions = readNamedSessions(store, listSessions(store, paths))
  const window = openOwnWindow(store, request)
  const { placeOf: placeIn } = createPlaceFinder(store, sessions)
  const limits = { project: request.isEverywhere ? undefined : request.project, onlyPersons: true, without: undefined }
  const scope = { project: undefined, since: undefined, until: undefined, limit: MAX_CHANGES, limits }
  const { facts } = selectTouches(store, sessions, { paths, action: 'change', scope })
  const turns = groupFacts(facts, ({ session, agent, turn }) => `${session} ${agent} ${turn}`)
  const found = new Map<string, FileChange>()
  let inWindow = 0
  for (const group of turns.slice(0, MAX_CHANGES)) {
    const [{ row }] = group
    const place = placeIn({ row, copies: new Set(group.flatMap(({ copies }) => [...copies])) })
    if (place.isRewound) continue
    if (window.holds({ session: row.session, at: row.at ?? undefined, uuid: place.entryUuid })) {
      inWindow++
      continue
    }
    const key = `${row.session} ${place.mainTurn}`
    const rows = group.map(fact => fact.row)
    const known = found.get(key)
    found.set(key, known ? addRows(known, rows) : describe(store, { place, rows, row }))
  }
  for (const { row, copies } of listRefusals(store, sessions, { paths, limits })) {
    const place = placeIn({ row, copies })
    if (place.isRewound) continue
    if (window.holds({ session: row.session, at: row.at ?? undefined, uuid: place.entryUuid })) inWindow++
    else addRefusal(found, row, () => describe(store, { place, rows: [], row }))
  }
  const changes = joinRequests(found).sort((a, b) => b.at - a.at)
  return { changes, inWindow, isMore: turns.length > MAX_CHANGES }
}

function addRefusal(found: Map<string, FileChange>, row: RefusalRow, make: () => FileChange): void {
  const key = `${row.session} ${row.turn}`
  const change = found.get(key) ?? make()
  found.set(key, { ...change, refusals: [row.text, ...change.refusals] })
}

/** A turn that said no more than "go on" belongs to the request before it, where that changed the file as well. */
function joinRequests(found: ReadonlyMap<string, FileChange>): FileChange[] {
  const joined = new Map(found)
  for (const [key, change] of found) {
    const { after } = change.asked ?? {}
    const before = after && `${change.session} ${after.turn}`
    const request = before === undefined ? undefined : joined.get(before)
    if (before === undefined || !request) continue
    joined.delete(key)
    joined.set(before, joinChanges(request, change))
  }
  return [...joined.values()]
}

function joinChanges(request: FileChange, later: FileChange): FileChange {
  const last = later.at >= request.at ? later : request
  return {
    ...request,
    place: last.place,
    at: last.at,
    edits: request.edits + later.edits,
    added: request.added + later.added,
    removed: request.removed + later.removed,
    isUserModified: request.isUserModified || later.isUserModified,
    filesInTurn: Math.max(request.filesInTurn, later.filesInTurn),
    refusals: [...request.refusals, ...later.refusals],
  }
}

/** Turns that are looked at, the newest: each costs half a millisecond, and no three items tell of more. */
const MAX_CHANGES = 6

function listSessions(store: Store, paths: readonly string[]): readonly number[] {
  const names = [...new Set(paths.map(path => baseNameOf(unifySlashes(path))))]
  const rows = store.all(SESSIONS, [JSON.stringify(names), JSON.stringify(paths)])
  return rows.map(row => row.session as number)
}

const SESSIONS = `SELECT DISTINCT session FROM file_touches
WHERE base_name IN (SELECT value FROM json_each(?)) AND path IN (SELECT value FROM json_each(?))`

/** Also of a file that is not there yet, or not any more. */
function placeOf({ path, project }: FileRecallRequest): PlaceInTree {
  const place = findWorkTree(path)
  if (place) return place
  const root = findTreeRoot(dirname(path)) ?? project.path
  return { root, path: relative(root, path).split(sep).join('/') }
}

function describe(
  store: Store,
  { place, rows, row }: { place: FactPlace; rows: readonly TouchRow[]; row: FactRow },
): FileChange {
  const { session, agent, turn } = row
  const filesInTurn = store.get(FILES_IN_TURN, [session, agent, turn])?.count as number
  const asked = findAskedFor(store, session, place.mainTurn)
  const none = { edits: 0, added: 0, removed: 0, isUserModified: false, refusals: [] }
  return addRows({ session, place, turn: place.mainTurn, asked, at: row.at ?? 0, filesInTurn, ...none }, rows)
}

function addRows(change: FileChange, rows: readonly TouchRow[]): FileChange {
  return {
    ...change,
    edits: change.edits + rows.length,
    added: rows.reduce((sum, row) => sum + row.added, change.added),
    removed: rows.reduce((sum, row) => sum + row.removed, change.removed),
    isUserModified: change.isUserModified || rows.some(row => row.is_user_modified === 1),
  }
}

const FILES_IN_TURN = `SELECT count(DISTINCT path) AS count FROM file_touches
WHERE session = ? AND agent = ? AND turn = ? AND action <> 'read'`
