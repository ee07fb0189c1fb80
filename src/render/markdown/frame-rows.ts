import { formatCount, formatNumberOf } from '../../text/count.ts'
import { head } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { formatDuration } from '../../time/duration.ts'
import type { CompactionRow, LossRow, RewoundRow, SectionRow, SessionRow, TurnRow } from '../view/row.ts'
import { costText, ORIGIN_WORDS, tokenDelta, turnNames, turnsText } from '../words.ts'
import { type Page, partsOf } from './page.ts'
import { codeSpan, folded, heading, joinBlocks, plain, tableCell } from './plain.ts'
import { lossText } from './words.ts'

/** The title, and a table of what the session was. */
export function sessionText(row: SessionRow, page: Page): string {
  const totals = joinFacts([
    turnsText(row),
    formatNumberOf(row.toolCalls, 'tool call'),
    row.agents > 0 && formatNumberOf(row.agents, 'agent'),
    row.tokens > 0 && `${formatCount(row.tokens)} tokens`,
    costText(row),
    row.activeMs > 0 && `${formatDuration(row.activeMs)} active`,
  ])
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Session', codeSpan(row.id)],
    ['Folder', codeSpan(row.cwd ?? '')],
    [row.branches.length > 1 ? 'Branches' : 'Branch', row.branches.map(codeSpan).join(', ')],
    ['Time', page.times.span(row.startedAt, row.endedAt)],
    [row.models.length > 1 ? 'Models' : 'Model', row.models.map(codeSpan).join(', ')],
    ['Totals', totals],
    ['Client', row.version ? `Claude Code ${plain(row.version)}` : ''],
    ['Linked', row.links.map(plain).join('; ')],
    ['Kept', row.isKeptOnly ? 'in the archive only' : ''],
  ]
  const [first = '', ...rest] = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `| ${name} | ${tableCell(value)} |`)
  const title = heading(page.turnLevel - 1, plain(firstWords(shownTitle(row.title), MAX_TITLE)))
  return joinBlocks([title, [first, '| --- | --- |', ...rest].join('\n')])
}

const MAX_TITLE = 120
/** Of the prompt, in a heading. */
const MAX_WORDS = 72

export function turnText(row: TurnRow, page: Page): string {
  const words = plain(firstWords(row.text, MAX_WORDS))
  const numbers = joinFacts([
    page.times.moment(row.at),
    row.isRewound && 'rewound',
    ORIGIN_WORDS[row.origin],
    row.isInterrupted && 'interrupted',
    row.toolCalls > 0 && formatNumberOf(row.toolCalls, 'call'),
    row.files > 0 && `${formatNumberOf(row.files, 'file')} changed`,
    row.tokens > 0 && `${formatCount(row.tokens)} tokens`,
    costText(row),
    row.activeMs > 0 && formatDuration(row.activeMs),
  ])
  const title = words === '' ? `${row.number}` : `${row.number} · ${words}`
  // What readers make of a heading as an address differs; this one is ours.
  const anchor = row.depth === 0 ? `<a id="turn-${row.number}"></a>` : ''
  return joinBlocks([anchor, heading(page.turnLevel, title), numbers === '' ? '' : `*${numbers}*`])
}

/** The first line with words on it, cut between two of them. */
function firstWords(text: string, max: number): string {
  const line = sanitizeLine(/[^\s][^\n\r]*/.exec(text)?.[0] ?? '')
  if (line.length <= max) return line
  const cut = head(line, max)
  const end = cut.lastIndexOf(' ')
  return `${(end > max / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.]+$/, '')}…`
}

export function compactionText(row: CompactionRow, page: Page): string {
  const what = row.scope === 'micro' ? 'Old tool results cleared' : 'Context compacted'
  const trigger = row.trigger === '' ? '' : ` (${plain(row.trigger)})`
  const delta = row.preTokens === undefined ? '' : `: ${tokenDelta(row)}`
  const parts = partsOf(page, row.parts)
  return joinBlocks([`**${what}**${trigger}${delta}`, parts === '' ? '' : folded('Summary', parts)])
}

/** One line for what is folded here; the edges of what is opened are drawn around its rows. */
export function rewoundText(row: RewoundRow): string {
  return `*${rewoundTitle(row)} (${formatNumberOf(row.entries, 'entry', 'entries')})*`
}

export function rewoundTitle(row: RewoundRow): string {
  return `Tried and rewound${turnNames(row)}`
}

export function sectionText(row: SectionRow, page: Page): string {
  const note = plain(row.note)
  return joinBlocks([heading(page.turnLevel, plain(row.title)), note === '' ? '' : `*${note}*`])
}

export function lossRowText(row: LossRow): string {
  return `---\n\n*${lossText(row)}*`
}

function joinFacts(facts: readonly (string | false)[]): string {
  return facts.filter(fact => fact !== false && fact !== '').join(' · ')
}
