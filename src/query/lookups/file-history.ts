import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { ofLimits } from '../session-limits.ts'
import { allOf } from '../sql-condition.ts'
import { createPlaceFinder, type FactPlace, type PlaceFinder } from './fact-place.ts'
import { type ActionFilter, type FileAction, ofAction, selectTouches, type TouchRow } from './file-touches.ts'
import { type FactGroup, groupFacts } from './group-facts.ts'
import { type KeptSession, readKeptSessions } from './kept-sessions.ts'
import { type FoundPath, findPathsBelow } from './path-names.ts'
import { type PathRequest, searchPaths } from './path-search.ts'
import { countScopedSessions, FACT_AT, type LookupScope, scopeConditions } from './scope.ts'

/** Who read or changed a file, or the files changed last; what `--json` prints. */
export interface FileHistory {
  readonly schema: 'backscroll.files/1'
  /** As asked for; undefined where the files changed last are listed. */
  readonly path: string | undefined
  /** The file that is meant first, then those changed last. */
  readonly paths: readonly FilePath[]
  readonly coverage: { readonly sessions: number }
  /** Rows in all, those beyond the limit included: touches, or files where no path was asked for. */
  readonly total: number
}

export interface FilePath {
  /** As recorded; for a renamed file the name that was asked for. */
  readonly path: string
  /** The name it had when this happened, where that is another one. */
  readonly as: string | undefined
  /** Name and folder of the project whose session touched it last. */
  readonly project: string
  readonly projectPath: string
  /** How many sessions touched it. */
  readonly sessions: number
  /** Newest first. */
  readonly touches: readonly FileTouch[]
}

/** What one turn did to a file, once per action. */
export interface FileTouch extends Omit<FactPlace, 'project' | 'projectPath' | 'branch'> {
  readonly action: FileAction
  /** How often. */
  readonly count: number
  /** Lines, in all. */
  readonly added: number
  readonly removed: number
  /** The person changed what was proposed before accepting it. */
  readonly isUserModified: boolean
}

export interface FileHistoryRequest extends Omit<PathRequest, 'text'> {
  readonly path: string | undefined
  readonly action: ActionFilter | undefined
  readonly scope: LookupScope
}

export async function fileHistory(keep: IndexedKeep, request: FileHistoryRequest): Promise<FileHistory> {
  const { store } = keep
  const { path, scope } = request
  const sessions = readKeptSessions(store)
  const { files, total } =
    path === undefined
      ? listRecent(store, sessions, request)
      : await listTouched(store, sessions, { ...request, text: path })
  const coverage = { sessions: countScopedSessions(store, scope) }
  return { schema: 'backscroll.files/1', path, paths: files, coverage, total }
}

type Sessions = ReadonlyMap<number, KeptSession>

interface Listed {
  readonly files: readonly FilePath[]
  readonly total: number
}

async function listTouched(
  store: Store,
  sessions: Sessions,
  request: FileHistoryRequest & PathRequest,
): Promise<Listed> {
  const { query, found: named } = await searchPaths(store, request)
  const found = named.length > 0 ? named : findPathsBelow(store, query)
  const groups = groupTouches(store, sessions, { ...request, found })
  const { placeOf } = createPlaceFinder(store, sessions)
  const rows = groups.flatMap(({ touches }) => touches)
  const chosen = chooseRows(groups, request.scope.limit)
  const files = groups.flatMap(group =>
    describeFile(
      group,
      group.touches.filter(touch => chosen.has(touch)),
      placeOf,
    ),
  )
  return { files, total: rows.length }
}

