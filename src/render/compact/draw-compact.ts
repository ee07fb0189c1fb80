/**
 * render/compact/ writes rows as plain text in few bytes, for a model to read: a word for who speaks, no columns, no
 * colours, no markup of our own. Texts are made harmless; their wording is as recorded. A row begins with words of ours;
 * what is quoted stands beside them, and in lines that begin as none of ours does.
 */
import { formatBytes, formatNumberOf } from '../../text/count.ts'
import { shorten } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { formatDuration } from '../../time/duration.ts'
import type { Part } from '../view/part.ts'
import type {
  AgentRow,
  HookRow,
  InputRow,
  InputSource,
  LossRow,
  NoticeRow,
  Row,
  RowRenderers,
  ToolRow,
} from '../view/row.ts'
import { agentNote, errorWords, HOOK_WORDS, listItems, tokenDelta, toolBadges, turnNames } from '../words.ts'
import { clean, drawParts, introduce, joinLines, mediaText, questionText, quoted } from './compact-parts.ts'

export interface CompactOptions {
  /** How a reader asks for a row that is drawn as one line; empty where nothing more is to be had. */
  nameOf(uuid: string | undefined): string
}

/** One row; empty where it tells a model nothing. Session and turns are headings, which whoever asks draws. */
export function drawCompact(row: Row, options: CompactOptions): string {
  const text = (createRenderers(options)[row.kind] as (row: Row) => string)(row)
  const rest = 'rest' in row && row.rest ? drawParts(row.rest) : ''
  return joinLines([text, rest])
}

const MAX_LINE = 200

function createRenderers({ nameOf }: CompactOptions): RowRenderers<string> {
  return {
    session: () => '',
    turn: () => '',
    input: inputText,
    answer: row => said('Answer', row.text),
    remark: row => (row.isOpen ? said('Claude', row.text) : `Claude: ${line(row.text)}${nameOf(cutUuid(row))}`),
    thinking: row => (row.state === 'open' ? said('Thinking', row.text) : ''),
    tool: row => toolText(row, nameOf(row.isOpen ? undefined : row.uuid)),
    agent: agentText,
    hook: hookText,
    'hook-count': () => '',
    error: row => joinLines([`Error: ${line(row.message)}${times(row.count)}`, drawParts(row.parts)]),
    compaction: row =>
      joinLines([`Compaction (${line([row.trigger, tokenDelta(row)].join(' '))})`, drawParts(row.parts)]),
    interruption: row => `Interrupted: ${line(row.text) || '[Request interrupted by user]'}`,
    'task-report': row =>
      joinLines([`Task ${line(row.taskId)} ${line(row.status)}: ${line(row.summary)}`, drawParts(row.parts)]),
    message: row =>
      said(`Message from ${line(row.from) || 'team'}`, row.isOpen ? row.text : line(row.summary || row.text)),
    output: row => said('Printed', joinLines([row.stdout, row.stderr]).slice(0, row.isOpen ? undefined : MAX_LINE)),
    rewound: row => (row.edge === 'end' ? '[end of what was taken back]' : `[taken back by the user${turnNames(row)}]`),
    notice: noticeText,
    repeat: () => '',
    unknown: row => said(`Entry of unknown kind ${line(row.name)}`, row.json),
    unreadable: row => said(`Unreadable line ${row.line} (${formatBytes(row.sizeBytes)})`, row.text),
    raw: row => said(`Entry ${line(row.name)}`, row.json),
    section: row => `Section: ${line([row.title, row.note].filter(text => text !== '').join(', '))}`,
    loss: lossText,
  }
}

function line(text: string): string {
  return shorten(sanitizeLine(text), MAX_LINE)
}

function said(who: string, text: string): string {
  const words = clean(text)
  return words === '' ? '' : introduce(who, quoted(words))
}

function times(count: number): string {
  return count > 1 ? ` (${count} times)` : ''
}

