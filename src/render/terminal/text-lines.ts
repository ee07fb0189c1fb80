import { sanitizeText } from '../../text/sanitize.ts'
import { wrapText } from '../../text/wrap.ts'
import { type Line, safeSpan, span, word } from './line.ts'
import type { Tone } from './style.ts'

/** Text of any length, wrapped; its own line breaks and indentation stay. Empty lines at both ends go. */
export function* textLines(text: string, width: number, tone: Tone = 'plain'): Iterable<Line> {
  const safe = trimEmptyLines(cleanText(text))
  if (safe === '') return
  for (const line of eachLine(safe)) {
    for (const wrapped of wrapText(line, width)) yield wrapped === '' ? [] : [safeSpan(wrapped, tone)]
  }
}

/** The same with a number before each line. */
export function* numberedLines(text: string, first: number, width: number): Iterable<Line> {
  const safe = cleanText(text)
  const columns = String(first + countLines(safe) - 1).length
  let number = first
  for (const line of eachLine(safe.endsWith('\n') ? safe.slice(0, -1) : safe)) {
    let label = String(number).padStart(columns)
    for (const wrapped of wrapText(line, width - columns - 2)) {
      yield [safeSpan(`${label}  `, 'dim'), safeSpan(wrapped)]
      label = ' '.repeat(columns)
    }
    number++
  }
}

/** The first line with words on it, and how many lines follow. */
function summaryOf(text: string): { readonly first: string; readonly more: number } {
  const safe = cleanText(text.length > 20_000 ? text.slice(0, 20_000) : text).trim()
  const end = safe.indexOf('\n')
  return { first: end < 0 ? safe : safe.slice(0, end), more: end < 0 ? 0 : countLines(text.trim()) - 1 }
}

/** One line for a text of any length: its first line, and how many more there are. */
export function summaryLine(text: string, tone: Tone = 'dim'): Line {
  const { first, more } = summaryOf(text)
  const line = [word(first, tone)]
  return more > 0 ? [...line, span(` (+${more} ${more === 1 ? 'line' : 'lines'})`, 'dim')] : line
}

/** A lone carriage return began a line anew, so it begins a new one here. */
function cleanText(text: string): string {
  return sanitizeText(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

function* eachLine(text: string): Iterable<string> {
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, end)
    start = end + 1
  }
  yield text.slice(start)
}

function trimEmptyLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}
