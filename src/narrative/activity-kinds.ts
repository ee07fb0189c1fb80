/** What a session can be doing, as a person would say it; the words stand in the past. */
export const ACTIVITY_KINDS = [
  'explored',
  'planned',
  'wrote',
  'edited',
  'ran',
  'tested',
  'debugged',
  'built',
  'committed',
  'opened-pr',
  'reviewed',
  'delegated',
  'researched',
  'configured',
  'documented',
  'asked',
  'tracked',
  'used-tools',
] as const

export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
