import type { Store } from '../store/store.ts'
import { type DayTurn, findTurnBefore, listDayTurns } from './day-turns.ts'
import { type KeptSession, readKeptSessions } from './lookups/kept-sessions.ts'
import { ofLimits, type SessionLimits } from './session-limits.ts'

/** Epoch milliseconds, end exclusive. */
export interface DayRequest {
  readonly from: number
  readonly to: number
  readonly limits: SessionLimits
}

/** What one session did between two moments. Times in epoch milliseconds. */
export interface DaySession {
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  readonly project: string
  readonly projectPath: string
  readonly branch: string | undefined
  readonly firstAt: number
  readonly lastAt: number
  readonly firstTurn: number
  readonly lastTurn: number
  /** Head of the first prompt of that time. */
  readonly prompt: string
  readonly turns: number
  readonly toolCalls: number
  /** Paths that were changed, each once. */
  readonly files: readonly string[]
  readonly commits: readonly { readonly sha: string; readonly subject: string | undefined }[]
}

/** Sessions in which somebody asked for something between two moments, in that order; a turn that several hold once. */
export function listDaySessions(store: Store, request: DayRequest): readonly DaySession[] {
  const kept = readKeptSessions(store)
  const groups = new Map<number, DayTurn[]>()
  for (const turn of listDayTurns(
    store,
    { ...request, within: ofLimits(request.limits), without: request.limits.without },
    kept,
  )) {
    const group = groups.get(turn.session)
    if (group) group.push(turn)
    else groups.set(turn.session, [turn])
  }
  return [...groups].map(([session, turns]) => buildSession(store, request, { session, turns, kept }))
}

/** The day before that with the last work of these sessions; undefined where there is none. */
export function findWorkBefore(store: Store, { from, limits }: Omit<DayRequest, 'to'>): number | undefined {
  return findTurnBefore(store, from, ofLimits(limits))
}

interface Group {
  readonly session: number
  readonly turns: readonly DayTurn[]
  readonly kept: ReadonlyMap<number, KeptSession>
}

function buildSession(store: Store, { to }: DayRequest, { session, turns, kept }: Group): DaySession {
  const about = store.get('SELECT title, project_name, project_path, branch FROM sessions WHERE session = ?', [session])
  const [first] = turns as [DayTurn]
  const numbers = turns.map(({ number }) => number)
  const facts = [session, JSON.stringify(numbers), first.at, to]
  return {
    sessionId: kept.get(session)?.sessionId ?? '',
    shortId: kept.get(session)?.shortId ?? '',
    title: (about?.title ?? '') as string,
    project: (about?.project_name ?? '') as string,
    projectPath: (about?.project_path ?? '') as string,
    branch: (about?.branch ?? undefined) as string | undefined,
    firstAt: first.at,
    lastAt: Math.min(to, Math.max(...turns.map(({ at, ended_at }) => Math.max(at, ended_at ?? at)))),
    firstTurn: Math.min(...numbers),
    lastTurn: Math.max(...numbers),
    prompt: first.text,
    turns: numbers.filter(number => number > 0).length,
    toolCalls: turns.reduce((sum, { tool_calls }) => sum + tool_calls, 0),
    files: store.all(FILES, facts).map(({ path }) => path as string),
    commits: store.all(COMMITS, facts).map(({ sha, subject }) => ({
      sha: sha as string,
      subject: (subject as string | null) ?? undefined,
    })),
  }
}

/** Of the turns themselves; what agents did, by its time. */
const IN_TURNS = `session = ?1 AND iif(agent = '', turn IN (SELECT value FROM json_each(?2)), at >= ?3 AND at < ?4)`
const FILES = `SELECT path FROM file_touches WHERE ${IN_TURNS} AND action <> 'read' GROUP BY path ORDER BY min(at), path`
const COMMITS = `SELECT sha, min(subject) AS subject FROM commits WHERE ${IN_TURNS}
GROUP BY coalesce(nullif(sha, ''), agent || ' ' || number) ORDER BY min(at), sha`
