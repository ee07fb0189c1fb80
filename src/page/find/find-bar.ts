import { button, element } from '../element.ts'

export interface FindBarActions {
  readonly onText: (text: string) => void
  readonly onMove: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** Where a text to find is typed, with the count of its places. */
export class FindBar {
  readonly root: HTMLElement
  private readonly input = element('input', {
    attributes: {
      type: 'search',
      placeholder: 'Find',
      'aria-label': 'Find in the session',
      autocomplete: 'off',
      spellcheck: 'false',
      enterkeyhint: 'search',
    },
  })
  private readonly count = element('span', { class: 'count', attributes: { role: 'status' } })
  private readonly steps: HTMLElement

  constructor(actions: FindBarActions) {
    const label = (text: string) => ({ class: 'icon', attributes: { 'aria-label': text, title: text } })
    this.steps = element('span', { class: 'find-steps' }, [
      button('↑', () => actions.onMove(-1), label('Match before')),
      button('↓', () => actions.onMove(1), label('Next match')),
    ])
    this.steps.hidden = true
    this.root = element('div', { class: 'find', attributes: { role: 'search', 'aria-label': 'This session' } }, [
      this.input,
      this.count,
      this.steps,
    ])
    let timer: ReturnType<typeof setTimeout> | undefined
    this.input.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => actions.onText(this.input.value), 120)
    })
    this.input.addEventListener('keydown', event => {
      if (event.key === 'Enter') actions.onMove(event.shiftKey ? -1 : 1)
      else if (event.key === 'Escape') actions.onClose()
      else return
      event.preventDefault()
    })
  }

  get text(): string {
    return this.input.value
  }

  set text(text: string) {
    this.input.value = text
  }

  focus(): void {
    this.input.focus()
    this.input.select()
  }

  clear(): void {
    this.input.value = ''
    this.input.blur()
    this.say('')
  }

  say(text: string, hasMatches = false): void {
    this.count.textContent = text
    this.steps.hidden = !hasMatches
  }
}
