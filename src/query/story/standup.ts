import { formatIso } from '../../time/day.ts'
import type { Zone } from '../../time/zone.ts'
import { findTurnBefore } from '../day-turns.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { countScopedSessions, type LookupScope, ofScope } from '../lookups/scope.ts'
import { everyTime } from './day-report.ts'
import { type FoundThread, findThreads } from './find-threads.ts'
import { readWork, type WorkSession } from './read-work.ts'
import type { ToldPlace, ToldSession } from './tell-session.ts'
import { type OpenWork, openWorkOf, tellProjects } from './work-period.ts'

/** What I did, what I am at, what is open; what `--json` prints. */
export interface Standup {
  readonly schema: 'backscroll.standup/1'
  readonly zone: string
  readonly coverage: { readonly sessions: number }
  /** The last day with work before today, and today; those with work. */
  readonly days: readonly StandupDay[]
  /** Sessions of those days with changes that are in no commit yet. */
  readonly inProgress: readonly StandupProgress[]
  /** What those days left open, newest first, and what is older, up to the limit. */
  readonly open: readonly FoundThread[]
  /** Open threads there are, older ones included. */
  readonly openTotal: number
}

export interface StandupDay {
  readonly day: string
  readonly isToday: boolean
  readonly projects: readonly { readonly name: string; readonly path: string; readonly done: readonly StandupLine[] }[]
}

/** Something done: a commit, a pull request, or what was asked for where there is neither. */
export interface StandupLine extends ToldPlace {
  readonly sessionId: string
  readonly shortId: string
  readonly kind: 'commit' | 'pull-request' | 'request'
  readonly text: string
  /** Files that the session changed that day: of a request alone. */
  readonly files: number
}

export interface StandupProgress extends ToldPlace {
  readonly sessionId: string
  readonly shortId: string
  readonly project: string
  readonly projectPath: string
  readonly title: string
  readonly branch: string | undefined
  /** Files that changed after the last commit. */
  readonly files: number
  /** Somebody is at it now. */
  readonly isRunning: boolean
}

export interface StandupRequest {
  readonly scope: Pick<LookupScope, 'project' | 'limits'>
  readonly zone: Zone
  readonly now: number
  /** Open threads at most. */
  readonly maxOpen: number
  /** Ids of sessions that run now. */
  readonly running: ReadonlySet<string>
}

export function standup(keep: IndexedKeep, { zone, now, maxOpen, running, ...request }: StandupRequest): Standup {
  const { store } = keep
  const scope = ofPersons(request.scope)
  const today = zone.calendar.dayAt(now) ?? { from: now, to: now + 1 }
  const before = findTurnBefore(store, today.from, ofScope(scope))
  const last = before === undefined ? undefined : zone.calendar.dayAt(before)
  const works = [...(last ? [last] : []), today].map(range => ({ range, own: readWork(store, { ...range, scope }) }))
  const open = openWorkOf(store, [])
  const found = findThreads(keep, { scope: { ...everyTime(scope), limit: maxOpen }, isAll: false, running })
  return {
    schema: 'backscroll.standup/1',
    zone: zone.name,
    coverage: { sessions: countScopedSessions(store, everyTime(scope)) },
    days: works.flatMap(({ range, own }) =>
      own.length === 0
        ? []
        : [{ day: zone.dayOf(range.from), isToday: range === today, projects: listProjects(own, open) }],
    ),
    inProgress: listProgress(
      works.flatMap(({ own }) => own),
      running,
    ),
    open: found.threads,
    openTotal: found.total,
  }
}

/** What programs did by themselves is nobody's day. */
function ofPersons({ project, limits }: StandupRequest['scope']): StandupRequest['scope'] {
  return { project, limits: { project: undefined, without: undefined, ...limits, onlyPersons: true } }
}

function listProjects(works: readonly WorkSession[], open: OpenWork): StandupDay['projects'] {
  return tellProjects(works, open, new Map())
    .map(({ name, path, sessions }) => ({ name, path, done: sessions.flatMap(listDone) }))
    .filter(({ done }) => done.length > 0)
}

function listDone(session: ToldSession): readonly StandupLine[] {
  const { sessionId, shortId, commits, pullRequests, requests } = session
  const line = (
    kind: StandupLine['kind'],
    text: string,
    { turn, at, entryUuid }: ToldPlace,
    files = 0,
  ): StandupLine => ({
    sessionId,
    shortId,
    kind,
    text,
    files,
    turn,
    at,
    entryUuid,
  })
  const made = [
    ...commits.flatMap(commit => (commit.subject === undefined ? [] : [line('commit', commit.subject, commit)])),
    ...pullRequests.filter(({ isOpened }) => isOpened).map(request => line('pull-request', request.url, request)),
  ]
  const [first] = requests
  return made.length > 0 || !first ? made : [line('request', first.text, first, session.files.length)]
}

/** The last word on a session counts: one that goes on today is at what it is today. */
function listProgress(works: readonly WorkSession[], running: ReadonlySet<string>): readonly StandupProgress[] {
  const sessions = [...Map.groupBy(works, ({ session }) => session).values()]
  return sessions.flatMap(parts => {
    const [first] = parts as [WorkSession, ...WorkSession[]]
    const lastCommit = Math.max(0, ...parts.flatMap(({ commits }) => commits.map(({ at }) => at ?? 0)))
    const touches = parts.flatMap(part => part.touches).filter(({ at }) => (at ?? 0) > lastCommit)
    const latest = touches.at(-1)
    if (!latest) return []
    return [
      {
        sessionId: first.sessionId,
        shortId: first.shortId,
        project: first.project.name,
        projectPath: first.project.path,
        title: first.title,
        branch: first.branch,
        files: new Set(touches.map(({ path }) => path)).size,
        isRunning: running.has(first.sessionId),
        turn: latest.turn,
        at: formatIso(latest.at),
        entryUuid: latest.entryUuid,
      },
    ]
  })
}
