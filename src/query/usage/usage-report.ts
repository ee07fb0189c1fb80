import type { Pricer } from '../../pricing/pricer.ts'
import type { Zone } from '../../time/zone.ts'
import type { NotInTranscripts } from './client/list-checks.ts'
import type { UsageAccuracy } from './usage-accuracy.ts'
import type { UsageNumbers } from './usage-sum.ts'

/** What is asked: every field is there, nothing below fills in a default. */
export interface UsageRequest {
  /** Name of a cut (cuts/table.ts). */
  readonly report: string
  readonly scope: UsageScope
  /** R30: one zone for days, bounds and labels. */
  readonly zone: Zone
  readonly now: number
  /** Rows below each row. */
  readonly breakdown: Breakdown
  readonly order: UsageOrder
  /** Rows at most; totals are always those of all. */
  readonly limit: number | undefined
  /** Undefined: without money. */
  readonly pricer: Pricer | undefined
  /** R28: compute also where a cost is recorded. */
  readonly recalculates: boolean
}

export type Breakdown = 'none' | 'models' | 'projects'

/** `usual` is what the cut says: by time, or by cost. `asc` and `desc` are about time, where rows are times, else about the key. */
export const USAGE_ORDERS = ['asc', 'desc', 'cost', 'tokens', 'requests'] as const
export type UsageOrder = (typeof USAGE_ORDERS)[number] | 'usual'

export interface UsageScope {
  /** Epoch milliseconds: from then on, and before. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** A project's name, or the end of its path or remote. */
  readonly project: string | undefined
  /** A part of the model's name. */
  readonly model: string | undefined
  /** Ids of sessions. */
  readonly sessions: readonly string[] | undefined
}

export interface UsageReport {
  readonly schema: 'backscroll.usage/1'
  readonly report: string
  readonly zone: string
  readonly rows: readonly UsageRow[]
  /** Rows there are, those beyond the limit included. */
  readonly rowCount: number
  readonly totals: UsageNumbers
  /** Beside the totals, never in them; undefined where no client left a total of its own. */
  readonly notInTranscripts?: NotInTranscripts | undefined
  readonly accuracy: UsageAccuracy
  /** Agents of which only the result of their call is known, and the tokens that it tells; in no total. Of reports by agent. */
  readonly knownByResult?: { readonly agents: number; readonly tokens: number } | undefined
}

export interface UsageRow extends UsageNumbers {
  /** Names the row, for `--explain`. */
  readonly key: string
  /** For people: a title, a prompt, a name. */
  readonly label: string
  /** What else is known of it; differs by report. */
  readonly about: RowAbout
  readonly models: readonly string[]
  readonly firstAt: string | undefined
  readonly lastAt: string | undefined
  /** With a breakdown: what it is made of. */
  readonly parts?: readonly UsageRow[]
}

export interface RowAbout {
  readonly [name: string]: string | number | boolean | null | readonly string[]
}
