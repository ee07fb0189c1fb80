import type { SentDetails, SentReport } from '../../../query/sent/sent-report.ts'
import { listSentParts, type SentBlock, type SentPart } from '../../../render/sent/list-parts.ts'
import { sayAbsence, sayChange, sayCheck, sayMark, sayValue } from '../../../render/sent/say-sent.ts'
import { formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'
import { cutToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import { formatDayTime } from '../../../time/day.ts'
import type { App } from '../app.ts'

/** One request as the model was given it, for people. */
export function formatSent(app: App, report: SentReport, { hasAll }: { readonly hasAll: boolean }): string[] {
  const { sent, absence } = report
  const sections = [
    formatHeader(app, report),
    absence ? sayAbsence(absence, report.version).flatMap(text => wrapText(sanitizeLine(text), app.columns)) : [],
    ...(sent ? [formatFacts(app, sent), formatChange(app, sent), ...formatParts(app, sent, hasAll)] : []),
    formatUnanswered(app, report),
  ]
  return sections.filter(lines => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
}

function formatHeader(app: App, report: SentReport): string[] {
  const { number, requests, turn, at, model, agent, sent } = report
  const name = number === undefined ? 'A request without an answer' : `Request ${number} of ${requests}`
  const facts = [
    agent === undefined ? '' : `subagent ${agent}`,
    turn > 0 ? `turn ${turn}` : '',
    at === undefined ? '' : formatDayTime(Date.parse(at)),
    model,
    sent?.querySource ?? '',
  ]
  const line = facts.map(sanitizeLine).filter(fact => fact !== '')
  const title = cutToWidth(sanitizeLine(report.session.title || '(no title)'), app.columns)
  return [title, app.colors.bold(name), ...wrapText(line.join(' · '), app.columns).map(text => app.colors.dim(text))]
}

function formatFacts(app: App, sent: SentDetails): string[] {
  const { colors } = app
  const { isProven, sentences } = sayCheck(sent.check)
  const style = isProven ? colors.green : colors.yellow
  const others = Object.entries(sent.params).filter(([name]) => name !== 'model')
  const facts = [
    `id ${sent.id}`,
    sent.attempts.length > 1 ? `sent ${sent.attempts.length} times: the same each time` : '',
    sent.storedIn === undefined ? '' : `sent in the session ${sent.storedIn}; here is a copy of the answer`,
    ...others.map(([name, value]) => `${name} ${sayValue(value)}`),
    `cache marks: ${sent.cacheMarks.map(sayMark).join('; ') || 'none'}`,
  ]
  return [
    ...wrapText(sanitizeLine(sentences.join(' ')), app.columns).map(style),
    ...facts
      .filter(fact => fact !== '')
      .flatMap(fact => wrapText(sanitizeLine(fact), app.columns))
      .map(line => colors.dim(line)),
  ]
}

function formatChange(app: App, { before, change }: SentDetails): string[] {
  if (!change || !before) return ['The first recorded request of its file.']
  const name =
    before.number === undefined ? `THE REQUEST BEFORE (${sanitizeLine(before.id)})` : `REQUEST ${before.number}`
  return [
    app.colors.bold(`SINCE ${name}`),
    ...sayChange(change).flatMap(({ name: what, text }) => wrapText(sanitizeLine(`${what}: ${text}`), app.columns)),
  ]
}

const TITLES = { system: 'SYSTEM', tools: 'TOOLS', messages: 'MESSAGES' } as const

function formatParts(app: App, sent: SentDetails, hasAll: boolean): string[][] {
  const parts = listSentParts(sent)
  const sections = (['system', 'tools', 'messages'] as const).map(place => {
    const own = parts.filter(part => part.place === place)
    const characters = own.reduce((sum, part) => sum + sizeOf(part), 0)
    const title = `${TITLES[place]}  ${own.length}, ${formatNumberOf(characters, 'character')}`
    return [app.colors.bold(title), ...own.flatMap(part => formatPart(app, part, hasAll))]
  })
  const hint = 'Texts are cut; --all shows them whole, --json gives them as data.'
  return hasAll ? sections : [...sections, wrapText(hint, app.columns).map(line => app.colors.dim(line))]
}

function sizeOf({ blocks }: SentPart): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}

const FOUND: { readonly [From in NonNullable<SentPart['from']>]: string } = {
  blob: 'from the request log',
  answer: 'answer of the model',
  line: 'a line of the conversation',
  lines: 'lines of the conversation as one message',
  missing: 'not found',
}

function formatPart(app: App, part: SentPart, hasAll: boolean): string[] {
  const { colors } = app
  const facts = [
    part.label,
    part.from === undefined ? '' : FOUND[part.from],
    part.lines.length > 0
      ? `line ${part.lines.slice(0, MAX_LINES).join(', ')}${part.lines.length > MAX_LINES ? ' …' : ''}`
      : '',
    part.fits || part.from === 'missing' ? '' : 'hash does not fit',
  ]
  const line = facts.map(sanitizeLine).filter(fact => fact !== '')
  const title = cutToWidth(`${formatInteger(part.number)}  ${line.join(' · ')}`, app.columns)
  const isTool = part.place === 'tools'
  return [
    colors.cyan(title),
    ...part.blocks.flatMap(block => formatBlock(app, block, { hasAll, isNamed: part.blocks.length > 1, isTool })),
  ]
}

const MAX_LINES = 6
const CUT_LINES = 4

interface Drawing {
  readonly hasAll: boolean
  readonly isNamed: boolean
  readonly isTool: boolean
}

function formatBlock(app: App, block: SentBlock, { hasAll, isNamed, isTool }: Drawing): string[] {
  const { colors } = app
  const width = Math.max(20, app.columns - 4)
  const limit = isTool ? 1 : CUT_LINES
  // A text may be megabytes long: what is not shown is not wrapped either.
  const text = hasAll ? block.text : block.text.slice(0, width * (limit + 1) * 2)
  const lines = sanitizeText(text)
    .split('\n')
    .flatMap(line => wrapText(line, width))
  const shown = hasAll ? lines : lines.slice(0, limit)
  const isCut = !hasAll && (lines.length > shown.length || text.length < block.text.length)
  const name = isNamed || block.kind !== 'text' ? sanitizeLine(block.kind) : ''
  const head = isTool || name === '' ? [] : [colors.dim(`    ${cutToWidth(name, width)}`)]
  const rest = isCut ? [colors.dim(`    … ${formatNumberOf(block.text.length, 'character')} in all`)] : []
  const mark = block.isMarked ? [colors.magenta('    ^ cache mark')] : []
  return [...head, ...shown.map(line => `    ${line}`), ...rest, ...mark]
}

function formatUnanswered(app: App, { unanswered, session, number }: SentReport): string[] {
  if (unanswered.length === 0 || number === undefined) return []
  const ids = unanswered
    .slice(0, MAX_LINES)
    .map(({ id, attempts }) => `${id}${attempts > 1 ? ` (${attempts} tries)` : ''}`)
  const more = unanswered.length > MAX_LINES ? ' …' : ''
  const command = `${app.commandName} context ${session.id} --request ID`
  const text = `${formatNumberOf(unanswered.length, 'recorded request')} without an answer, so without a number: ${ids.join(', ')}${more}. See one with \`${command}\`.`
  return wrapText(sanitizeLine(text), app.columns).map(line => app.colors.dim(line))
}
