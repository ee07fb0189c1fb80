import type { SessionChange } from '../../../../query/reading/reading.ts'
import type { OpenSession } from '../../routes/session-open.ts'
import { getJson } from '../api.ts'
import { timeOf } from './list/build-items.ts'
import type { Item } from './list/item.ts'
import type { Reading } from './reading.ts'

/** Keeps up with a session that is being written: stays at its end, or says what came while the reader was elsewhere. */
export class Follow {
  isOn = false
  /** Rows that came below the window and were not seen. */
  newRows = 0
  /** The latest row that was in the window; epoch milliseconds. */
  seenAt = 0
  private readonly reading: Reading
  private readonly onChange: () => void

  constructor(reading: Reading, onChange: () => void) {
    this.reading = reading
    this.onChange = onChange
  }

  /** It would stay at the end, were the reader there. */
  get isPaused(): boolean {
    return this.isOn && !this.reading.list.isAtEnd
  }

  /** Off, where it follows; else back to the end, and on. */
  toggle(): void {
    this.set(!this.isOn || this.isPaused)
  }

  set(isOn: boolean): void {
    this.isOn = isOn
    this.reading.list.sticksToEnd = isOn
    if (isOn) this.toEnd()
    this.onChange()
  }

  /** Shows what came last, opened: who follows wants to see the work. */
  toEnd(): void {
    const { reading } = this
    this.openLast()
    this.newRows = 0
    reading.list.toEnd()
    this.onChange()
  }

  take(change: SessionChange): Promise<void> {
    return this.reading.store.refresh(change, () => this.reading.shownUnits())
  }

  /** Events may have been missed while the page or the server was away. */
  async lookAgain(): Promise<void> {
    const { store } = this.reading
    const { open, lastTurn } = store
    const now = await getJson<OpenSession>(store.path, { from: lastTurn }).catch(() => undefined)
    if (!now || now.version === open.version || store.open !== open) return
    const { version, status } = now
    await this.take({
      id: store.id,
      version,
      status,
      fromTurn: lastTurn,
      toTurn: lastTurn,
      isFresh: version < open.version,
    })
  }

  /** After the index changed: shows it, and counts what came where nobody looks. */
  grow(): void {
    const { reading } = this
    const { list, state } = reading
    const before = countRows(reading.items)
    const isWatched = list.isAtEnd && !document.hidden
    if (!isWatched && state.newSince === undefined) state.newSince = lastTime(reading.items)
    if (this.isOn && list.isAtEnd) this.openLast()
    reading.refresh()
    if (!isWatched) this.newRows += Math.max(0, countRows(reading.items) - before)
    this.onChange()
  }

  /** Notes what the window shows. */
  see(): void {
    if (document.hidden) return
    const { reading } = this
    const { first, last } = reading.list.visibleRange()
    for (let at = first; at <= last; at++) {
      const item = reading.items[at]
      if (item) this.seenAt = Math.max(this.seenAt, timeOf(item) ?? 0)
    }
    if (!reading.list.isAtEnd || this.newRows === 0) return
    this.newRows = 0
    this.onChange()
  }

  private openLast(): void {
    const { state, store } = this.reading
    const { lastTurn } = store
    if (state.level !== 'answers' || state.turns.has(lastTurn)) return
    state.turns.set(lastTurn, true)
    this.reading.refresh()
  }
}

function countRows(items: readonly Item[]): number {
  return items.filter(item => item.kind === 'row' || item.kind === 'head' || item.kind === 'run').length
}

function lastTime(items: readonly Item[]): number | undefined {
  for (let at = items.length - 1; at >= 0; at--) {
    const time = timeOf(items[at] as Item)
    if (time !== undefined) return time
  }
  return undefined
}
