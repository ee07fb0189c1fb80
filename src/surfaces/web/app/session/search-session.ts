import type { SearchHooks } from '../../../../page/find/finder.ts'
import type { FindAnswer } from '../../routes/session-find.ts'
import { inParts } from './data/in-parts.ts'
import type { RowSpot } from './reveal.ts'

/** Where a text was found, in the order of the session. Matches are numbered by their place in it. */
export class SessionSearch {
  hits: (RowSpot & { readonly count: number })[] = []
  private controller = new AbortController()
  private readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** False when it was given up. */
  async run(text: string, { onRow, goOn }: SearchHooks): Promise<boolean> {
    this.stop()
    this.hits = []
    const { signal } = this.controller
    try {
      for await (const { matches } of inParts<FindAnswer>(`${this.path}/find`, new URLSearchParams({ text }), signal)) {
        for (const hit of matches) {
          this.hits.push(hit)
          onRow(this.hits.length - 1, hit.count)
        }
        if (!(await goOn())) return false
      }
      return true
    } catch (error) {
      if (signal.aborted) return false
      throw error
    }
  }

  stop(): void {
    this.controller.abort()
    this.controller = new AbortController()
  }
}
