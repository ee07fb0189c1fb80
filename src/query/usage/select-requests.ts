import type { RequestFact } from '../../model/usage/request-facts.ts'
import { matchesSession } from '../../source/session-projects.ts'
import type { UsageScope } from './usage-report.ts'
import type { SessionUsage } from './usage-source.ts'

/** What a scope leaves. Sessions without any request left are gone, unless no bound of time or model was asked for. */
export function selectRequests(groups: readonly SessionUsage[], scope: UsageScope): readonly SessionUsage[] {
  const fits = requestFilter(scope)
  const chosen = groups.filter(({ session }) => {
    if (scope.sessions && !scope.sessions.includes(session.id)) return false
    return scope.project === undefined || matchesSession(session, scope.project)
  })
  if (!fits) return chosen
  return chosen
    .map(({ session, facts, copies }) => ({ session, facts: facts.filter(fits), copies: copies.filter(fits) }))
    .filter(({ facts, copies }) => facts.length > 0 || copies.length > 0)
}

type Filtered = Pick<RequestFact, 'firstAt' | 'model'>

/** Undefined where everything fits. A request without a time lies outside of every bound. */
function requestFilter({ since, until, model }: UsageScope): ((request: Filtered) => boolean) | undefined {
  if (since === undefined && until === undefined && model === undefined) return undefined
  const from = since ?? Number.NEGATIVE_INFINITY
  const to = until ?? Number.POSITIVE_INFINITY
  const isTimed = since !== undefined || until !== undefined
  const wanted = model?.toLowerCase()
  return request => {
    if (isTimed && !(request.firstAt !== undefined && request.firstAt >= from && request.firstAt < to)) return false
    return wanted === undefined || request.model.toLowerCase().includes(wanted)
  }
}
