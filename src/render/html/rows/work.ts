import { formatCount, formatNumberOf } from '../../../text/count.ts'
import { codePart, type Part } from '../../view/part.ts'
import type { AgentRow, Badge, HookCountRow, HookRow, ToolRow } from '../../view/row.ts'
import { agentNote, costText, errorWords, HOOK_WORDS, toolBadges } from '../../words.ts'
import { languageOfPath } from '../language.ts'
import { drawParts, type PartContext } from '../parts.ts'
import { cell, cells, partsBody, type RowShape } from '../row-shape.ts'
import { type Html, html, isEmpty, NOTHING } from '../safe-html.ts'
import { badgeCells, durationCell, nameCell } from './words.ts'

/** `name argument … badges time`; input and output behind it. */
export function toolShape(row: ToolRow, context: PartContext): RowShape {
  const name = row.name === '' ? 'result' : row.name
  const server = row.server === undefined ? NOTHING : html`<span class="server">${row.server}</span> `
  const headline = html`<span class="headline mono">${server}${row.headline}</span>`
  return {
    element: 'div',
    classes: [`is-${row.isRunning ? 'running' : row.status}`],
    attributes: html` data-tool="${name}" data-status="${row.status}"`,
    line: cells(nameCell(name), headline, badgeCells(toolBadges(row)), durationCell(row.durationMs), errorHead(row)),
    body: toolBody(row, { ...context, lang: languageOfTool(row), isWritten: row.name === 'Write' }),
    isOpen: row.isOpen,
  }
}

function toolBody(row: ToolRow, context: PartContext): (() => Html) | undefined {
  if (row.input.length === 0 && row.output.length === 0) return undefined
  return () => {
    const input = drawParts(row.input, context)
    const output = drawParts(row.output, context)
    return html`${!isEmpty(input) && html`<div class="input">${input}</div>`}${!isEmpty(output) && html`<div class="result">${output}</div>`}`
  }
}

const SHELLS: ReadonlyMap<string, string> = new Map([
  ['Bash', 'bash'],
  ['Monitor', 'bash'],
  ['PowerShell', 'powershell'],
  ['Workflow', 'javascript'],
])

const FILE_TOOLS: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'NotebookRead'])

/** The language of a command, or of the file in the headline, behind which a range may stand. */
function languageOfTool(row: ToolRow): string | undefined {
  if (!FILE_TOOLS.has(row.name)) return SHELLS.get(row.name)
  return languageOfPath(row.headline.replace(/ (?:from line|pages|cell) .*$/, ''))
}

/** The first words of an error, seen while the row is folded. */
function errorHead(row: AgentRow | ToolRow): Html {
  return cell('error-head', errorWords(row).slice(0, 300))
}

const OURS: ReadonlySet<AgentRow['purpose']> = new Set<AgentRow['purpose']>(['task', 'teammate', 'workflow'])

/** One line: type, task, model, calls, tokens, time. Its rows follow, one deeper. */
export function agentShape(row: AgentRow, context: PartContext): RowShape {
  const type = row.agentType === '' ? NOTHING : html`<span class="tag">${row.agentType}</span> `
  const headline = html`<span class="headline">${type}${row.description}</span>`
  const parts = [...row.input, ...row.output]
  return {
    element: 'div',
    classes: [OURS.has(row.purpose) ? 'is-asked-for' : 'is-own-business'],
    attributes: html` data-agent="${row.agentId}" data-status="${row.status}"`,
    line: cells(
      nameCell('agent'),
      headline,
      badgeCells(agentBadges(row)),
      durationCell(row.durationMs),
      errorHead(row),
    ),
    body: partsBody(parts, context),
  }
}

function agentBadges(row: AgentRow): readonly Badge[] {
  const tone = row.status === 'failed' ? 'bad' : 'quiet'
  const facts: Badge[] = [
    { text: agentNote(row), tone },
    { text: row.model ? row.model.replace(/^claude-|-\d{8}$/g, '') : '', tone: 'quiet' },
    { text: row.steps > 0 ? formatNumberOf(row.steps, 'call') : '', tone: 'quiet' },
    { text: row.tokens > 0 ? `${formatCount(row.tokens)} tokens` : '', tone: 'quiet' },
    { text: costText(row), tone: 'quiet' },
  ]
  return facts.filter(fact => fact.text !== '')
}

/** Under the tool it guarded, with its verdict. */
export function hookShape(row: HookRow, context: PartContext): RowShape {
  const isBad = row.outcome === 'error' || row.outcome === 'blocked'
  const verdict = HOOK_WORDS[row.outcome]
  const badges: readonly Badge[] = verdict === '' ? [] : [{ text: verdict, tone: isBad ? 'bad' : 'quiet' }]
  const words = row.text === '' ? html`<code>${row.command}</code>` : html`${row.text}`
  return {
    element: 'div',
    classes: row.isOnTool ? ['is-small', 'is-on-tool'] : ['is-small'],
    line: cells(
      nameCell('hook'),
      html`<span class="headline"><span class="tag">${row.name}</span> ${words}</span>`,
      badgeCells(badges),
      durationCell(row.durationMs),
    ),
    body: partsBody(hookInside(row), context),
    isOpen: row.isOpen,
  }
}

/** Where its words stand in the line, the command is inside. */
function hookInside(row: HookRow): readonly Part[] {
  return row.isOpen && row.text !== '' && row.command !== '' ? [codePart(row.command), ...row.parts] : row.parts
}

export function hookCountShape(row: HookCountRow): RowShape {
  const counts = row.counts.map(([name, count]) => (count === 1 ? name : `${name} ${count}`)).join(', ')
  return { element: 'div', classes: ['is-small'], line: cells(nameCell('hooks'), cell('headline quiet', counts)) }
}
