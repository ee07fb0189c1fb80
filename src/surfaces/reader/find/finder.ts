import type { SessionData } from '../data/session-data.ts'
import { findText, type Match } from './find-text.ts'
import { createPainter } from './paint.ts'
import { textRanges } from './text-ranges.ts'

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

/** One search at a time: its matches, which of them is current, and their marks. */
export class Finder {
  private readonly options: FinderOptions
  private readonly painter = createPainter()
  private wanted = ''
  private matches: readonly Match[] = []
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
    this.matches = []
    this.current = -1
    if (this.wanted === '') return this.stop()
    this.options.say('…', false)
    const { data, isIncluded } = this.options
    const goOn = async (): Promise<boolean> => {
      await new Promise(resolve => setTimeout(resolve))
      return round === this.round
    }
    const matches = await findText(data, this.wanted, { isIncluded, goOn })
    if (!matches) return
    this.matches = matches
    if (matches.length === 0) {
      this.options.say('none', false)
      this.repaint()
      return
    }
    const start = this.options.startRow()
    this.show(
      Math.max(
        0,
        matches.findIndex(match => match.row >= start),
      ),
    )
  }

  move(step: 1 | -1): void {
    const { length } = this.matches
    if (length > 0) this.show((this.current + step + length) % length)
  }

  stop(): void {
    this.round++
    this.wanted = ''
    this.matches = []
    this.current = -1
    this.painter.paint([], undefined)
    this.options.say('', false)
  }

  /** Marks what the window shows now. */
  repaint(): Range | undefined {
    if (this.wanted === '') return undefined
    const match = this.matches[this.current]
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
    const match = this.matches[index]
    if (!match) return
    const numbers = [index + 1, this.matches.length].map(number => number.toLocaleString('en'))
    this.options.say(numbers.join(' of '), true)
    const box = this.options.reveal(match.row)
    for (const fold of box?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? []) fold.open = true
    const range = this.repaint()
    const place = range?.getBoundingClientRect()
    // Long rows: the place itself, not the row's first line.
    if (place && (place.top < 120 || place.bottom > innerHeight - 40)) {
      scrollBy({ top: place.top - innerHeight / 3, behavior: 'instant' })
    }
  }
}
