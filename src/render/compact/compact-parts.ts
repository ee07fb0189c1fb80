import { formatBytes } from '../../text/count.ts'
import { QUOTED, quoteLines } from '../../text/quote-history.ts'
import { sanitizeLine, sanitizeText } from '../../text/sanitize.ts'
import type { ListItem, MediaPart, Part, PartRenderers, QuestionPart } from '../view/part.ts'
import { OWN_WORDS, STREAM_LABELS } from '../words.ts'

/** What an opened row holds, one part under the other, as quoted lines: labels in them may be of the transcript too. */
export function drawParts(parts: readonly Part[]): string {
  return joinLines(parts.map(part => (RENDERERS[part.kind] as (part: Part) => string)(part)))
}

const RENDERERS: PartRenderers<string> = {
  text: part => quoted(labelled(part.label, clean(part.text))),
  markdown: part => quoted(clean(part.text)),
  code: part => quoted(labelled(part.label, clean(part.text))),
  output: part => quoted(labelled(STREAM_LABELS[part.stream], clean(part.text))),
  diff: part => quoted(labelled(part.label, part.hunks.map(hunk => clean(hunk.lines.join('\n'))).join('\n...\n'))),
  list: part => quoted(labelled(part.label, part.items.map(listLine).join('\n'))),
  fields: part => quoted(part.fields.map(([name, value]) => `${clean(name)}: ${clean(value)}`).join('\n')),
  question: questionText,
  media: mediaText,
}

/** Nothing where there is nothing to quote. */
export function quoted(text: string): string {
  return text === '' ? '' : quoteLines(text)
}

/** Words of ours with what they introduce: its first line beside them, where that is quoted. */
export function introduce(words: string, lines: string): string {
  if (lines === '') return words
  return lines.startsWith(QUOTED) ? `${words}: ${lines.slice(QUOTED.length)}` : `${words}:\n${lines}`
}

function labelled(label: string | undefined, text: string): string {
  if (!label) return text
  return text.includes('\n') ? `${clean(label)}:\n${text}` : `${clean(label)}: ${text}`
}

const MARKS: { readonly [Mark in ListItem['mark']]: string } = {
  none: '-',
  open: '[ ]',
  active: '[>]',
  done: '[x]',
  dropped: '[-]',
}

function listLine({ mark, text, note }: ListItem): string {
  return `${MARKS[mark]} ${clean(text)}${note ? ` (${clean(note)})` : ''}`
}

export function questionText({ question, options, answer, isOwnWords }: QuestionPart): string {
  const chosen = options.filter(option => option.isChosen).map(option => option.label)
  const own = answer !== undefined && isOwnWords ? [`${answer} (${OWN_WORDS})`] : []
  const others = options.filter(option => !option.isChosen).map(option => option.label)
  return joinLines([
    introduce('Question', quoted(clean(question))),
    introduce('Chosen', quoted(clean([...chosen, ...own].join('; ')) || 'no answer')),
    others.length > 0 ? introduce('Not chosen', quoted(clean(others.join('; ')))) : '',
  ])
}

/** Its name and size, never its bytes. */
export function mediaText({ name, mediaType, sizeBytes }: MediaPart): string {
  const size = sizeBytes === undefined ? '' : formatBytes(sizeBytes)
  const facts = [name, mediaType === name ? '' : mediaType, size].filter(text => text !== '')
  return quoteLines(`[${facts.map(fact => sanitizeLine(clean(fact))).join(' ')}]`)
}

export function joinLines(texts: readonly string[]): string {
  return texts.filter(text => text !== '').join('\n')
}

/** A word this long may be bytes that somebody wrote as letters; looked at only then, as texts are long. */
const LONG_WORD = /[A-Za-z0-9+/_-]{40,}={0,2}/g
/** Longer than any hash or key. */
const MIN_ENCODED = 400

/** Harmless, and without what nobody reads: bytes written as letters, space at the ends of lines, gaps of many lines. */
export function clean(text: string): string {
  return sanitizeText(text)
    .replace(LONG_WORD, found => (isEncoded(found) ? `[${formatBytes(found.length)} of encoded data]` : found))
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

/** A rule of dashes is as long, and of few characters. */
function isEncoded(text: string): boolean {
  return text.length >= MIN_ENCODED && new Set(text.slice(0, MIN_ENCODED)).size >= 16
}
