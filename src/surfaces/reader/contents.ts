import { element } from '../../page/element.ts'
import type { DirectoryPrompt } from '../../render/html/document/document-format.ts'
import { formatInteger } from '../../text/count.ts'

const LINE_PX = 30
const AHEAD = 10

/** The prompts as a table of contents. Lines are of one height, so that any number of them costs the same. */
export class Contents {
  readonly root: HTMLElement
  private readonly scroller = element('div', { class: 'contents-scroll', attributes: { tabindex: '0' } })
  private readonly list = element('ol', { class: 'contents-list' })
  private readonly heading = element('h2', { text: 'Prompts' })
  private readonly note = element('p', { class: 'quiet contents-note' })
  private prompts: readonly DirectoryPrompt[] = []
  private current = -1

  constructor(onLeave: () => void) {
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
    this.list.addEventListener('click', onLeave)
    new ResizeObserver(() => this.draw()).observe(this.scroller)
  }

  show(prompts: readonly DirectoryPrompt[]): void {
    this.prompts = prompts
    this.note.hidden = prompts.length > 0
    this.note.textContent = 'No prompts here.'
    this.heading.textContent = prompts.length > 0 ? `Prompts ${formatInteger(prompts.length)}` : 'Prompts'
    this.draw()
  }

  /** Marks the turn that is being read, and keeps it in sight. */
  setCurrent(row: number): void {
    const current = this.prompts.findLastIndex(prompt => prompt.row <= row)
    if (current === this.current) return
    this.current = current
    const top = current * LINE_PX
    const { scrollTop, clientHeight } = this.scroller
    if (top < scrollTop || top + LINE_PX > scrollTop + clientHeight) {
      this.scroller.scrollTop = Math.max(0, top - clientHeight / 2)
    }
    this.draw()
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.scroller
    const first = Math.max(0, Math.floor(scrollTop / LINE_PX) - AHEAD)
    const last = Math.min(this.prompts.length, Math.ceil((scrollTop + clientHeight) / LINE_PX) + AHEAD)
    this.list.style.paddingTop = `${first * LINE_PX}px`
    this.list.style.paddingBottom = `${(this.prompts.length - last) * LINE_PX}px`
    this.list.replaceChildren(...this.prompts.slice(first, last).map((prompt, at) => this.line(prompt, first + at)))
  }

  private line(prompt: DirectoryPrompt, index: number): HTMLElement {
    const text = prompt.text || 'no text'
    const link = element('a', { attributes: { href: `#turn=${prompt.turn}`, title: text } }, [
      element('span', { class: 'contents-turn', text: String(prompt.turn) }),
      element('span', { class: prompt.isRewound ? 'contents-text is-rewound' : 'contents-text', text }),
    ])
    if (index === this.current) link.setAttribute('aria-current', 'true')
    const attributes = { value: String(prompt.turn) }
    return element('li', { attributes }, [link])
  }
}
