import { head } from '../text/head.ts'
import type { Turn } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'
import type { TurnClock } from './turn-clock.ts'
import type { TurnOrigin, TurnStart } from './turn-origin.ts'

const TEXT_CHARS = 500

/** A turn while it grows. `isRewound` is settled by the thread, which knows the tree. */
export class TurnRecord implements Turn {
  readonly number: number
  first: number
  readonly text: string
  readonly origin: TurnOrigin
  readonly starts: TurnStart[] = []
  prompt: ThreadEntry | undefined
  last: number
  toolCalls = 0
  messages = 0
  answer: ThreadEntry | undefined
  isInterrupted = false
  isRewound = false
  private readonly clock: TurnClock

  constructor(start: { number: number; first: number; text: string; origin: TurnOrigin; clock: TurnClock }) {
    this.number = start.number
    this.first = start.first
    this.last = start.first
    this.text = head(start.text, TEXT_CHARS)
    this.origin = start.origin
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
