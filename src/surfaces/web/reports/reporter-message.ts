import type { RootEnvironment } from '../../../source/roots.ts'

/** The first line that the process is given. */
export interface ReporterSetting {
  /** Name of the zone that days are of. */
  readonly zone: string
  readonly roots: RootEnvironment
}

/** Every other line. */
export type ReporterOrder =
  | { readonly kind: 'ask'; readonly number: number; readonly name: string; readonly query: unknown }
  /** The disk or the index says something else than before. */
  | { readonly kind: 'changed'; readonly isWatched: boolean }

/**
 * What it says, a line each: `ok 12 {…}` with the answer as it goes to the client, `no 12 {…}` with a `ReporterProblem`.
 */
export interface ReporterProblem {
  readonly code: string
  readonly message: string
  readonly hint: string
}
