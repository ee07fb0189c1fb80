import { saysSomething } from '../../model/says-something.ts'
import { isRequest } from '../../model/turn-origin.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import type { Zone } from '../../time/zone.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { countScopedSessions, type LookupScope, ofScope } from '../lookups/scope.ts'
import { openMainTurns } from '../usage/cuts/main-turns.ts'
import { openPullRequestPlaces, type PullRequestPlaces } from '../usage/cuts/pull-request-places.ts'
import type { UsageSession } from '../usage/usage-source.ts'
import { everyTime } from './day-report.ts'
import { readWork, type WorkCommit, type WorkSession, type WorkTouch } from './read-work.ts'
import { type ToldFile, type ToldPlace, tellSession } from './tell-session.ts'

/** What changed, by pull request and commit; what `--json` prints. */
export interface Changelog {
  readonly schema: 'backscroll.changelog/1'
  readonly zone: string
  /** ISO 8601 in UTC. */
  readonly since: string | undefined
  readonly until: string | undefined
  readonly coverage: { readonly sessions: number }
  /** Newest first. */
  readonly groups: readonly ChangelogGroup[]
  /** Each once by its hash. */
  readonly commits: number
  /** Sessions that changed files and made no commit in that time, newest first. */
  readonly uncommitted: readonly UncommittedSession[]
}

/** Commits of a pull request; of those without one, the commits of a day on a branch. */
export interface ChangelogGroup {
  readonly pullRequest:
    | { readonly url: string; readonly number: number | undefined; readonly repository: string | undefined }
    | undefined
  readonly project: string
  readonly projectPath: string
  readonly branch: string | undefined
  /** Of the newest commit. */
  readonly day: string | undefined
  /** Newest first. */
  readonly commits: readonly ChangelogCommit[]
}

export interface ChangelogCommit extends ToldPlace {
  readonly sha: string
  readonly subject: string | undefined
  readonly sessionId: string
  readonly shortId: string
  /** What was asked for: in the turn that made it, or before, where that one only says to commit. */
  readonly request: string
  readonly requestTurn: number
}

export interface UncommittedSession extends ToldPlace {
  readonly sessionId: string
  readonly shortId: string
  readonly project: string
  readonly projectPath: string
  readonly title: string
  readonly branch: string | undefined
  readonly request: string
  readonly files: readonly ToldFile[]
}

export interface ChangelogRequest {
  /** Epoch milliseconds, end exclusive. */
  readonly from: number
  readonly to: number
  readonly scope: Pick<LookupScope, 'project' | 'limits'>
  readonly zone: Zone
}

export function changelog(keep: IndexedKeep, { from, to, scope, zone }: ChangelogRequest): Changelog {
  const { store } = keep
  const works = readWork(store, { from: findBegun(store, from, scope), to, scope }).map(work => made(work, from, to))
  const groups = groupCommits(works, openPlaces(store, works), zone)
  return {
    schema: 'backscroll.changelog/1',
    zone: zone.name,
    since: formatIso(from),
    until: formatIso(to),
    coverage: { sessions: countScopedSessions(store, everyTime(scope)) },
    groups,
    commits: groups.reduce((sum, { commits }) => sum + commits.length, 0),
    uncommitted: works
      .filter(({ commits, touches }) => commits.length === 0 && touches.length > 0)
      .map(work => tellUncommitted(work, from))
      .toReversed(),
  }
}

/** When the first turn began that was still at work then: a night's work is committed in the morning. */
function findBegun(store: Store, from: number, scope: ChangelogRequest['scope']): number {
  const { sql, values } = ofScope(scope)
  const begun = store.get(`${BEGUN} AND (${sql})`, [from, from, from, from, ...values])?.at
  return typeof begun === 'number' ? begun : from
}

const BEGUN = `SELECT min(t.started_at) AS at FROM sessions AS s
CROSS JOIN turns AS t ON t.session = s.session AND t.agent = ''
WHERE s.ended_at >= ? AND s.started_at < ? AND t.ended_at >= ? AND t.started_at < ?`

/** Commits and changes of that time, whenever they were asked for. */
function made(work: WorkSession, from: number, to: number): WorkSession {
  const turns = new Map(work.turns.map(({ turn, at }) => [turn, at]))
  const isWithin = ({ turn, at = turns.get(turn) ?? from }: WorkCommit | WorkTouch): boolean => at >= from && at < to
  return { ...work, commits: work.commits.filter(isWithin), touches: work.touches.filter(isWithin) }
}

