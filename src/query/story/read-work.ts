/**
 * What was done between two moments, turn by turn: the reports of a day, a week, a standup and a changelog are made of
 * this. Answered from tables; a turn that several sessions hold is told once (`listDayTurns` says in which).
 */
import type { TurnOrigin } from '../../model/turn-origin.ts'
import type { Decision, OpenThread } from '../../narrative/story.ts'
import type { Project } from '../../source/project.ts'
import type { Row, Store } from '../../store/store.ts'
import { type DayTurn, listDayTurns } from '../day-turns.ts'
import { type KeptSession, readKeptSessions } from '../lookups/kept-sessions.ts'
import { type LookupScope, ofScope } from '../lookups/scope.ts'
import { COMMIT_COMMAND, withoutAmended } from './amended.ts'
import { COMMIT_CALL_ID, isFirstMade } from './first-made.ts'
import { type PlacedRow, readTurnFacts, type TurnPlace } from './work-facts.ts'

export interface WorkRequest {
  /** Epoch milliseconds, end exclusive. */
  readonly from: number
  readonly to: number
  readonly scope: Pick<LookupScope, 'project' | 'limits'>
}

/** A session with what it did in that time. */
export interface WorkSession {
  /** Number in the index. */
  readonly session: number
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  /** What the person wanted first, by the session's story: for one that begins with a plan and has no prompt. */
  readonly request: string
  readonly project: Project
  /** The last one it was on. */
  readonly branch: string | undefined
  /** In order; 0 is what stands before the first prompt. */
  readonly turns: readonly WorkTurn[]
  /** Changes, not reads, one by one. */
  readonly touches: readonly WorkTouch[]
  /** Each hash once, where it was first made; not what an amended one replaced. */
  readonly commits: readonly WorkCommit[]
  readonly pullRequests: readonly WorkPullRequest[]
  readonly tests: readonly WorkTest[]
  readonly decisions: readonly WorkDecision[]
  /** What the session left open at its end, whether or not a later one closed it. */
  readonly threads: readonly WorkThread[]
}

export interface WorkTurn extends TurnPlace {
  readonly origin: TurnOrigin
  readonly prompt: string
  /** When it was asked for: what decides the day. */
  readonly at: number
  readonly endedAt: number
  readonly activeMs: number
  readonly toolCalls: number
  readonly isInterrupted: boolean
  readonly isRewound: boolean
}

export interface WorkTouch extends TurnPlace {
  readonly path: string
  readonly action: string
  readonly added: number
  readonly removed: number
}

export interface WorkCommit extends TurnPlace {
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
}

export interface WorkPullRequest extends TurnPlace {
  readonly url: string
  readonly number: number | undefined
  readonly repository: string | undefined
  /** Opened here, or only named by the client. */
  readonly isOpened: boolean
}

export interface WorkTest extends TurnPlace {
  readonly command: string
  readonly key: string
  readonly outcome: 'passed' | 'failed' | 'unknown'
  readonly passed: number | undefined
  readonly failed: number | undefined
}

export interface WorkDecision extends TurnPlace {
  readonly text: string
  readonly from: Decision['from']
  readonly about: string | undefined
  readonly isRule: boolean
  readonly takenBack: string | undefined
}

export interface WorkThread extends TurnPlace {
  readonly agent: string
  readonly number: number
  readonly kind: OpenThread['kind']
  readonly text: string
}

/** Sessions in the order in which they began in that time. */
export function readWork(store: Store, { from, to, scope }: WorkRequest): readonly WorkSession[] {
  const kept = readKeptSessions(store)
  const turns = listDayTurns(store, { from, to, within: ofScope(scope), without: scope.limits?.without }, kept)
  const groups = Map.groupBy(turns, ({ session }) => session)
  const facts = readAllFacts(store, [...groups.keys()])
  return [...groups].map(([session, own]) => buildSession(store, { session, own, kept, facts }))
}

type AllFacts = ReturnType<typeof readAllFacts>

function readAllFacts(store: Store, sessions: readonly number[]) {
  const read = (table: Parameters<typeof readTurnFacts>[2]['table'], columns: readonly string[], where?: string) =>
    Map.groupBy(
      readTurnFacts(store, sessions, { table, columns, ...(where === undefined ? {} : { where }) }),
      ({ session }) => session,
    )
  return {
    touches: read('file_touches', ['f.path', 'f.action', 'f.added', 'f.removed'], `f.action <> 'read'`),
    commits: read('commits', ['f.sha', 'f.subject', 'f.branch', 'f.call', COMMIT_COMMAND, COMMIT_CALL_ID]),
    pullRequests: read('pull_requests', ['f.url', 'f.pr_number', 'f.repository', 'f.known_by']),
    tests: read('test_runs', ['f.command', 'f.key', 'f.outcome', 'f.passed', 'f.failed']),
    decisions: read('decisions', ['f.text', 'f.source', 'f.about', 'f.is_rule', 'f.taken_back']),
    threads: read('open_threads', ['f.kind', 'f.text']),
  }
}

