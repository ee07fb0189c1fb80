import type { RequestFact } from '../../../model/usage/request-facts.ts'
import type { Store } from '../../../store/store.ts'
import type { Zone } from '../../../time/zone.ts'
import type { RowAbout, UsageReport, UsageRow } from '../usage-report.ts'
import type { SessionUsage, UsageSession } from '../usage-source.ts'

/**
 * A cut says to which rows a request belongs. The engine does all the counting, so that every report adds up to the same.
 * A new report is a file here and a row in `table.ts`.
 */
export interface UsageCut {
  readonly name: string
  /** Other words for it. */
  readonly aliases: readonly string[]
  /** One line for help. */
  readonly summary: string
  /** The same where the report is about chosen sessions and its rows are others then. */
  readonly sessionSummary?: string
  /** Title of the first column. */
  readonly title: string
  /** Rows are times: shown from old to new. Others by cost, or by tokens where there is no money. */
  readonly isByTime: boolean
  /** Its rows come from the index alone: a scan of transcripts does not know turns, calls and files. */
  readonly needsIndex: boolean
  /** Rows share requests, or depend on calls, files or the very moment of one: bundles do not do. */
  readonly needsRequests: boolean
  /** What the key of a row without a place is called: a request that called no tool, a turn without a pull request. */
  readonly none: string | undefined
  open(world: CutWorld): OpenCut
}

export interface CutWorld {
  /** What is left after filters, requests in the order of time within each session. */
  readonly groups: readonly SessionUsage[]
  /** Before filters, as far as the source was read: where blocks begin, and who made a call, is decided by all requests. */
  readonly all?: readonly SessionUsage[]
  readonly zone: Zone
  readonly now: number
  /** Undefined without an index: then only cuts that need none are opened. */
  readonly store: Store | undefined
  /** Ids of the sessions that the report is about, where some were chosen: cuts may be finer then. */
  readonly sessions: readonly string[] | undefined
}

export interface OpenCut {
  /** The row of a request, or several that share it in equal parts. Never an empty list. */
  keyOf(fact: RequestFact, session: UsageSession): string | readonly string[]
  /** Asked for rows that are shown. */
  describe(key: string): { readonly label: string; readonly about: RowAbout }
  /**
   * Other words that somebody may use for a row, such as `yesterday`, beside its key, its label and parts of these.
   * `text` has neither capitals nor spaces around it.
   */
  isCalled?(key: string, text: string): boolean
  /** Agents of which there is nothing but the result of their call, which no row can hold. */
  readonly knownByResult?: UsageReport['knownByResult']
  /** The last word on the rows, in order: gaps between them. */
  arrange?(rows: readonly UsageRow[]): readonly UsageRow[]
  /** `arrange` needs all rows, not only those that are shown: the limit comes after it. */
  readonly arrangesAll?: boolean
}

/** The key of what has no place in a report. */
export const NO_PLACE = ''
