import { element } from '../../../../../page/element.ts'
import type { IndexTurn } from '../../../../../render/view/session-index.ts'
import { costText, ORIGIN_WORDS } from '../../../../../render/words.ts'
import { formatCount, formatNumberOf } from '../../../../../text/count.ts'
import { sanitizeText } from '../../../../../text/sanitize.ts'
import { formatDuration } from '../../../../../time/duration.ts'
import { turnName } from '../list/turn-name.ts'

/** A turn in one line of numbers, each in its column. Opens and closes it. */
export function turnHead(turn: IndexTurn, isOpen: boolean, onToggle: () => void): HTMLElement {
  const words = turn.text === '' ? '' : `: ${sanitizeText(turn.text)}`
  const name = element(
    'button',
    { class: 'turn-name', attributes: { type: 'button', 'aria-expanded': String(isOpen) } },
    [document.createTextNode(sanitizeText(turnName(turn))), element('span', { class: 'sr', text: words })],
  )
  const facts: readonly (readonly [name: string, text: string])[] = [
    ['calls', turn.toolCalls > 0 ? formatNumberOf(turn.toolCalls, 'call') : ''],
    ['files', turn.files > 0 ? formatNumberOf(turn.files, 'file') : ''],
    ['tokens', turn.tokens > 0 ? `${formatCount(turn.tokens)} tokens` : ''],
    ['cost', costText(turn)],
    ['time', turn.activeMs > 0 ? formatDuration(turn.activeMs) : ''],
  ]
  const notes = notesOf(turn).map(({ text, isBad }) => element('span', { class: isBad ? 'is-bad' : 'quiet', text }))
  const line = element('div', { class: turn.isRewound ? 'row row-turn is-rewound' : 'row row-turn' }, [
    element('h2', {}, [name]),
    element('p', { class: 'turn-notes' }, notes),
    element(
      'p',
      { class: 'turn-facts' },
      facts.map(([kind, text]) => element('span', { class: `fact fact-${kind}`, text })),
    ),
  ])
  line.addEventListener('click', event => {
    if (getSelection()?.isCollapsed === false) return
    event.stopPropagation()
    onToggle()
  })
  return line
}

function notesOf({ origin, isInterrupted, errors, compactions, agents }: IndexTurn) {
  return [
    { text: ORIGIN_WORDS[origin], isBad: false },
    { text: isInterrupted ? 'interrupted' : '', isBad: true },
    { text: errors > 0 ? `${errors} failed` : '', isBad: true },
    { text: agents > 0 ? formatNumberOf(agents, 'agent') : '', isBad: false },
    { text: compactions > 0 ? 'compacted' : '', isBad: false },
  ].filter(({ text }) => text !== '')
}