/** Where one line says all there is nothing to ask for. */
function cutUuid({ text, uuid }: { readonly text: string; readonly uuid: string | undefined }): string | undefined {
  return text.trim().length > MAX_LINE || text.trim().includes('\n') ? uuid : undefined
}

const SPEAKERS: { readonly [Source in InputSource]: string } = {
  prompt: 'User',
  'program-prompt': 'Program',
  'plan-handover': 'Plan handed over',
  'agent-prompt': 'Task',
  scheduled: 'Scheduled',
  queued: 'User (while it worked)',
  answer: 'User answered',
  rejection: 'User refused',
  'plan-feedback': 'User on the plan',
  command: 'User',
  shell: 'User ran',
  memory: 'User noted',
}

function inputText({ source, text, fold, note, media, questions }: InputRow): string {
  const speaker = note === '' ? SPEAKERS[source] : `${SPEAKERS[source]} (${line(note)})`
  const left = fold ? [`[${formatNumberOf(fold.lines, 'line')} left out]`, quoted(clean(fold.end))] : []
  const body = joinLines([quoted(clean(text)), ...left, ...questions.map(questionText), ...media.map(mediaText)])
  return introduce(speaker, body === '' ? quoted('(empty)') : body)
}

/** `- Bash: npm test [exit 1, 14s]`, and its input and output below when opened; a tool may be called as a speaker is. */
function toolText(row: ToolRow, name: string): string {
  const facts = [...toolBadges(row).map(({ text }) => line(text)), timeText(row.durationMs)].filter(text => text !== '')
  const server = row.server === undefined ? '' : ` (${line(row.server)})`
  const headline = row.headline === '' ? '' : `: ${line(row.headline)}`
  const head = `- ${line(row.name) || 'Result'}${server}${headline}${inBrackets(facts)}${name}`
  if (!row.isOpen) return joinLines([head, quoted(line(errorWords(row)))])
  const input = row.input.filter(part => !isHeadline(part, row.headline))
  return joinLines([head, drawParts(input), row.output.length > 0 ? resultText(row) : ''])
}

function resultText({ output }: ToolRow): string {
  return introduce('Result', drawParts(output) || quoted('(empty)'))
}

/** A command of one line stands in the headline already. */
function isHeadline(part: Part, headline: string): boolean {
  return headline.length <= MAX_LINE && part.kind === 'code' && !part.label && part.text.trim() === headline
}

function agentText(row: AgentRow): string {
  const facts = [
    `agent=${line(row.agentId)}`,
    row.steps > 0 ? formatNumberOf(row.steps, 'call') : '',
    agentNote(row),
    timeText(row.durationMs),
  ].filter(text => text !== '')
  const head = `Agent ${line(row.agentType)}: ${line(row.description)}${inBrackets(facts)}`
  return joinLines([head, quoted(line(errorWords(row))), drawParts(row.input), drawParts(row.output)])
}

function hookText(row: HookRow): string {
  const outcome = HOOK_WORDS[row.outcome]
  const head = `Hook ${line(row.name)}${outcome === '' ? '' : ` ${outcome}`}: ${line(row.text === '' ? row.command : row.text)}`
  return joinLines([head, drawParts(row.parts)])
}

function noticeText({ label, text, count, parts }: NoticeRow): string {
  const body = drawParts(parts)
  const head = `Note (${line(label) || 'client'})${times(count)}`
  return introduce(head, joinLines([quoted(line(text)), body]))
}

/** What the client noted for itself is missed by nobody. */
const NOTES = /^(?:progress|bookkeeping|blank|hook|attachment|interruption)/

/** What a higher level would show. */
function lossText({ level, items }: LossRow): string {
  const missed = items.filter(({ what }) => !NOTES.test(what))
  return missed.length > 0 ? `Not shown at level ${level}: ${line(listItems(missed))}.` : ''
}

function timeText(durationMs: number | undefined): string {
  return durationMs === undefined || durationMs < 1000 ? '' : formatDuration(durationMs)
}

function inBrackets(facts: readonly string[]): string {
  return facts.length === 0 ? '' : ` [${facts.join(', ')}]`
}
