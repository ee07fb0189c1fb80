import { formatNumberOf } from '../../text/count.ts'
import type { AnswerRow, InputRow, InputSource, MessageRow, OutputRow, RemarkRow, ThinkingRow } from '../view/row.ts'
import { STREAM_LABELS } from '../words.ts'
import { AFTER_NAME, type Canvas, nameCell, ROW_INDENT } from './canvas.ts'
import { cutLine, indent, type Line, span, word, wrapLine } from './line.ts'
import { markdownLines } from './markdown.ts'
import { mediaSpan } from './parts.ts'
import { printedLines } from './printed-lines.ts'
import { summaryLine, textLines } from './text-lines.ts'

/** What stands before a text: a mark for its source, and a word where the mark alone would not tell. */
const MARKS: { readonly [Source in InputSource]: readonly [mark: string, label: string] } = {
  prompt: ['>', ''],
  'program-prompt': ['>', 'from a program'],
  'plan-handover': ['>', 'plan handed over'],
  'agent-prompt': ['>', 'task'],
  scheduled: ['>', 'scheduled'],
  queued: ['>', 'queued'],
  answer: ['>', 'answered'],
  rejection: ['>', 'rejected'],
  'plan-feedback': ['>', 'on the plan'],
  command: ['>', ''],
  shell: ['!', ''],
  memory: ['#', ''],
}

export function* inputLines(row: InputRow, canvas: Canvas): Iterable<Line> {
  const [mark, label] = MARKS[row.source]
  const note = [label, row.note].filter(text => text !== '').join(', ')
  const lead: Line = [span(`${mark} `, 'heading')]
  const room = canvas.textWidth - ROW_INDENT
  let isFirst = true
  if (note !== '') {
    yield cutLine([...lead, word(note, 'dim')], canvas.width)
    isFirst = false
  }
  const isShort = row.source === 'command' || row.source === 'shell'
  for (const line of textLines(row.text, room, isShort ? 'bold' : 'plain')) {
    yield isFirst ? [...lead, ...line] : indent(line, ROW_INDENT)
    isFirst = false
  }
  if (row.fold) {
    yield indent([span(`… ${formatNumberOf(row.fold.lines, 'line')} left out …`, 'dim')], ROW_INDENT)
    for (const line of textLines(row.fold.end, room)) yield indent(line, ROW_INDENT)
  }
  for (const question of row.questions) {
    for (const line of wrapLine([word(question.question, 'dim')], room)) yield indent(line, ROW_INDENT)
    for (const line of textLines(question.answer ?? 'no answer', room - 2)) yield indent(line, ROW_INDENT + 2)
  }
  for (const media of row.media) {
    yield isFirst ? [...lead, mediaSpan(media)] : indent([mediaSpan(media)], ROW_INDENT)
    isFirst = false
  }
  if (isFirst) yield [...lead, span('(empty)', 'dim')]
}

export function* answerLines(row: AnswerRow, canvas: Canvas): Iterable<Line> {
  yield* indented(markdownLines(row.text, canvas.textWidth - ROW_INDENT))
}

export function* remarkLines(row: RemarkRow, canvas: Canvas): Iterable<Line> {
  if (row.isOpen) yield* indented(markdownLines(row.text, canvas.textWidth - ROW_INDENT))
  else yield cutLine([span('  · ', 'dim'), ...summaryLine(row.text)], canvas.width)
}

export function* thinkingLines(row: ThinkingRow, canvas: Canvas): Iterable<Line> {
  if (row.state === 'withheld') yield [...nameCell('thinking', 'dim'), span('withheld: recorded without text', 'dim')]
  else if (row.state === 'redacted') yield [...nameCell('thinking', 'dim'), span('redacted: recorded encrypted', 'dim')]
  else {
    yield nameCell('thinking', 'dim')
    for (const line of textLines(row.text, canvas.textWidth - 4, 'dim')) yield indent(line, 4)
  }
}

export function* messageLines(row: MessageRow, canvas: Canvas): Iterable<Line> {
  const left = [
    ...nameCell('message', 'bold'),
    word(row.from === '' ? 'team' : `from ${row.from}`, 'accent'),
    span('  '),
  ]
  if (!row.isOpen) {
    yield cutLine([...left, ...summaryLine(row.summary === '' ? row.text : row.summary)], canvas.width)
    return
  }
  yield* wrapLine([...left, word(row.summary, 'dim')], canvas.textWidth, AFTER_NAME)
  for (const line of markdownLines(row.text, canvas.textWidth - 4)) yield indent(line, 4)
}

export function* outputLines(row: OutputRow, canvas: Canvas): Iterable<Line> {
  if (!row.isOpen) {
    const text = row.stdout.trim() === '' ? row.stderr : row.stdout
    yield cutLine(indent(summaryLine(text, row.stdout.trim() === '' ? 'bad' : 'dim'), 4), canvas.width)
    return
  }
  for (const line of printedLines(row.stdout, canvas.textWidth - 4, 'dim')) yield indent(line, 4)
  if (row.stderr.trim() !== '') yield indent([span(STREAM_LABELS.stderr, 'dim')], 4)
  for (const line of printedLines(row.stderr, canvas.textWidth - 4, 'bad')) yield indent(line, 4)
}

function* indented(lines: Iterable<Line>): Iterable<Line> {
  for (const line of lines) yield indent(line, ROW_INDENT)
}
