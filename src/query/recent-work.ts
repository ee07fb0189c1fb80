import type { Store } from '../store/store.ts'
import { formatIso } from '../time/day.ts'
import type { IndexedKeep } from './indexed-keep.ts'
import { listNames, type SessionName } from './lookups/fact-place.ts'
import { type KeptSession, readNamedSessions } from './lookups/kept-sessions.ts'
import { joinCopies } from './recent/join-copies.ts'
import { findLastTurn, type LastPrompt } from './recent/last-turn.ts'
import { listOpenTasks, type OpenTask } from './recent/open-tasks.ts'
import { createEndingReader, type Ending } from './recent/read-ending.ts'
import { listWork, type WorkDone } from './recent/work-done.ts'
import { ofLimits, type SessionLimits } from './session-limits.ts'
import { allOf } from './sql-condition.ts'

/** What was going on lately; what the MCP tool `recent` and "where we left off" are made of. */
export interface RecentWork {
  readonly schema: 'backscroll.recent/1'
  /** Those of the branch first, each group with the newest first. A conversation that several hold stands here once. */
  readonly sessions: readonly RecentSession[]
  /** Sessions that fit, copies and those beyond the limit included. */
  readonly total: number
  /** The same without those that hold nothing of their own, as far as they were compared: what a higher limit shows. */
  readonly conversations: number
  /** Of those, how many were on the branch. */
  readonly onBranch: number
  /** Sessions that would fit and in which no person ever typed: runs of programs, warm-ups. */
  readonly withoutPerson: number
}

export interface RecentSession extends WorkDone {
  /** Number in the index. */
  readonly session: number
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  readonly project: string
  readonly projectPath: string
  /** The last one it was on. */
  readonly branch: string | undefined
  /** It was on the branch asked for at some time. */
  readonly isSameBranch: boolean
  /** ISO 8601 in UTC. */
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  /** Epoch milliseconds; when the file was last written to where no entry has a time. */
  readonly endedAtMs: number
  readonly turns: number
  readonly last: LastPrompt
  readonly ending: Ending
  readonly openTasks: readonly OpenTask[]
  /** Sessions that hold nothing else: it was resumed or forked from them. */
  readonly alsoIn: readonly SessionName[]
}

export interface RecentRequest {
  readonly limits: SessionLimits
  /** Its sessions come first. */
  readonly branch: string | undefined
  /** No others than those of the branch. */
  readonly onlyBranch?: boolean | undefined
  readonly limit: number
  /** So many of the limit are for the newest of other branches, however many the branch has. */
  readonly elsewhere?: number | undefined
  /** Epoch milliseconds: those that went on after it. */
  readonly since?: number | undefined
  /** Also sessions in which no person typed. */
  readonly withPrograms?: boolean | undefined
}

/** Sessions of either kind that are compared with each other to show copies once. */
const LOOKED_AT = 40

/** The session that asks is left out, and with it what it was resumed from. */
export function recentWork(keep: IndexedKeep, request: RecentRequest): RecentWork {
  const { store } = keep
  const { limits } = request
  const { rows, ...counts } = selectSessions(store, request)
  const joined = joinCopies(store, rows, limits.without)
  const alone = new Set(joined.map(({ row }) => row))
  const copies = rows.filter(row => !alone.has(row))
  const shown = chooseShown(joined, request)
  const names = readNamedSessions(
    store,
    shown.flatMap(({ row, copies }) => [row.session, ...copies]),
  )
  const endingOf = createEndingReader(keep)
  return {
    schema: 'backscroll.recent/1',
    sessions: shown.map(({ row, copies }) => {
      const last = findLastTurn(store, row)
      return {
        ...describeSession(row, names),
        last: last.prompt,
        ending: endingOf(last),
        openTasks: listOpenTasks(store, row.session),
        ...listWork(store, row.session),
        alsoIn: listNames(copies, names),
      }
    }),
    ...counts,
    conversations: counts.total - copies.length,
    onBranch: counts.onBranch - copies.filter(row => row.is_same === 1).length,
  }
}

/** Those of the branch first. */
function chooseShown<Joined extends { readonly row: RecentRow }>(
  joined: readonly Joined[],
  { limit, elsewhere = 0 }: RecentRequest,
): readonly Joined[] {
  const here = joined.filter(({ row }) => row.is_same === 1)
  const others = joined.filter(({ row }) => row.is_same === 0)
  return [...here.slice(0, limit - Math.min(elsewhere, others.length)), ...others].slice(0, limit)
}

/** A row of `sessions`. */
export interface RecentRow {
  readonly session: number
  readonly id: string
  readonly title: string
  readonly project_name: string
  readonly project_path: string
  readonly branch: string | null
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly last_at: number
  readonly turns: number
  readonly is_same: number
}

interface Selected extends Pick<RecentWork, 'total' | 'onBranch' | 'withoutPerson'> {
  /** Newest first. */
  readonly rows: readonly RecentRow[]
}

function selectSessions(store: Store, request: RecentRequest): Selected {
  const { limits, branch, since, limit } = request
  const all = allOf([
    's.has_conversation = 1',
    ofLimits(limits),
    since === undefined ? undefined : { sql: `${LAST_AT} >= ?`, values: [since] },
    request.onlyBranch ? 'is_same = 1' : undefined,
  ])
  const sql = `SELECT s.session, s.id, s.title, s.project_name, s.project_path, s.branch, s.started_at, s.ended_at,
  ${LAST_AT} AS last_at, s.turns, ${IS_SAME} AS is_same, ${HAS_PERSON} AS has_person
FROM sessions AS s WHERE ${all.sql} ORDER BY last_at DESC, s.turns DESC, s.session`
  const found = store.all(sql, [branch ?? null, ...all.values])
  const fitting = found.filter(row => row.has_person === 1 || request.withPrograms) as unknown as RecentRow[]
  const same = fitting.filter(row => row.is_same === 1)
  const looked = Math.max(LOOKED_AT, limit * 2)
  const chosen = new Set([...same.slice(0, looked), ...fitting.slice(0, looked)])
  return {
    rows: fitting.filter(row => chosen.has(row)),
    total: fitting.length,
    onBranch: same.length,
    withoutPerson: found.filter(row => row.has_person === 0).length,
  }
}

const LAST_AT = 'coalesce(s.ended_at, s.changed_at, 0)'
const IS_SAME = 'EXISTS (SELECT 1 FROM json_each(s.branches) WHERE value = ?)'
const HAS_PERSON = '(s.turns > 0)'

function describeSession(row: RecentRow, names: ReadonlyMap<number, KeptSession>) {
  return {
    session: row.session,
    sessionId: row.id,
    shortId: names.get(row.session)?.shortId ?? row.id,
    title: row.title.toWellFormed(),
    project: row.project_name,
    projectPath: row.project_path,
    branch: row.branch ?? undefined,
    isSameBranch: row.is_same === 1,
    startedAt: formatIso(row.started_at ?? undefined),
    endedAt: formatIso(row.ended_at ?? undefined),
    endedAtMs: row.last_at,
    turns: row.turns,
  }
}
