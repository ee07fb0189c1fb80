import { saysSomething } from '../../model/says-something.ts'
import { isRequest } from '../../model/turn-origin.ts'
import { formatIso } from '../../time/day.ts'
import { pullRequestKey } from '../lookups/pull-request-name.ts'
import type { WorkDecision, WorkSession, WorkTest, WorkThread, WorkTouch } from './read-work.ts'
import type { TurnPlace } from './work-facts.ts'

/** Where something stands in a session: `shortId:turn` is its citation. */
export interface ToldPlace {
  /** Of the main thread. */
  readonly turn: number
  /** ISO 8601 in UTC. */
  readonly at: string | undefined
  readonly entryUuid: string | undefined
}

/** What a session did in some time, each item with the place that backs it. */
export interface ToldSession {
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  readonly branch: string | undefined
  /** ISO 8601 in UTC: of the turns that are told. */
  readonly firstAt: string | undefined
  readonly lastAt: string | undefined
  readonly turns: number
  readonly toolCalls: number
  readonly activeMs: number
  /** Prompts that ask for something, in the person's words; confirmations and what was taken back are left out. */
  readonly requests: readonly ToldRequest[]
  /** Most changed first. */
  readonly files: readonly ToldFile[]
  readonly commits: readonly ToldCommit[]
  readonly pullRequests: readonly ToldPullRequest[]
  /** The last run of each. */
  readonly tests: readonly ToldTest[]
  readonly decisions: readonly (Omit<WorkDecision, keyof TurnPlace> & ToldPlace)[]
  /** What no later session closed. */
  readonly open: readonly ToldThread[]
}

export interface ToldRequest extends ToldPlace {
  /** Head of the prompt. */
  readonly text: string
  readonly isInterrupted: boolean
}

export interface ToldFile extends ToldPlace {
  /** As recorded. */
  readonly path: string
  readonly change: 'created' | 'changed' | 'deleted'
  readonly edits: number
  readonly added: number
  readonly removed: number
}

export interface ToldCommit extends ToldPlace {
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
}

export interface ToldPullRequest extends ToldPlace {
  readonly url: string
  readonly number: number | undefined
  readonly repository: string | undefined
  readonly isOpened: boolean
}

export interface ToldTest extends ToldPlace {
  readonly command: string
  readonly outcome: WorkTest['outcome']
  readonly passed: number | undefined
  readonly failed: number | undefined
  /** In that time, and how many of them failed. */
  readonly runs: number
  readonly failedRuns: number
}

export interface ToldThread extends ToldPlace {
  readonly kind: WorkThread['kind']
  readonly text: string
}

/** `isOpen`: no later session closed it. */
export function tellSession(work: WorkSession, isOpen: (thread: WorkThread) => boolean): ToldSession {
  const { turns } = work
  return {
    sessionId: work.sessionId,
    shortId: work.shortId,
    title: work.title,
    branch: work.branch,
    firstAt: formatIso(turns[0]?.at),
    lastAt: formatIso(turns.reduce((last, { endedAt }) => Math.max(last, endedAt), turns[0]?.endedAt ?? 0)),
    turns: countTurns(work),
    toolCalls: turns.reduce((sum, { toolCalls }) => sum + toolCalls, 0),
    activeMs: turns.reduce((sum, { activeMs }) => sum + activeMs, 0),
    requests: listRequests(work),
    files: listFiles(work.touches),
    commits: work.commits.map(commit => ({ ...commit, ...placeOf(commit) })),
    pullRequests: listPullRequests(work),
    tests: listTests(work.tests),
    decisions: work.decisions.map(decision => ({ ...decision, ...placeOf(decision) })),
    open: work.threads.filter(isOpen).map(({ kind, text, ...place }) => ({ kind, text, ...placeOf(place) })),
  }
}

function listRequests({ turns }: WorkSession): readonly ToldRequest[] {
  return turns.flatMap(turn => {
    if (turn.isRewound || !isRequest(turn.origin) || !saysSomething(turn.prompt)) return []
    return [{ text: turn.prompt, isInterrupted: turn.isInterrupted, ...placeOf(turn) }]
  })
}

/** Prompts; what stands before the first is none. */
export function countTurns({ turns }: Pick<WorkSession, 'turns'>): number {
  return turns.filter(({ turn }) => turn > 0).length
}

function placeOf({ turn, at, entryUuid }: TurnPlace): ToldPlace {
  return { turn, at: formatIso(at), entryUuid }
}

function listFiles(touches: readonly WorkTouch[]): readonly ToldFile[] {
  return [...Map.groupBy(touches, ({ path }) => path)]
    .map(([path, group]) => {
      const [first, last] = [group[0] as WorkTouch, group.at(-1) as WorkTouch]
      return {
        path,
        change:
          last.action === 'delete'
            ? ('deleted' as const)
            : first.action === 'create'
              ? ('created' as const)
              : ('changed' as const),
        edits: group.length,
        added: group.reduce((sum, { added }) => sum + added, 0),
        removed: group.reduce((sum, { removed }) => sum + removed, 0),
        ...placeOf(first),
      }
    })
    .sort((a, b) => b.added + b.removed - (a.added + a.removed) || (a.path < b.path ? -1 : 1))
}

function listPullRequests({ pullRequests }: WorkSession): readonly ToldPullRequest[] {
  const groups = Map.groupBy(pullRequests, ({ url, number, repository }) =>
    pullRequestKey({ url, number: number ?? null, repository: repository ?? null }),
  )
  return [...groups.values()].map(group => {
    const told = group.find(({ isOpened }) => isOpened) ?? (group[0] as (typeof group)[number])
    return { ...told, ...placeOf(told) }
  })
}

function listTests(tests: readonly WorkTest[]): readonly ToldTest[] {
  return [...Map.groupBy(tests, ({ key }) => key).values()].map(group => {
    const last = group.at(-1) as WorkTest
    const { command, outcome, passed, failed } = last
    const failedRuns = group.filter(run => run.outcome === 'failed').length
    return { command, outcome, passed, failed, runs: group.length, failedRuns, ...placeOf(last) }
  })
}
