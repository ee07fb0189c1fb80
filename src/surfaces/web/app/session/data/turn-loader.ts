import type { IndexTurn, SessionIndex } from '../../../../../render/view/session-index.ts'
import type { OpenSession } from '../../../routes/session-open.ts'
import { getJson } from '../../api.ts'

/** Turns that follow one another, from a number on. */
export interface TurnsFrom {
  readonly from: number
  readonly turns: readonly IndexTurn[]
  /** Others follow, which are not among these. */
  readonly hasMore: boolean
}

export interface TurnLoaderParts {
  onWindow(window: TurnsFrom): void
  onProblem(error: unknown): void
}

/** As many as an answer has room for. */
const WINDOW = 5000

/** Asks for the turns that the first answer about a long session had no room for, one window after another. */
export class TurnLoader {
  private readonly path: string
  private readonly parts: TurnLoaderParts
  private readonly ending = new AbortController()
  private readonly waiting = new Set<{ readonly turn: number; readonly go: () => void }>()
  /** Undefined when all are here. */
  private next: number | undefined
  private isLoading = false

  constructor(path: string, parts: TurnLoaderParts) {
    this.path = path
    this.parts = parts
  }

  /** `next`: everything before it is here; undefined where that is all. */
  goOnFrom(next: number | undefined): void {
    this.next = next
    this.wake()
    if (!this.isLoading) void this.load()
  }

  /** Whether there are turns to come before this one. */
  isBefore(turn: number): boolean {
    return this.next !== undefined && this.next < turn
  }

  /** Resolves when the turn is here, or cannot be had. */
  until(turn: number): Promise<void> {
    if (this.next === undefined || turn < this.next || !this.isLoading) return Promise.resolve()
    return new Promise(go => this.waiting.add({ turn, go }))
  }

  close(): void {
    this.ending.abort()
  }

  private async load(): Promise<void> {
    this.isLoading = true
    try {
      while (this.next !== undefined && !this.ending.signal.aborted) await this.loadWindow(this.next)
    } catch (error) {
      if (!this.ending.signal.aborted) this.parts.onProblem(error)
    } finally {
      this.isLoading = false
      for (const { go } of this.waiting) go()
      this.waiting.clear()
    }
  }

  private async loadWindow(from: number): Promise<void> {
    const { index } = await getJson<OpenSession>(this.path, { from, limit: WINDOW }, this.ending.signal)
    // The session was read anew meanwhile.
    if (this.next !== from || this.ending.signal.aborted) return
    this.next = nextTurnOf(index)
    this.parts.onWindow({ from, ...index })
    this.wake()
  }

  private wake(): void {
    for (const waiter of this.waiting) {
      if (this.next !== undefined && waiter.turn >= this.next) continue
      this.waiting.delete(waiter)
      waiter.go()
    }
  }
}

/** The first turn that an answer had no room for. */
export function nextTurnOf({ turns, hasMore }: Pick<SessionIndex, 'turns' | 'hasMore'>): number | undefined {
  const last = turns.at(-1)
  return hasMore && last ? last.number + 1 : undefined
}
