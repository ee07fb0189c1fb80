import { breathe } from '../../../page/find/breathe.ts'
import { createPainter } from '../../../page/find/paint.ts'
import { textRanges } from '../../../page/find/text-ranges.ts'
import { formatInteger } from '../../../text/count.ts'
import type { SessionData } from '../data/session-data.ts'
import { findText } from './find-text.ts'
import { MatchList } from './match-list.ts'

export interface FinderOptions {
  readonly data: SessionData
  readonly isIncluded: (row: number) => boolean
  /** The row a search starts from. */
  readonly startRow: () => number
  /** Shows a row and gives its element, opened. */
  readonly reveal: (row: number) => HTMLElement | undefined
  readonly drawn: () => Iterable<HTMLElement>
  readonly say: (text: string, hasMatches: boolean) => void
}

/** How often the growing count is told: it is also read aloud. */
const SAY_MS = 250

/** One search at a time: its matches, which of them is current, and their marks. */
export class Finder {
  private readonly options: FinderOptions
  private readonly painter = createPainter()
  private wanted = ''
  private matches = new MatchList()
  private isSearching = false
  private current = -1
  private round = 0

  constructor(options: FinderOptions) {
    this.options = options
  }

  get isOn(): boolean {
    return this.wanted !== ''
  }

  async search(text: string): Promise<void> {
    const round = ++this.round
    this.wanted = text.toLowerCase()
    this.matches = new MatchList()
    this.current = -1
    if (this.wanted === '') return this.stop()
    this.isSearching = true
    this.options.say('…', false)
    const start = this.options.startRow()
    let saidAt = performance.now()
    const isDone = await findText(this.options.data, this.wanted, {
      isIncluded: this.options.isIncluded,
      onRow: (row, count) => {
        this.matches.add(row, count)
        // The first match from where the reader is on is shown at once.
        if (this.current < 0 && row >= start) this.show(this.matches.length - count)
      },
      goOn: async () => {
        if (performance.now() - saidAt > SAY_MS) {
          this.sayCount()
          saidAt = performance.now()
        }
        await breathe()
        return round === this.round
      },
    })
    if (!isDone || round !== this.round) return
    this.isSearching = false
    if (this.current < 0 && this.matches.length > 0) this.show(0)
    this.sayCount()
    this.repaint()
  }

  move(step: 1 | -1): void {
    const { length } = this.matches
    if (length > 0) this.show((this.current + step + length) % length)
  }

  stop(): void {
    this.round++
    this.wanted = ''
    this.isSearching = false
    this.matches = new MatchList()
    this.current = -1
    this.painter.paint([], undefined)
    this.options.say('', false)
  }

  /** Marks what the window shows now. */
  repaint(): Range | undefined {
    if (this.wanted === '') return undefined
    const match = this.matches.at(this.current)
    const all: Range[] = []
    let chosen: Range | undefined
    for (const box of this.options.drawn()) {
      const ranges = [...box.querySelectorAll(':scope > .row')].flatMap(row => textRanges(row, this.wanted))
      all.push(...ranges)
      if (match && box.dataset.row === String(match.row))
        chosen = ranges[Math.min(match.nth, ranges.length - 1)] ?? chosen
    }
    this.painter.paint(all, chosen)
    return chosen
  }

  private show(index: number): void {
    this.current = index
    const match = this.matches.at(index)
    if (!match) return
    this.sayCount()
    const box = this.options.reveal(match.row)
    for (const fold of box?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? []) fold.open = true
    const range = this.repaint()
    const place = range?.getBoundingClientRect()
    // Long rows: the place itself, not the row's first line.
    if (place && (place.top < 120 || place.bottom > innerHeight - 40)) {
      scrollBy({ top: place.top - innerHeight / 3, behavior: 'instant' })
    }
  }

  /** The count grows while the search goes on. */
  private sayCount(): void {
    const { length } = this.matches
    const more = this.isSearching ? '…' : ''
    if (length === 0) this.options.say(this.isSearching ? '…' : 'none', false)
    else if (this.current < 0) this.options.say(`${formatInteger(length)}${more}`, true)
    else this.options.say(`${formatInteger(this.current + 1)} of ${formatInteger(length)}${more}`, true)
  }
}
