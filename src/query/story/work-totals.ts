import { pullRequestKey } from '../lookups/pull-request-name.ts'
import type { UsageNumbers } from '../usage/usage-sum.ts'
import type { WorkSession, WorkThread } from './read-work.ts'
import { countTurns } from './tell-session.ts'

/** Numbers of some work. Sessions, files and pull requests are counted once each, all else can be added up over days. */
export interface WorkTotals {
  readonly sessions: number
  readonly turns: number
  readonly toolCalls: number
  readonly activeMs: number
  readonly files: number
  readonly linesAdded: number
  readonly linesRemoved: number
  readonly commits: number
  readonly pullRequests: number
  readonly testRuns: number
  readonly failedTestRuns: number
  readonly decisions: number
  readonly open: number
  /** As `usage` counts it: each request on its own day. Undefined where nothing was paid for. */
  readonly usage: UsageNumbers | undefined
}

export function addUpWork(
  works: readonly WorkSession[],
  isOpen: (work: WorkSession, thread: WorkThread) => boolean,
  usage: UsageNumbers | undefined,
): WorkTotals {
  const sum = (count: (work: WorkSession) => number): number => works.reduce((all, work) => all + count(work), 0)
  return {
    sessions: works.length,
    turns: sum(countTurns),
    toolCalls: sum(({ turns }) => turns.reduce((all, { toolCalls }) => all + toolCalls, 0)),
    activeMs: sum(({ turns }) => turns.reduce((all, { activeMs }) => all + activeMs, 0)),
    files: new Set(works.flatMap(({ touches }) => touches.map(({ path }) => path))).size,
    linesAdded: sum(({ touches }) => touches.reduce((all, { added }) => all + added, 0)),
    linesRemoved: sum(({ touches }) => touches.reduce((all, { removed }) => all + removed, 0)),
    commits: sum(({ commits }) => commits.length),
    pullRequests: new Set(works.flatMap(({ pullRequests }) => pullRequests.map(keyOf))).size,
    testRuns: sum(({ tests }) => tests.length),
    failedTestRuns: sum(({ tests }) => tests.filter(({ outcome }) => outcome === 'failed').length),
    decisions: sum(({ decisions }) => decisions.length),
    open: sum(work => work.threads.filter(thread => isOpen(work, thread)).length),
    usage,
  }
}

function keyOf({ url, number, repository }: WorkSession['pullRequests'][number]): string {
  return pullRequestKey({ url, number: number ?? null, repository: repository ?? null })
}

/** What of a session's work lies in these turns. */
export function sliceWork(work: WorkSession, isIn: (turn: WorkSession['turns'][number]) => boolean): WorkSession {
  const turns = work.turns.filter(isIn)
  const numbers = new Set(turns.map(({ turn }) => turn))
  const within = <Item extends { readonly turn: number }>(items: readonly Item[]): readonly Item[] =>
    items.filter(({ turn }) => numbers.has(turn))
  return {
    ...work,
    turns,
    touches: within(work.touches),
    commits: within(work.commits),
    pullRequests: within(work.pullRequests),
    tests: within(work.tests),
    decisions: within(work.decisions),
    threads: within(work.threads),
  }
}
