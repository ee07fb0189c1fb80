import type { LoadedSession } from '../../source/load-session.ts'
import type { LiveStatus } from '../live/live-status.ts'

/** A session that is open for reading and grows while it is read. Nothing of its texts is held in memory. */
export interface Reading {
  /** As it is now; another value after each change. */
  readonly loaded: LoadedSession
  /** Counts up with each change. */
  readonly version: number
  /** The client's own file is gone: this comes from the archive. */
  readonly isKeptOnly: boolean
  readonly status: LiveStatus
}

/** What a change of an open session came to. The first one that a listener hears says how it stands. */
export interface SessionChange {
  readonly id: string
  /** One more than before. Whoever holds an older one than that missed something, and asks again. */
  readonly version: number
  /**
   * The first turn that is not as it was; everything is, where the file was written anew (`isFresh`). Beyond `toTurn`
   * where only the status changed.
   */
  readonly fromTurn: number
  /** The last turn there is now. */
  readonly toTurn: number
  readonly isFresh: boolean
  readonly status: LiveStatus
}
