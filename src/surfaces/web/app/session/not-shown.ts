import { element } from '../../../../page/element.ts'
import { LEVELS } from '../../../../render/level.ts'
import { ALL_SHOWN } from '../../../../render/words.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { isFiltering, type ViewState } from './list/view-state.ts'
import type { SessionCounts } from './session-counts.ts'

/** The last line: what a reader of this level does not see, and how to see it. */
export function notShown(state: ViewState, counts: SessionCounts | undefined, showAll: () => void): HTMLElement {
  const root = element('div', { class: 'row row-loss' }, [element('h2', { text: 'What is not here' })])
  if (!counts) {
    root.append(element('p', { text: 'Counting…' }))
    return root
  }
  const items = isFiltering(state.filter) ? filteredItems(state, counts) : levelItems(state, counts)
  if (items.length === 0)
    root.append(element('p', { text: state.level === 'raw' ? 'Every record is listed.' : ALL_SHOWN }))
  else {
    const why = isFiltering(state.filter)
      ? 'Not shown with this filter'
      : `Level ${state.level} shows these only where they are opened`
    const line = element('p', { text: `${why}: ${items.join(', ')}${counts.isWhole ? '. ' : ', still counting… '}` })
    const show = element('button', { class: 'text-button', text: 'Show everything', attributes: { type: 'button' } })
    show.addEventListener('click', showAll)
    line.append(show)
    root.append(line)
  }
  return root
}

/** In words of what the next levels add; agents and rewound sides are told apart, as they are folded as a whole. */
function levelItems({ level }: ViewState, { units }: SessionCounts): string[] {
  if (level === 'all' || level === 'raw') return []
  const above = LEVELS.slice(LEVELS.indexOf(level) + 1)
  const sums = { answer: 0, tool: 0, agent: 0, thinking: 0, hidden: 0, inAgents: 0, rewound: 0 }
  for (const unit of units) {
    if (unit.agent !== undefined) {
      sums.inAgents += unit.rows
      continue
    }
    sums.hidden += above.reduce((sum, name) => sum + unit.levels[name], 0)
    sums.answer += unit.kinds.answer ?? 0
    sums.tool += unit.kinds.tool ?? 0
    sums.agent += unit.kinds.agent ?? 0
    sums.thinking += unit.kinds.thinking ?? 0
    sums.rewound += unit.rewound
  }
  const isBelowTools = level !== 'tools'
  const named = (level === 'prompts' ? sums.answer : 0) + (isBelowTools ? sums.tool + sums.agent : 0) + sums.thinking
  return [
    level === 'prompts' ? told(sums.answer, 'answer') : '',
    isBelowTools ? told(sums.tool, 'tool call') : '',
    isBelowTools ? told(sums.agent, 'agent') : '',
    told(sums.inAgents, 'row of agents', 'rows of agents'),
    told(sums.thinking, 'thinking block'),
    told(Math.max(0, sums.hidden - named), 'other row'),
    told(sums.rewound, 'rewound row'),
  ].filter(text => text !== '')
}

function filteredItems({ matches }: ViewState, { units }: SessionCounts): string[] {
  const shown = [...matches.values()].reduce((sum, indexes) => sum + indexes.length, 0)
  const all = units.reduce((sum, unit) => sum + unit.rows, 0)
  return all > shown ? [`${formatInteger(all - shown)} of ${formatNumberOf(all, 'row')}`] : []
}

function told(count: number, one: string, many?: string): string {
  return count > 0 ? formatNumberOf(count, one, many) : ''
}
