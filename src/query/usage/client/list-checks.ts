import { selectRequests } from '../select-requests.ts'
import type { UsageRequest, UsageScope } from '../usage-report.ts'
import type { SessionUsage } from '../usage-source.ts'
import { NANO, type UsageNumbers } from '../usage-sum.ts'
import { type CheckRequest, type ClientCheck, checkSession } from './check-session.ts'
import type { ClientSide } from './client-side.ts'

/** The client's totals beside ours, for the sessions asked for that have one. `groups`: all, for the origins of forks. */
export function listClientChecks(
  groups: readonly SessionUsage[],
  asked: readonly SessionUsage[],
  request: CheckRequest,
): readonly ClientCheck[] {
  const checked = asked.filter(({ session }) => session.client !== undefined)
  if (checked.length === 0) return []
  const byId = new Map(groups.map(group => [group.session.id, group]))
  return checked.flatMap(group => checkSession(group, request, id => byId.get(id)) ?? [])
}

/** Of sessions by number. Those that lie in the bounds with a part only cannot be checked: a total has no parts. */
export function checkNamed(
  groups: readonly SessionUsage[],
  sessions: ReadonlySet<number>,
  request: UsageRequest,
): readonly ClientCheck[] {
  const asked = groups.filter(
    ({ session }) => sessions.has(session.number) && session.client && isInside(session.client, request.scope),
  )
  return listClientChecks(groups, asked, request)
}

/** What clients counted and no transcript holds: a row beside the others, never part of them or of their total. */
export interface NotInTranscripts extends UsageNumbers {
  readonly isInTotals: false
  /** Sessions it is made of, and those whose client left a total that could be compared. */
  readonly sessions: number
  readonly checked: number
  /** Sessions that lie in the bounds with a part only, carry what nobody knows or cannot be read: left out. */
  readonly leftOut: number
}

/** Undefined where no client left a total. */
export function sumNotInTranscripts(
  groups: readonly SessionUsage[],
  request: UsageRequest,
): NotInTranscripts | undefined {
  const { scope } = request
  const withTotals = groups.filter(({ session }) => session.client !== undefined)
  if (withTotals.length === 0) return undefined
  const limited = withTotals.map(group => limitToModel(group, scope))
  const asked = selectRequests(limited, { ...scope, since: undefined, until: undefined, model: undefined }).filter(
    ({ session }) => session.client && touches(session.client, scope),
  )
  if (asked.length === 0) return undefined
  const inside = asked.filter(({ session }) => session.client && isInside(session.client, scope))
  const checks = listClientChecks(limited, inside, request).filter(
    ({ carried, because }) => carried?.costUsd !== null && !because.includes('unreadable'),
  )
  const missing = checks.map(({ notInTranscripts }) => notInTranscripts).filter(({ totalTokens }) => totalTokens > 0)
  return {
    isInTotals: false,
    sessions: missing.length,
    checked: checks.length,
    leftOut: asked.length - checks.length,
    ...addNumbers(missing),
  }
}

function limitToModel(group: SessionUsage, { model }: UsageScope): SessionUsage {
  const { client } = group.session
  if (model === undefined || !client) return group
  const fits = (each: { readonly model: string }): boolean => each.model.toLowerCase().includes(model.toLowerCase())
  const totals = client.totals.map(total => ({ ...total, models: total.models.filter(fits) }))
  return { ...group, session: { ...group.session, client: { ...client, totals } }, facts: group.facts.filter(fits) }
}

/** A session without requests has no time: it is in no bounds. */
function isInside({ firstAt, lastAt }: ClientSide, { since, until }: UsageScope): boolean {
  if (since === undefined && until === undefined) return true
  if (firstAt === undefined || lastAt === undefined) return false
  return firstAt >= (since ?? firstAt) && lastAt < (until ?? Number.POSITIVE_INFINITY)
}

function touches({ firstAt, lastAt }: ClientSide, { since, until }: UsageScope): boolean {
  if (since === undefined && until === undefined) return true
  if (firstAt === undefined || lastAt === undefined) return false
  return lastAt >= (since ?? firstAt) && firstAt < (until ?? Number.POSITIVE_INFINITY)
}

function addNumbers(list: readonly UsageNumbers[]): UsageNumbers {
  const sum = (pick: (numbers: UsageNumbers) => number): number =>
    list.reduce((total, numbers) => total + pick(numbers), 0)
  const priced = list.filter(({ costUsd }) => costUsd !== null)
  return {
    requests: 0,
    unfinished: 0,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cacheWriteTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
    totalTokens: sum(({ totalTokens }) => totalTokens),
    cacheWrite5mTokens: sum(({ cacheWrite5mTokens }) => cacheWrite5mTokens),
    cacheWrite1hTokens: sum(({ cacheWrite1hTokens }) => cacheWrite1hTokens),
    thinkingTokens: 0,
    webSearches: sum(({ webSearches }) => webSearches),
    // Whole nano-dollars again while adding, so that no fraction is lost.
    costUsd:
      priced.length === 0 && list.length > 0 ? null : sum(({ costUsd }) => Math.round((costUsd ?? 0) * NANO)) / NANO,
    unpricedTokens: sum(({ unpricedTokens }) => unpricedTokens),
    isLowerBound: list.some(({ isLowerBound }) => isLowerBound),
  }
}
