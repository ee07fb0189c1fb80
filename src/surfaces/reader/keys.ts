/** Every key of the page; the help shows this table. */
export const KEYS = [
  { keys: ['j'], action: 'nextRow', says: 'next row' },
  { keys: ['k'], action: 'previousRow', says: 'row before' },
  { keys: ['J'], action: 'nextPrompt', says: 'next prompt' },
  { keys: ['K'], action: 'previousPrompt', says: 'prompt before' },
  { keys: ['g g', 'Home'], action: 'first', says: 'to the start' },
  { keys: ['G', 'End'], action: 'last', says: 'to the end' },
  { keys: ['o', 'Enter'], action: 'open', says: 'open or close the row' },
  { keys: ['O'], action: 'openAll', says: 'open or close all rows' },
  { keys: ['1', '2', '3', '4'], action: 'level', says: 'prompts, answers, tools, all' },
  { keys: ['/'], action: 'find', says: 'find in everything' },
  { keys: ['n'], action: 'nextMatch', says: 'next match' },
  { keys: ['N'], action: 'previousMatch', says: 'match before' },
  { keys: ['f'], action: 'filter', says: 'filter by kind and tool' },
  { keys: ['y'], action: 'copyLink', says: 'copy a link to the row' },
  { keys: ['c'], action: 'copyText', says: 'copy the row as text' },
  { keys: ['t'], action: 'theme', says: 'light or dark' },
  { keys: ['?'], action: 'help', says: 'this help' },
  { keys: ['Esc'], action: 'escape', says: 'close, or leave the search' },
] as const

export type KeyAction = (typeof KEYS)[number]['action']

/** What a key press asks for; `key` is the key itself, for those that share an action. */
export type KeyHandler = (action: KeyAction, key: string) => boolean

/** Turns key presses into actions. Whoever is typing, or uses a shortcut of the browser, is left alone. */
export function listenToKeys(handle: KeyHandler): void {
  let isAfterG = false
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
    const isTyping =
      event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea, select')
    if (isTyping || document.querySelector('dialog[open]')) return
    const name = event.key === 'Escape' ? 'Esc' : event.key
    const wanted = isAfterG && name === 'g' ? 'g g' : name
    isAfterG = name === 'g' && !isAfterG
    // A focused control does what it always does.
    if (name === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary, input')) return
    const found = KEYS.find(({ keys }) => (keys as readonly string[]).includes(wanted))
    if (found && handle(found.action, name)) event.preventDefault()
  })
}
