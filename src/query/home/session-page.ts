import type { SourceProblem } from '../../source/problem.ts'
import type { Library } from '../library.ts'
import { type ListRequest, selectSessions } from '../list-sessions.ts'
import type { RankedRow } from '../session-row.ts'
import { describeListed, type ListedFacts, type ListedSession } from './listed-session.ts'
import { type FindCosts, findCosts } from './session-costs.ts'

/** Some of the sessions of a list. */
export interface SessionPage {
  readonly schema: 'backscroll.session-page/1'
  readonly sessions: readonly ListedSession[]
  /** All that fit. */
  readonly total: number
  /** How many of them come before these. */
  readonly offset: number
  /** Files that would fit and hold only bookkeeping. */
  readonly emptyCount: number
  readonly problems: readonly SourceProblem[]
}

/** All but the first with the largest first. `duration`: the time in which something was done. */
export const SESSION_SORTS = ['recent', 'cost', 'tokens', 'turns', 'duration'] as const
export type SessionSort = (typeof SESSION_SORTS)[number]

export const SESSION_GROUPS = ['pinned', 'kept-only', 'live'] as const
export type SessionGroup = (typeof SESSION_GROUPS)[number]

export interface SessionPageRequest extends Omit<ListRequest, 'includeEmpty'>, ListedFacts {
  readonly sort: SessionSort
  /** Undefined: all. */
  readonly only: SessionGroup | undefined
  readonly limit: number
  readonly offset: number
}

export async function pageSessions(library: Library, request: SessionPageRequest): Promise<SessionPage> {
  const { rows, emptyCount, problems } = await selectSessions(library, { ...request, includeEmpty: false })
  const chosen = rows.filter(isIn(request))
  const sorted = sortRows(chosen, request.sort, () => findCosts(library, request.pricer))
  const shown = sorted.slice(request.offset, request.offset + request.limit)
  return {
    schema: 'backscroll.session-page/1',
    sessions: describeListed(library, shown, request),
    total: chosen.length,
    offset: request.offset,
    emptyCount,
    problems,
  }
}

function isIn({ only, marks, statusOf }: SessionPageRequest): (row: RankedRow) => boolean {
  if (only === 'pinned') return ({ row }) => marks.isPinned(row.id)
  if (only === 'kept-only') return ({ row }) => row.keptOnly
  return only === 'live' ? ranked => statusOf(ranked) !== undefined : () => true
}

/** Rows come newest first, and stay so where they are equal. */
function sortRows(rows: readonly RankedRow[], sort: SessionSort, costs: () => FindCosts): readonly RankedRow[] {
  if (sort === 'recent') return rows
  const amountOf = amounts(sort, costs)
  const amount = new Map(rows.map(ranked => [ranked, amountOf(ranked)]))
  return rows.toSorted((a, b) => (amount.get(b) ?? 0) - (amount.get(a) ?? 0))
}

function amounts(sort: Exclude<SessionSort, 'recent'>, costs: () => FindCosts): (row: RankedRow) => number {
  if (sort === 'turns') return ({ row }) => row.turns
  if (sort === 'duration') return ({ row }) => row.activeMs
  const costOf = costs()
  // What has no price comes behind what cost nothing.
  return sort === 'tokens' ? row => costOf(row)?.totalTokens ?? 0 : row => costOf(row)?.costUsd ?? -1
}
