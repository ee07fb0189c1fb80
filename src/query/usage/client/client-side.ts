import { type ClientTotal, hasReadableCounts } from '../../../model/client-totals.ts'

/** What the client itself says about a session, beside its requests. */
export interface ClientSide {
  /** In the order of the file; the last one counts. */
  readonly totals: readonly ClientTotal[]
  /** The counts of the last one cannot be what the client counted, or are none: right only where nothing was asked. */
  readonly isUnreadable: boolean
  /** Ids of the sessions that its copied answers come from. */
  readonly forkedFrom: readonly string[]
  /** First and last of all its requests, copies included. */
  readonly firstAt: number | undefined
  readonly lastAt: number | undefined
  /** Undefined where nobody looked. */
  readonly compactions: number | undefined
}

/** Asked of whole totals, before one of their models is chosen. */
export function isUnreadable(totals: readonly ClientTotal[]): boolean {
  const last = totals.at(-1)
  return last !== undefined && (last.models.length === 0 || !hasReadableCounts(last))
}
