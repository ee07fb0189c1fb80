/** Longer silence inside a turn is somebody being away, not work. */
const IDLE_MS = 5 * 60_000

/**
 * Working time of one turn (census section 11): what the client recorded, else the time between entries with long gaps
 * clipped. Lines are in append order, not in time order, so only steps forward count.
 */
export class TurnClock {
  startedAt: number | undefined
  endedAt: number | undefined
  private worked = 0
  private recorded: number | undefined

  tick(at: number): void {
    if (this.startedAt === undefined || this.endedAt === undefined) {
      this.startedAt = at
      this.endedAt = at
    } else if (at > this.endedAt) {
      this.worked += Math.min(at - this.endedAt, IDLE_MS)
      this.endedAt = at
    } else if (at < this.startedAt) {
      this.startedAt = at
    }
  }

  /** A `turn_duration` line; a turn that was taken up again has several. */
  record(durationMs: number): void {
    if (durationMs > 0) this.recorded = (this.recorded ?? 0) + durationMs
  }

  get activeMs(): number {
    return this.recorded ?? this.worked
  }
}
