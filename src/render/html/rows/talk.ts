import { stripAnsi } from '../../../text/ansi.ts'
import { formatNumberOf } from '../../../text/count.ts'
import type { AnswerRow, InputRow, InputSource, MessageRow, OutputRow, RemarkRow, ThinkingRow } from '../../view/row.ts'
import { ansiHtml } from '../ansi-html.ts'
import { foldPlace } from '../fold-place.ts'
import { markdownHtml, plainText } from '../markdown.ts'
import { mediaHtml, type PartContext, streamHtml } from '../parts.ts'
import { cell, cells, type RowShape } from '../row-shape.ts'
import { type Html, html, joinHtml, NOTHING } from '../safe-html.ts'
import { firstWords, nameCell, timeHtml } from './words.ts'

/** What an input is called, where it is not simply a prompt. */
export const INPUT_WORDS: { readonly [Source in InputSource]: string } = {
  prompt: '',
  'program-prompt': 'from a program',
  'plan-handover': 'plan handed over',
  'agent-prompt': 'task',
  scheduled: 'scheduled',
  queued: 'queued',
  answer: 'answered',
  rejection: 'rejected',
  'plan-feedback': 'on the plan',
  command: 'command',
  shell: 'shell',
  memory: 'memory',
}

/** Written by a model, so most likely in Markdown. */
const IN_MARKDOWN: ReadonlySet<InputSource> = new Set<InputSource>(['agent-prompt', 'plan-handover'])

export function inputShape(row: InputRow, context: PartContext): RowShape {
  const words = [INPUT_WORDS[row.source], row.note].filter(text => text !== '').join(', ')
  // A command says what it is.
  const title = isCommand(row) ? row.note : words === '' ? 'Prompt' : words
  const head = html`<p class="card-head">${cell('source', title)} ${timeHtml(row.at)}</p>`
  return {
    element: 'article',
    classes: ['card', isCommand(row) ? 'is-command' : 'is-text', `from-${row.source}`],
    label: words === '' ? 'Prompt' : `Prompt, ${words}`,
    content: html`${head}${inputText(row)}${answers(row)}${row.media.map(part => mediaHtml(part, context))}`,
  }
}

export function inputText(row: InputRow): Html {
  if (isCommand(row)) return commandLine(row)
  if (row.text === '' && row.media.length === 0 && row.questions.length === 0) return html`<p class="quiet">empty</p>`
  if (row.text === '') return NOTHING
  const text = IN_MARKDOWN.has(row.source) ? markdownHtml(row.text) : foldedText(row.text)
  if (!row.fold) return text
  const left = formatNumberOf(row.fold.lines, 'line')
  return html`${text}<p class="left-out">${left} left out</p>${plainText(row.fold.end)}`
}

function isCommand(row: InputRow): boolean {
  return row.source === 'command' || row.source === 'shell'
}

/** A slash command is one chip, a `!` input a command; what follows the first line is set below. */
function commandLine(row: InputRow): Html {
  const end = row.text.indexOf('\n')
  const first = end < 0 ? row.text : row.text.slice(0, end)
  const mark = row.source === 'shell' ? html`<span class="prompt-sign">!</span> ` : NOTHING
  const more = end < 0 ? NOTHING : foldedText(row.text.slice(end + 1))
  return html`<p class="command">${mark}<code>${first}</code></p>${more}`
}

const SHOWN = { lines: 12, characters: 2000 }

/** A long paste shows its beginning, and the rest when opened. */
function foldedText(text: string): Html {
  const at = foldPlace(text, SHOWN)
  if (at === undefined) return plainText(text)
  const rest = text.slice(at)
  const more = formatNumberOf(rest.trimEnd().split('\n').length, 'more line')
  return html`${plainText(text.slice(0, at).trimEnd())}<details class="inner more"><summary>${more}</summary>${plainText(rest)}</details>`
}

function answers(row: InputRow): Html {
  if (row.questions.length === 0) return NOTHING
  const pairs = row.questions.map(
    part =>
      html`<div><dt>${part.question}</dt><dd>${part.answer ?? html`<span class="quiet">no answer</span>`}</dd></div>`,
  )
  return html`<dl class="answers">${pairs}</dl>`
}

export function answerShape(row: AnswerRow): RowShape {
  return { element: 'article', classes: ['talk'], label: 'Answer', content: markdownHtml(row.text) }
}

export function remarkShape(row: RemarkRow): RowShape {
  if (row.isOpen) return { element: 'article', classes: ['talk'], label: 'Remark', content: markdownHtml(row.text) }
  return {
    element: 'div',
    line: cells(nameCell('says'), cell('headline', firstWords(row.text))),
    body: () => markdownHtml(row.text),
  }
}

const WITHHELD: { readonly [State in 'withheld' | 'redacted']: string } = {
  withheld: 'withheld: recorded without text',
  redacted: 'redacted: recorded encrypted',
}

/** Folded, but open where the model wrote nothing else around it. */
export function thinkingShape(row: ThinkingRow, isAlone: boolean): RowShape {
  if (row.state !== 'open')
    return { element: 'div', line: cells(nameCell('thinking'), cell('headline quiet', WITHHELD[row.state])) }
  const line = cells(nameCell('thinking'), cell('headline quiet', firstWords(row.text)))
  const text = html`<div class="thought">${plainText(row.text)}</div>`
  if (isAlone) return { element: 'div', line: nameCell('thinking'), body: () => text, standsOpen: true }
  return { element: 'div', line, body: () => text }
}

export function messageShape(row: MessageRow): RowShape {
  const from = row.from === '' ? 'from the team' : `from ${row.from}`
  const summary = row.summary === '' ? firstWords(row.text) : row.summary
  return {
    element: 'div',
    line: cells(
      nameCell('message'),
      html`<span class="headline">${joinHtml([cell('tag', from), html` ${summary}`])}</span>`,
    ),
    body: row.text === '' ? undefined : () => markdownHtml(row.text),
    isOpen: row.isOpen,
  }
}

/** What a slash command or `!` input printed, under it. */
export function outputShape(row: OutputRow): RowShape {
  const isBad = row.stdout.trim() === ''
  const first = firstWords(stripAnsi((isBad ? row.stderr : row.stdout).slice(0, 4000)))
  const stdout = isBad ? NOTHING : ansiHtml(row.stdout)
  const stderr = row.stderr.trim() === '' ? NOTHING : streamHtml('stderr', row.stderr)
  return {
    element: 'div',
    classes: [`of-${row.of}`],
    line: cells(nameCell('output'), cell(isBad ? 'headline is-bad' : 'headline quiet', first)),
    body: isBad && row.stderr.trim() === '' ? undefined : () => html`${stdout}${stderr}`,
    isOpen: row.isOpen,
  }
}
