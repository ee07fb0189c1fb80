/** What is followed from week to week. */
export interface TrendMetric {
  readonly name: TrendName
  /** For people. */
  readonly label: string
  readonly unit: 'count' | 'ms' | 'tokens' | 'usd' | 'share' | 'rate' | 'score'
  /** An unfinished week has less of it than it will have. */
  readonly grows: boolean
  /**
   * The least spread that is taken for usual: where weeks hardly differ, a little more would be an anomaly otherwise.
   * Three of these, and three tenths of the usual value, are never unusual.
   */
  readonly leastSpread: number
  /** Of what a rate or median must have how many, so that one run or one session is no trend. */
  readonly base?: { readonly of: TallyName | 'scored'; readonly least: number }
  /** What sessions are ranked by that drove a value above, and one below, what is usual. */
  readonly drivenBy: { readonly high: TallyName; readonly low: TallyName }
}

/** What is added up of each session in each week. */
export type TallyName =
  | 'sessions'
  | 'turns'
  | 'activeMs'
  | 'tokens'
  | 'costUsd'
  | 'changedLines'
  | 'changedFiles'
  | 'commits'
  | 'pullRequests'
  | 'testRuns'
  | 'passedRuns'
  | 'failedRuns'
  | 'corrections'
  | 'errors'
  | 'friction'

export type TrendName =
  | Exclude<TallyName, 'passedRuns' | 'failedRuns' | 'corrections' | 'friction'>
  | 'passRate'
  | 'correctionsPerTurn'
  | 'medianFriction'

export const TREND_METRICS: readonly TrendMetric[] = [
  { ...sum('sessions', 'turns'), label: 'Sessions', unit: 'count', leastSpread: 1 },
  { ...sum('turns'), label: 'Turns', unit: 'count', leastSpread: 5 },
  { ...sum('activeMs'), label: 'Active time', unit: 'ms', leastSpread: 20 * 60_000 },
  { ...sum('tokens'), label: 'Tokens', unit: 'tokens', leastSpread: 100_000 },
  { ...sum('costUsd'), label: 'Cost', unit: 'usd', leastSpread: 1 },
  { ...sum('changedLines'), label: 'Changed lines', unit: 'count', leastSpread: 50 },
  { ...sum('changedFiles'), label: 'Changed files', unit: 'count', leastSpread: 3 },
  { ...sum('commits'), label: 'Commits', unit: 'count', leastSpread: 2 },
  { ...sum('pullRequests'), label: 'Pull requests', unit: 'count', leastSpread: 1 },
  { ...sum('testRuns'), label: 'Test runs', unit: 'count', leastSpread: 3 },
  {
    name: 'passRate',
    label: 'Test runs passed',
    unit: 'share',
    grows: false,
    leastSpread: 0.05,
    base: { of: 'testRuns', least: 5 },
    drivenBy: { high: 'passedRuns', low: 'failedRuns' },
  },
  {
    name: 'correctionsPerTurn',
    label: 'Corrections per turn',
    unit: 'rate',
    grows: false,
    leastSpread: 0.03,
    base: { of: 'turns', least: 10 },
    drivenBy: { high: 'corrections', low: 'turns' },
  },
  { ...sum('errors'), label: 'Errors', unit: 'count', leastSpread: 3 },
  {
    name: 'medianFriction',
    label: 'Median friction',
    unit: 'score',
    grows: false,
    leastSpread: 5,
    base: { of: 'scored', least: 3 },
    drivenBy: { high: 'friction', low: 'turns' },
  },
]

function sum<Name extends TrendName & TallyName>(
  name: Name,
  by: TallyName = name,
): { readonly name: Name; readonly grows: true; readonly drivenBy: TrendMetric['drivenBy'] } {
  return { name, grows: true, drivenBy: { high: by, low: by } }
}
