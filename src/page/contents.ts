import { formatInteger } from '../text/count.ts'
import { element } from './element.ts'

const LINE_PX = 30
const AHEAD = 10

/** One prompt in the table of contents. */
export interface ContentsLine {
  readonly turn: number
  readonly text: string
  readonly isRewound: boolean
}

export interface ContentsOptions {
  readonly hrefOf: (line: ContentsLine) => string
  /** Somebody followed a link. */
  readonly onLeave: () => void
}

/** The prompts as a table of contents. Lines are of one height, so that any number of them costs the same. */
export class Contents {
  readonly root: HTMLElement
  private readonly options: ContentsOptions
  private readonly scroller = element('div', { class: 'contents-scroll', attributes: { tabindex: '0' } })
  private readonly list = element('ol', { class: 'contents-list' })
  private readonly heading = element('h2', { text: 'Prompts' })
  private readonly note = element('p', { class: 'quiet contents-note' })
  private readonly observer = new ResizeObserver(() => this.draw())
  private lines: readonly ContentsLine[] = []
  private current = -1

  constructor(options: ContentsOptions) {
    this.options = options
    this.heading.id = 'contents-heading'
    this.scroller.setAttribute('role', 'group')
    this.scroller.setAttribute('aria-labelledby', this.heading.id)
    this.scroller.append(this.list)
    this.root = element('nav', { class: 'contents', attributes: { 'aria-labelledby': this.heading.id } }, [
      this.heading,
      this.note,
      this.scroller,
    ])
    this.scroller.addEventListener('scroll', () => this.draw(), { passive: true })
    this.list.addEventListener('click', options.onLeave)
    this.observer.observe(this.scroller)
  }

  show(lines: readonly ContentsLine[]): void {
    this.lines = lines
    this.note.hidden = lines.length > 0
    this.note.textContent = 'No prompts here.'
    // What stands before the first prompt is a line, but no prompt.
    const prompts = lines.filter(({ turn }) => turn > 0).length
    this.heading.textContent = prompts > 0 ? `Prompts ${formatInteger(prompts)}` : 'Prompts'
    this.draw()
  }

  /** Marks the line that is being read, and keeps it in sight. */
  setCurrent(current: number): void {
    if (current === this.current) return
    this.current = current
    const top = current * LINE_PX
    const { scrollTop, clientHeight } = this.scroller
    if (top < scrollTop || top + LINE_PX > scrollTop + clientHeight) {
      this.scroller.scrollTop = Math.max(0, top - clientHeight / 2)
    }
    this.draw()
  }

  /** Where lines lead may have changed. */
  redraw(): void {
    this.draw()
  }

  focus(): void {
    const current = this.list.querySelector<HTMLElement>('[aria-current]') ?? this.list.querySelector('a')
    current?.focus({ preventScroll: true })
  }

  close(): void {
    this.observer.disconnect()
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.scroller
    const first = Math.max(0, Math.floor(scrollTop / LINE_PX) - AHEAD)
    const last = Math.min(this.lines.length, Math.ceil((scrollTop + clientHeight) / LINE_PX) + AHEAD)
    this.list.style.paddingTop = `${first * LINE_PX}px`
    this.list.style.paddingBottom = `${(this.lines.length - last) * LINE_PX}px`
    const focused = this.list.contains(document.activeElement) ? document.activeElement : null
    const turn = focused?.closest('li')?.getAttribute('value')
    this.list.replaceChildren(...this.lines.slice(first, last).map((line, at) => this.line(line, first + at)))
    // Lines are made anew: whoever walks them with the keyboard stays where they are.
    if (turn) this.list.querySelector<HTMLElement>(`li[value="${turn}"] a`)?.focus({ preventScroll: true })
  }

  private line(line: ContentsLine, index: number): HTMLElement {
    const text = line.text || 'no text'
    const words = line.isRewound ? [element('span', { class: 'sr', text: 'rewound: ' })] : []
    const link = element('a', { attributes: { href: this.options.hrefOf(line), title: text } }, [
      element('span', { class: 'contents-turn', text: line.turn > 0 ? String(line.turn) : '' }),
      ...words,
      element('span', { class: line.isRewound ? 'contents-text is-rewound' : 'contents-text', text }),
    ])
    if (index === this.current) link.setAttribute('aria-current', 'true')
    const attributes = { value: String(line.turn) }
    return element('li', { attributes }, [link])
  }
}