interface Group {
  readonly session: number
  readonly own: readonly DayTurn[]
  readonly kept: ReadonlyMap<number, KeptSession>
  readonly facts: AllFacts
}

function buildSession(store: Store, { session, own, kept, facts }: Group): WorkSession {
  const about = store.get(ABOUT, [session]) ?? {}
  const numbers = new Set(own.map(({ number }) => number))
  const within = <Item>(rows: AllFacts['touches'], toItem: (row: Row, place: TurnPlace) => Item): readonly Item[] =>
    (rows.get(session) ?? [])
      .filter(({ turn }) => numbers.has(turn))
      .map(({ turn, at, entryUuid, row }) => toItem(row, { turn, at, entryUuid }))
  const made = withoutAmended(facts.commits.get(session) ?? []).filter(commit => isFirstMade(store, kept, commit))
  return {
    session,
    sessionId: kept.get(session)?.sessionId ?? '',
    shortId: kept.get(session)?.shortId ?? '',
    title: (about.title ?? '') as string,
    request: (about.request ?? '') as string,
    project: {
      path: (about.project_path ?? '') as string,
      name: (about.project_name ?? '') as string,
      remote: maybe<string>(about.project_remote),
    },
    branch: maybe<string>(about.branch),
    turns: own.map(toTurn),
    touches: within(facts.touches, toTouch),
    commits: within(new Map([[session, made]]), toCommit),
    pullRequests: within(facts.pullRequests, toPullRequest),
    tests: within(facts.tests, toTest),
    decisions: within(facts.decisions, toDecision),
    threads: (facts.threads.get(session) ?? []).filter(({ turn }) => numbers.has(turn)).map(toThread),
  }
}

const ABOUT = `SELECT s.title, s.project_name, s.project_path, s.project_remote, s.branch, st.request
FROM sessions AS s LEFT JOIN stories AS st USING (session) WHERE s.session = ?`

function maybe<Value>(value: unknown): Value | undefined {
  return (value ?? undefined) as Value | undefined
}

function toTurn(turn: DayTurn): WorkTurn {
  return {
    turn: turn.number,
    origin: turn.origin as TurnOrigin,
    prompt: turn.text,
    at: turn.at,
    endedAt: Math.max(turn.at, turn.ended_at ?? turn.at),
    entryUuid: turn.uuid ?? undefined,
    activeMs: turn.active_ms,
    toolCalls: turn.tool_calls,
    isInterrupted: turn.is_interrupted === 1,
    isRewound: turn.is_rewound === 1,
  }
}

function toTouch(row: Row, place: TurnPlace): WorkTouch {
  return {
    path: row.path as string,
    action: row.action as string,
    added: row.added as number,
    removed: row.removed as number,
    ...place,
  }
}

function toCommit(row: Row, place: TurnPlace): WorkCommit {
  return { sha: row.sha as string, subject: maybe(row.subject), branch: maybe(row.branch), ...place }
}

function toPullRequest(row: Row, place: TurnPlace): WorkPullRequest {
  return {
    url: row.url as string,
    number: maybe(row.pr_number),
    repository: maybe(row.repository),
    isOpened: row.known_by === 'command-output',
    ...place,
  }
}

function toTest(row: Row, place: TurnPlace): WorkTest {
  return {
    command: row.command as string,
    key: row.key as string,
    outcome: row.outcome as WorkTest['outcome'],
    passed: maybe(row.passed),
    failed: maybe(row.failed),
    ...place,
  }
}

function toDecision(row: Row, place: TurnPlace): WorkDecision {
  return {
    text: row.text as string,
    from: row.source as WorkDecision['from'],
    about: maybe(row.about),
    isRule: row.is_rule === 1,
    takenBack: maybe(row.taken_back),
    ...place,
  }
}

function toThread({ agent, number, turn, at, entryUuid, row }: PlacedRow): WorkThread {
  return { agent, number, kind: row.kind as WorkThread['kind'], text: row.text as string, turn, at, entryUuid }
}
