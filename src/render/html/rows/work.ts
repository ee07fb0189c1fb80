import type { ToolStatus } from '../../../model/tool-call.ts'
import { formatCount, formatNumberOf } from '../../../text/count.ts'
import type { AgentRow, Badge, HookCountRow, HookRow, ToolRow } from '../../view/row.ts'
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

const STATUS_BADGES: { readonly [Status in ToolStatus]: Badge | undefined } = {
  ok: undefined,
  pending: { text: 'no result', tone: 'quiet' },
  error: { text: 'error', tone: 'bad' },
  rejected: { text: 'rejected', tone: 'bad' },
  denied: { text: 'denied', tone: 'bad' },
  interrupted: { text: 'interrupted', tone: 'bad' },
  skipped: { text: 'not run', tone: 'quiet' },
}

const RUNNING: Badge = { text: 'running', tone: 'quiet' }

function toolBadges(row: ToolRow): readonly Badge[] {
  const status = row.isRunning ? RUNNING : STATUS_BADGES[row.status]
  const saysItself = row.status === 'error' && row.badges.some(badge => badge.tone === 'bad')
  return status && !saysItself ? [...row.badges, status] : row.badges
}

/** The first words of an error, seen while the row is folded; an exit code stands in its badge. */
function errorHead(row: { readonly error: string; readonly status: string }): Html {
  if (row.status === 'rejected' || row.status === 'skipped') return NOTHING
  const words = row.error
    .replace(/^(?:Error: )?Exit code \d+\s*/, '')
    .trim()
    .slice(0, 300)
  return cell('error-head', words)
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
  ]
  return facts.filter(fact => fact.text !== '')
}

function agentNote(row: AgentRow): string {
  if (row.purpose === 'warmup') return 'warm-up, not yours'
  if (row.purpose === 'compaction') return 'for compaction'
  if (row.isResume) return 'resumed, see above'
  if (row.status === 'completed' || row.status === 'unknown')
    return row.storedAs === 'progress-copies' ? 'file missing' : ''
  return row.status === 'async' ? 'in background' : row.status
}

const HOOK_WORDS: { readonly [Outcome in HookRow['outcome']]: string } = {
  started: '',
  success: '',
  error: 'failed',
  blocked: 'blocked',
  cancelled: 'cancelled',
  context: 'added context',
  message: 'said',
  decision: 'decided',
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
    body: partsBody(row.parts, context),
    isOpen: row.isOpen,
  }
}

export function hookCountShape(row: HookCountRow): RowShape {
  const counts = row.counts.map(([name, count]) => (count === 1 ? name : `${name} ${count}`)).join(', ')
  return { element: 'div', classes: ['is-small'], line: cells(nameCell('hooks'), cell('headline quiet', counts)) }
}
