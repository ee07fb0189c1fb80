import { button, element } from '../../page/element.ts'
import { LEVELS } from '../../render/level.ts'

export interface LayoutParts {
  readonly title: string
  /** Highest level the file holds. */
  readonly topLevel: number
  readonly find: HTMLElement
  readonly contents: HTMLElement
  readonly filter: HTMLElement
  readonly onLevel: (level: number) => void
  readonly onOpenAll: () => void
  readonly onFilter: () => void
  readonly onTheme: () => void
  readonly onHelp: () => void
}

/** The page around the rows. */
export interface Layout {
  readonly root: DocumentFragment
  readonly bar: HTMLElement
  readonly list: HTMLElement
  readonly header: HTMLElement
  readonly notice: HTMLElement
  readonly empty: HTMLElement
  setLevel(level: number): void
  setAllOpen(isOpen: boolean): void
  setFilterOpen(isOpen: boolean): void
  setContentsOpen(isOpen: boolean): void
  /** A short message that goes away by itself. */
  say(text: string): void
}

const LEVEL_NAMES = ['Prompts', 'Answers', 'Tools', 'All']

export function createLayout(parts: LayoutParts): Layout {
  const levels = LEVELS.map((name, level) =>
    button(LEVEL_NAMES[level] ?? name, () => parts.onLevel(level), {
      attributes: { 'aria-pressed': 'false', title: `${level + 1}` },
    }),
  ).slice(0, parts.topLevel + 1)
  const levelSwitch = element(
    'div',
    { class: 'levels', attributes: { role: 'group', 'aria-label': 'How much to show' } },
    levels,
  )
  levelSwitch.hidden = levels.length < 2
  const openAll = button('Open all', parts.onOpenAll, {
    class: 'open-all',
    attributes: { title: 'Open or close all rows (O)' },
  })
  const contentsButton = button('Prompts', () => setContentsOpen(!document.body.classList.contains('shows-contents')), {
    class: 'contents-button',
    attributes: { 'aria-expanded': 'false', 'aria-controls': 'contents' },
  })
  const filterButton = button('Filter', parts.onFilter, {
    attributes: { 'aria-expanded': 'false', 'aria-controls': 'filter' },
  })
  parts.contents.id = 'contents'
  parts.filter.id = 'filter'
  const tools = element('div', { class: 'bar-tools' }, [
    filterButton,
    button('Theme', parts.onTheme, { attributes: { title: 'Light or dark (t)' } }),
    button('?', parts.onHelp, { attributes: { 'aria-label': 'Keys', title: 'Keys (?)' } }),
  ])
  const title = element('p', { class: 'bar-title', text: parts.title, attributes: { title: parts.title } })
  const bar = element('div', { class: 'bar' }, [contentsButton, title, levelSwitch, openAll, parts.find, tools])
  const notice = element('div', { class: 'notice', attributes: { role: 'status' } })
  const header = element('div', { class: 'session-header' })
  const list = element('div', { class: 'rows' })
  const empty = element('div', { class: 'empty' })
  empty.hidden = true
  const hiddenHeading = element('h2', { class: 'sr', text: 'Conversation' })
  const main = element('main', {}, [header, notice, hiddenHeading, empty, list])
  const toast = element('div', { class: 'toast', attributes: { role: 'status' } })
  const root = document.createDocumentFragment()
  const top = element('header', { class: 'top' }, [bar, parts.filter])
  root.append(top, element('div', { class: 'columns' }, [parts.contents, main]), toast)

  // The title stands in the bar when it no longer stands below it.
  new IntersectionObserver(([entry]) => {
    document.body.classList.toggle('shows-header', entry?.isIntersecting ?? false)
  }).observe(header)
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--bar', `${top.offsetHeight}px`)
  }).observe(top)

  let toastTimer: ReturnType<typeof setTimeout> | undefined
  function setContentsOpen(isOpen: boolean): void {
    document.body.classList.toggle('shows-contents', isOpen)
    contentsButton.setAttribute('aria-expanded', String(isOpen))
  }
  return {
    root,
    bar: top,
    list,
    header,
    notice,
    empty,
    setContentsOpen,
    setLevel(level) {
      levels.forEach((item, at) => {
        item.setAttribute('aria-pressed', String(at === level))
      })
    },
    setAllOpen(isOpen) {
      openAll.textContent = isOpen ? 'Close all' : 'Open all'
    },
    setFilterOpen(isOpen) {
      parts.filter.hidden = !isOpen
      filterButton.setAttribute('aria-expanded', String(isOpen))
    },
    say(text) {
      toast.textContent = text
      toast.classList.add('is-shown')
      clearTimeout(toastTimer)
      toastTimer = setTimeout(() => toast.classList.remove('is-shown'), 2500)
    },
  }
}