/** One row per file: what was done to it last. */
function listRecent(store: Store, sessions: Sessions, request: FileHistoryRequest): Listed {
  const { action = 'change', scope } = request
  const { sql, values } = allOf([scopeConditions(scope), scope.limits && ofLimits(scope.limits), ofAction(action)])
  const from = `FROM file_touches AS f JOIN sessions AS s USING (session) WHERE ${sql}`
  const rows = store.all(
    `SELECT f.path, max(${FACT_AT}) AS at ${from} GROUP BY f.path ORDER BY at DESC, f.path LIMIT ?`,
    [...values, scope.limit],
  )
  const found = rows.map(row => ({ path: row.path as string, renamedFrom: undefined, identity: '', isPlace: false }))
  const groups = groupTouches(store, sessions, { ...request, action, found })
  const { placeOf } = createPlaceFinder(store, sessions)
  const total = store.get(`SELECT count(DISTINCT f.path) AS count ${from}`, values)?.count as number
  return { files: groups.flatMap(group => describeFile(group, group.touches.slice(0, 1), placeOf)), total }
}

/** A path with what was done to it, newest first. */
interface TouchGroup {
  readonly found: FoundPath
  readonly touches: readonly FactGroup<TouchRow>[]
  /** When it was changed last, or else read. */
  readonly at: number
  readonly isChanged: boolean
}

function groupTouches(
  store: Store,
  sessions: Sessions,
  { action, scope, found }: Pick<FileHistoryRequest, 'action' | 'scope'> & { readonly found: readonly FoundPath[] },
): readonly TouchGroup[] {
  const paths = found.map(({ path }) => path)
  const { facts } = selectTouches(store, sessions, { paths, action, scope })
  const byPath = new Map(groupFacts(facts, row => row.path).map(group => [group[0].row.path, group]))
  const groups = found.flatMap(item => {
    const own = byPath.get(item.path)
    if (!own) return []
    const touches = groupFacts(own, ({ session, agent, turn, action: did }) => `${session} ${agent} ${turn} ${did}`)
    const change = own.find(({ row }) => row.action !== 'read')
    return [{ found: item, touches, at: (change ?? own[0]).row.at ?? 0, isChanged: change !== undefined }]
  })
  return groups.sort(
    (a, b) =>
      Number(b.found.isPlace) - Number(a.found.isPlace) || Number(b.isChanged) - Number(a.isChanged) || b.at - a.at,
  )
}

/** Every path gets its newest row before any gets a second; the rest goes to the newest. */
function chooseRows(groups: readonly TouchGroup[], limit: number): ReadonlySet<FactGroup<TouchRow>> {
  const firsts = groups.flatMap(({ touches }) => touches.slice(0, 1))
  const others = groups.flatMap(({ touches }) => touches.slice(1))
  others.sort((a, b) => (b[0].row.at ?? 0) - (a[0].row.at ?? 0))
  return new Set([...firsts, ...others].slice(0, limit))
}

function describeFile(
  { found, touches }: TouchGroup,
  shown: readonly FactGroup<TouchRow>[],
  placeOf: PlaceFinder['placeOf'],
): readonly FilePath[] {
  const described = shown.map(group => describeTouch(group, placeOf))
  const [newest] = described
  if (!newest) return []
  return [
    {
      path: found.renamedFrom ?? found.path,
      as: found.renamedFrom === undefined ? undefined : found.path,
      project: newest.project,
      projectPath: newest.projectPath,
      sessions: new Set(touches.map(([{ row }]) => row.session)).size,
      touches: described.map(({ touch }) => touch),
    },
  ]
}

function describeTouch(
  group: FactGroup<TouchRow>,
  placeOf: PlaceFinder['placeOf'],
): { readonly touch: FileTouch; readonly project: string; readonly projectPath: string } {
  const copies = new Set(group.flatMap(fact => [...fact.copies]))
  const { project, projectPath, branch: _, ...place } = placeOf({ row: group[0].row, copies })
  const sum = (count: (row: TouchRow) => number): number => group.reduce((total, { row }) => total + count(row), 0)
  const touch = {
    ...place,
    action: group[0].row.action,
    count: group.length,
    added: sum(row => row.added),
    removed: sum(row => row.removed),
    isUserModified: group.some(({ row }) => row.is_user_modified === 1),
  }
  return { touch, project, projectPath }
}
