import { stripAnsi } from '../../text/ansi.ts'
import { formatNumberOf } from '../../text/count.ts'
import type { AnswerRow, InputRow, InputSource, MessageRow, OutputRow, RemarkRow, ThinkingRow } from '../view/row.ts'
import type { Page } from './page.ts'
import { mediaBlock, outputBlock } from './parts.ts'
import { codeSpan, fence, folded, joinBlocks, plain, quote } from './plain.ts'
import { safeFirstLine, safeMarkdown } from './safe-markdown.ts'

/** Who says it, and what it is where that is not plain. */
const LABELS: { readonly [Source in InputSource]: readonly [who: string, what: string] } = {
  prompt: ['User', ''],
  'program-prompt': ['User', 'from a program'],
  'plan-handover': ['User', 'plan handed over'],
  'agent-prompt': ['Task', ''],
  scheduled: ['Scheduled', 'set by the model'],
  queued: ['User', 'queued'],
  answer: ['User', 'answered'],
  rejection: ['User', 'rejected'],
  'plan-feedback': ['User', 'on the plan'],
  command: ['User', ''],
  shell: ['User', 'shell'],
  memory: ['User', 'to memory'],
}

export function inputText(row: InputRow, page: Page): string {
  const [who, what] = LABELS[row.source]
  const note = [what, plain(row.note)].filter(text => text !== '').join(', ')
  const label = `**${who}**${note === '' ? '' : ` (${note})`}`
  const media = row.media.map(part => mediaBlock(part, page.media))
  if (isShort(row)) return joinBlocks([`${label} ${codeSpan(row.text)}`, ...media])
  const words = { below: page.turnLevel, keepsBreaks: true }
  const text = row.source === 'shell' ? fence(row.text, 'sh') : safeMarkdown(row.text, words)
  const questions = row.questions.map(question =>
    joinBlocks([plain(question.question), `**${plain(question.answer ?? '') || 'no answer'}**`]),
  )
  const fold = row.fold
    ? [`*… ${formatNumberOf(row.fold.lines, 'line')} left out …*`, safeMarkdown(row.fold.end, words)]
    : []
  const body = joinBlocks([text, ...fold, ...questions, ...media])
  return joinBlocks([label, quote(body === '' ? '*(empty)*' : body)])
}

/** Commands are read on one line where they fit. */
function isShort(row: InputRow): boolean {
  const isCommand = row.source === 'command' || row.source === 'shell'
  return isCommand && !row.fold && row.text.length <= 200 && /^[^\n\r]*\S[^\n\r]*$/.test(row.text.trim())
}

export function answerText(row: AnswerRow, page: Page, showsModel: boolean): string {
  const model = showsModel && row.model ? ` (${codeSpan(row.model)})` : ''
  return joinBlocks([`**Assistant**${model}`, safeMarkdown(row.text, { below: page.turnLevel })])
}

export function remarkText(row: RemarkRow, page: Page): string {
  if (!row.isOpen) return summaryText(row.text)
  return joinBlocks(['**Assistant**', safeMarkdown(row.text, { below: page.turnLevel })])
}

export function thinkingText(row: ThinkingRow, page: Page): string {
  if (row.state === 'withheld') return '*thinking withheld: recorded without text*'
  if (row.state === 'redacted') return '*thinking redacted: recorded encrypted*'
  return folded('Thinking', safeMarkdown(row.text, { below: page.turnLevel }) || '*(empty)*')
}

export function messageText(row: MessageRow, page: Page): string {
  const from = row.from === '' ? '**Message**' : `**Message** from ${codeSpan(row.from)}`
  const summary = plain(row.summary)
  if (!row.isOpen) return `${from}: ${summary === '' ? summaryText(row.text) : summary}`
  const body = safeMarkdown(row.text, { below: page.turnLevel })
  return joinBlocks([summary === '' ? from : `${from}: ${summary}`, body === '' ? '' : quote(body)])
}

export function outputText(row: OutputRow): string {
  if (row.isOpen) return joinBlocks([outputBlock(row.stdout), outputBlock(row.stderr, 'stderr')])
  const text = stripAnsi(row.stdout.trim() === '' ? row.stderr : row.stdout)
  const lines = text.trim().split('\n')
  const more = lines.length > 1 ? ` (+${formatNumberOf(lines.length - 1, 'line')})` : ''
  return `${codeSpan((lines[0] ?? '').slice(0, MAX_LINE)) || '*no output*'}${more}`
}

const MAX_LINE = 300

/** The first line of a text in Markdown, and how many more there are. */
export function summaryText(text: string): string {
  const lines = text.trim().split('\n')
  const more = lines.length > 1 ? ` (+${formatNumberOf(lines.length - 1, 'line')})` : ''
  return `${safeFirstLine(lines[0] ?? '') || '(empty)'}${more}`
}