/** Nothing to open where nothing was committed. */
function openPlaces(store: Store, works: readonly WorkSession[]): PullRequestPlaces | undefined {
  return works.some(({ commits }) => commits.length > 0)
    ? openPullRequestPlaces(store, openMainTurns(store))
    : undefined
}

interface MadeCommit {
  readonly work: WorkSession
  readonly commit: WorkCommit
}

function groupCommits(
  works: readonly WorkSession[],
  places: PullRequestPlaces | undefined,
  zone: Zone,
): readonly ChangelogGroup[] {
  const made = works
    .flatMap(work => work.commits.map(commit => ({ work, commit })))
    .sort((a, b) => (b.commit.at ?? 0) - (a.commit.at ?? 0) || (a.commit.sha < b.commit.sha ? -1 : 1))
  const pullRequestOf = ({ work, commit }: MadeCommit): string => {
    const session = toUsageSession(work)
    if (!places) return ''
    return places.namesAny(session)
      ? places.ofTurn(session, commit.turn)
      : places.ofBranch(session, commit.branch ?? work.branch ?? '', commit.at)
  }
  const dayOf = ({ commit }: MadeCommit): string | undefined =>
    commit.at === undefined ? undefined : zone.dayOf(commit.at)
  const branchOf = ({ work, commit }: MadeCommit): string | undefined => commit.branch ?? work.branch
  const byGroup = Map.groupBy(made, one => {
    const key = pullRequestOf(one)
    return key === '' ? `${one.work.project.path} ${branchOf(one)} ${dayOf(one)}` : `pull request ${key}`
  })
  return [...byGroup.values()].map(group => {
    const [newest] = group as [MadeCommit, ...MadeCommit[]]
    const known = places?.known.get(pullRequestOf(newest))
    return {
      pullRequest: known && { url: known.url, number: known.number, repository: known.repository },
      project: newest.work.project.name,
      projectPath: newest.work.project.path,
      branch: branchOf(newest),
      day: dayOf(newest),
      commits: group.map(tellCommit),
    }
  })
}

function tellCommit({ work, commit }: MadeCommit): ChangelogCommit {
  const { sha, subject, turn, at, entryUuid } = commit
  const { sessionId, shortId } = work
  return { sha, subject, sessionId, shortId, ...findBehind(work, turn), turn, at: formatIso(at), entryUuid }
}

/** `commit and push` says nothing about what is in it. */
function findBehind({ turns, request }: WorkSession, made: number): Pick<ChangelogCommit, 'request' | 'requestTurn'> {
  const own = turns.find(({ turn }) => turn === made)
  const says = turns.findLast(
    ({ turn, origin, prompt, isRewound }) =>
      turn <= made && !isRewound && isRequest(origin) && saysSomething(prompt) && !ONLY_COMMIT.test(prompt),
  )
  const found = says ?? own
  return { request: found?.prompt || request, requestTurn: found?.turn ?? made }
}

const ONLY_COMMIT =
  /^\W*(?:(?:ok|okay|yes|great|good|now|please|pls|and|then|let'?s|can|could|you|go|ahead|just|also|git|commit|push|merge|this|that|it|these|them|all|the|changes?|everything|here|directly|to|main|master|a|an|open|create|make|draft|pr|pull|request)\W*)+$/i

function tellUncommitted(work: WorkSession, from: number): UncommittedSession {
  const first = work.touches[0]
  // Turns from before that time are there for the sake of others.
  const turns = work.turns.filter(({ turn, at }) => at >= from || turn === first?.turn)
  const told = tellSession({ ...work, turns }, () => false)
  const { sessionId, shortId, project, title, branch, requests, files } = { ...work, ...told }
  return {
    sessionId,
    shortId,
    project: project.name,
    projectPath: project.path,
    title,
    branch,
    request: requests[0]?.text ?? work.request,
    files,
    turn: first?.turn ?? 0,
    at: formatIso(first?.at),
    entryUuid: first?.entryUuid,
  }
}

function toUsageSession({ session, sessionId, title, project }: WorkSession): UsageSession {
  return {
    number: session,
    id: sessionId,
    title,
    project: { path: project.path, name: project.name, remote: project.remote },
    otherProjects: [],
    cwd: undefined,
    unreadable: 0,
    seenInProgress: { requests: 0, tokens: 0 },
  }
}
