import type { UsageRequest } from './usage-report.ts'

type Asked = Pick<UsageRequest, 'report' | 'zone' | 'now' | 'pricer'> &
  Pick<UsageRequest['scope'], 'since' | 'until' | 'project'>

/** A report over all models and sessions of a time, in its usual order and without a breakdown. */
export function plainUsageRequest({ since, until, project, ...asked }: Asked): UsageRequest {
  return {
    ...asked,
    scope: { since, until, project, model: undefined, sessions: undefined },
    breakdown: 'none',
    order: 'usual',
    limit: undefined,
    recalculates: false,
  }
}
