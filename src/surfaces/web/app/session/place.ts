/** Somewhere in the session to go to: an entry, a turn, or an agent's line. */
export interface Place {
  readonly turn?: number | undefined
  readonly entry?: string | undefined
  readonly agent?: string | undefined
}
