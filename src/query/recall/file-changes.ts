import { dirname, relative, sep } from 'node:path'
import { findTreeRoot, findWorkTree, type PlaceInTree } from '../../git/find-work-tree.ts'
import type { Store } from '../../store/store.ts'
import { createPlaceFinder, type FactPlace } from '../lookups/fact-place.ts'
import { selectTouches, type TouchRow } from '../lookups/file-touches.ts'
import { groupFacts } from '../lookups/group-facts.ts'
import { readNamedSessions } from '../lookups/kept-sessions.ts'
import { listPathsOf } from '../lookups/path-names.ts'
import { baseNameOf, unifySlashes } from '../lookups/path-query.ts'
import { type AskedFor, findAskedFor } from './asked-for.ts'
import { openOwnWindow } from './own-window.ts'
import type { FileRecallRequest } from './recall.ts'

/** What one request of a person did to a file, in one turn or in several that said no more than "go on". */
export interface FileChange {
  readonly session: number
  readonly place: FactPlace
  /** What was asked for; undefined where nobody did. */
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
  const limits = { project: request.isEverywhere ? undefined : request.project, without: undefined }
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
    const asked = findAskedFor(store, row.session, place.mainTurn)
    const key = `${row.session} ${asked?.turn ?? place.mainTurn}`
    const rows = group.map(fact => fact.row)
    const known = found.get(key)
    found.set(key, known ? addRows(known, rows) : describe(store, { place, asked, rows }))
  }
  return { changes: [...found.values()], inWindow, isMore: turns.length > MAX_CHANGES }
}

/** Turns that are looked at, the newest: each costs half a millisecond, and no three items tell of more. */
const MAX_CHANGES = 20

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
  { place, asked, rows }: { place: FactPlace; asked: AskedFor | undefined; rows: readonly TouchRow[] },
): FileChange {
  const [first] = rows as [TouchRow]
  const { session, agent, turn } = first
  const filesInTurn = store.get(FILES_IN_TURN, [session, agent, turn])?.count as number
  const none = { edits: 0, added: 0, removed: 0, isUserModified: false }
  return addRows({ session, place, asked, at: first.at ?? 0, filesInTurn, ...none }, rows)
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
