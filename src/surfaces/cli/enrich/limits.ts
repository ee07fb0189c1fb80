import type { EnrichLimits } from '../../../config/enrich-setting.ts'

/** What may be sent and spent where nobody says otherwise: enough to try it, not enough to regret it. */
const DEFAULTS: Required<EnrichLimits> = {
  sessions: 10,
  sessionBytes: 48_000,
  dayBytes: 1_000_000,
  dayUsd: 1,
  seconds: 120,
}

export type Limits = Required<EnrichLimits>

export function limitsOf({ enrichLimits }: { readonly enrichLimits?: EnrichLimits }): Limits {
  return { ...DEFAULTS, ...enrichLimits }
}
