import { formatInteger } from '../../text/count.ts'
import { breathe } from './breathe.ts'
import { type Match, MatchList } from './match-list.ts'
import { createPainter } from './paint.ts'
import { textRanges } from './text-ranges.ts'

/** Goes through everything that can be found. */
export interface SearchHooks {
  /** Called for each row that has it, in the order of the session, with how often. */
  readonly onRow: (row: number, count: number) => void
  /** Lets the page breathe; false when nobody wants the answer any more. */
  readonly goOn: () => Promise<boolean>
}

export interface FinderOptions {
  /** `text` is in lower case. False when it was given up. */
  readonly search: (text: string, hooks: SearchHooks) => Promise<boolean>
  /** Tells of a row whether it stands where the reader is when the search begins, or behind that. */
  readonly fromHere: () => (row: number) => boolean
  /** Shows a row and gives its element, opened. */
  readonly reveal: (row: number) => HTMLElement | undefined | Promise<HTMLElement | undefined>
  readonly drawn: () => Iterable<HTMLElement>
  readonly isBoxOf: (box: HTMLElement, row: number) => boolean
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
  private step = 0

  constructor(options: FinderOptions) {
    this.options = options
  }

  /** What is looked for now, in lower case. */
  get text(): string {
    return this.wanted
  }

  /** `jumps`: goes to the first match; otherwise only marks them. */
  async search(text: string, jumps = true): Promise<void> {
    const round = ++this.round
    this.wanted = text.toLowerCase()
    this.matches = new MatchList()
    this.current = -1
    if (this.wanted === '') return this.stop()
    this.isSearching = true
    this.options.say('…', false)
    const isFromHere = this.options.fromHere()
    let saidAt = performance.now()
    const isDone = await this.options.search(this.wanted, {
      onRow: (row, count) => {
        if (round !== this.round) return
        this.matches.add(row, count)
        // The first match from where the reader is on is shown at once.
        if (this.current >= 0 || !isFromHere(row)) return
        if (jumps) void this.show(this.matches.length - count)
        else this.current = this.matches.length - count
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
    if (jumps && this.current < 0 && this.matches.length > 0) await this.show(0)
    this.sayCount()
    this.repaint()
  }

  move(step: 1 | -1): void {
    const { length } = this.matches
    if (length > 0) void this.show((this.current + step + length) % length)
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
      if (match && this.options.isBoxOf(box, match.row)) chosen = nthRange(ranges, match) ?? chosen
    }
    this.painter.paint(all, chosen)
    return chosen
  }

  private async show(index: number): Promise<void> {
    const step = ++this.step
    this.current = index
    const match = this.matches.at(index)
    if (!match) return
    this.sayCount()
    const revealed = this.options.reveal(match.row)
    const box = revealed instanceof Promise ? await revealed : revealed
    if (step !== this.step) return
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

function nthRange(ranges: readonly Range[], { nth }: Match): Range | undefined {
  return ranges[Math.min(nth, ranges.length - 1)]
}
