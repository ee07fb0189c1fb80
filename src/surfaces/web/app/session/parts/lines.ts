import { element } from '../../../../../page/element.ts'
import { opener } from '../../../../../page/rows/run-line.ts'
import type { IndexAgent, IndexTurn } from '../../../../../render/view/session-index.ts'
import { turnNames } from '../../../../../render/words.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../../../text/count.ts'
import { sanitizeLine, sanitizeText } from '../../../../../text/sanitize.ts'
import type { GapItem } from '../list/item.ts'

/** What was tried and rewound, in its place. */
export function sideLine(turns: readonly IndexTurn[], isOpen: boolean, onToggle: () => void): HTMLElement {
  const names = turnNames({ turns: turns.map(turn => turn.number) })
  const attributes = { type: 'button', 'aria-expanded': String(isOpen) }
  const line = element('button', { class: 'row run side-line', attributes }, [
    element('span', { class: 'side-name', text: `Tried and rewound${names}` }),
    element('span', { class: 'run-names', text: sanitizeLine(turns[0]?.text ?? '') }),
  ])
  line.addEventListener('click', onToggle)
  return line
}

/** An agent, where its own line is not there. */
export function agentLine(
  agent: IndexAgent,
  isOpen: boolean,
  onToggle: (() => void) | undefined,
): readonly HTMLElement[] {
  const facts = [
    agent.steps > 0 ? formatNumberOf(agent.steps, 'call') : '',
    agent.tokens > 0 ? `${formatCount(agent.tokens)} tokens` : '',
  ].filter(Boolean)
  const line = element('div', { class: 'row row-agent' }, [
    element('div', { class: 'line' }, [
      element('span', { class: 'name', text: 'agent' }),
      element('span', { class: 'headline' }, [
        element('span', { class: 'tag', text: sanitizeText(agent.agentType) }),
        document.createTextNode(` ${sanitizeText(agent.description)}`),
      ]),
      element('span', { class: 'badges' }, [element('span', { class: 'badge is-quiet', text: facts.join(' · ') })]),
    ]),
  ])
  return onToggle ? [line, opener('its lines', { isOpen, depth: 0, onOpen: onToggle })] : [line]
}

/** The prompt of a turn that is not here yet, as the index has it. */
export function previewCard(turn: IndexTurn): HTMLElement {
  return element(
    'article',
    { class: 'row row-input card is-text is-preview', attributes: { 'aria-label': 'Prompt' } },
    [
      element('p', { class: 'card-head' }, [element('span', { class: 'source', text: 'Prompt' })]),
      element('p', { class: 'words', text: sanitizeText(turn.text) || '…' }),
    ],
  )
}

/** Room for rows that are on their way. */
export function gapBox({ rows, isExact }: GapItem): HTMLElement {
  const text = isExact || rows > 1 ? `${isExact ? '' : 'about '}${formatInteger(rows)} rows on their way` : 'on its way'
  return element('p', { class: 'row gap', text })
}
