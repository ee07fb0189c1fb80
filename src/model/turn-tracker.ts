import { head } from '../text/head.ts'
import type { Turn } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'
import type { TurnClock } from './turn-clock.ts'
import { stripContext } from './user-role.ts'

const TEXT_CHARS = 500

/** A turn while it grows. `isRewound` is settled by the thread, which knows the tree. */
export class TurnRecord implements Turn {
  readonly number: number
  readonly first: number
  readonly text: string
  prompt: ThreadEntry | undefined
  last: number
  toolCalls = 0
  messages = 0
  answer: ThreadEntry | undefined
  isInterrupted = false
  isRewound = false
  private readonly clock: TurnClock

  constructor(start: { number: number; first: number; text: string; clock: TurnClock }) {
    this.number = start.number
    this.first = start.first
    this.last = start.first
    this.text = head(stripContext(start.text), TEXT_CHARS)
    this.clock = start.clock
  }

  get startedAt(): number | undefined {
    return this.clock.startedAt
  }

  get endedAt(): number | undefined {
    return this.clock.endedAt
  }

  get activeMs(): number {
    return this.clock.activeMs
  }
}
