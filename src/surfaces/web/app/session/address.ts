import { setQuery } from '../router.ts'
import { parseUrlState, type UrlState } from './url-state.ts'

type Changes = Record<string, string | undefined>

/** The part of the address that is the session's own. What we write ourselves is known before it is told. */
export class Address {
  url: UrlState
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(query: URLSearchParams) {
    this.url = parseUrlState(query)
  }

  /** Takes up what the address says now; gives what it said before. */
  take(query: URLSearchParams): UrlState {
    const before = this.url
    this.url = parseUrlState(query)
    // Somebody went elsewhere: where the reader was before is no longer to be said.
    if (this.url.turn !== before.turn || this.url.entry !== before.entry) clearTimeout(this.timer)
    return before
  }

  /** A step that the way back leads over. */
  push(changes: Changes): void {
    this.note(changes)
    setQuery(changes)
  }

  /** The same step, said better. */
  replace(changes: Changes): void {
    clearTimeout(this.timer)
    this.note(changes)
    setQuery(changes, { replace: true })
  }

  /** Once nothing else happens for a moment; the last one counts. */
  replaceLater(changes: () => Changes | undefined, afterMs: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      const made = changes()
      if (made) this.replace(made)
    }, afterMs)
  }

  close(): void {
    clearTimeout(this.timer)
  }

  private note(changes: Changes): void {
    const query = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) query.delete(name)
      else query.set(name, value)
    }
    this.url = parseUrlState(query)
  }
}
