/**
 * Lines as runs of text with a tone. A run of transcript text is made by `span` or `word`, which neutralise what it may
 * hold, so that nothing reaches the terminal unchecked; colours are put on last, when the line is printed.
 */

import type { AnsiStyle } from '../../text/ansi-style.ts'
import { graphemes } from '../../text/graphemes.ts'
import { sanitizeText } from '../../text/sanitize.ts'
import { cutToWidth, displayWidth, graphemeWidth } from '../../text/width.ts'
import { expandTabs } from '../../text/wrap.ts'
import type { Style, Tone } from './style.ts'

declare const isSafe: unique symbol

export interface Span {
  readonly text: string
  readonly tone: Tone
  /** Colours that the program which printed the text gave it; they stand in for the tone. */
  readonly printed?: AnsiStyle
  readonly [isSafe]: true
}

export type Line = readonly Span[]

/** One run of safe text without line breaks, from any text. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text: expandTabs(sanitizeText(text)).replaceAll('\n', ' '), tone } as Span
}

/** For text that was neutralised already and holds neither tabs nor line breaks. */
export function safeSpan(text: string, tone: Tone = 'plain'): Span {
  return { text, tone } as Span
}

/** The same for a run that has colours of its own. */
export function printedSpan(text: string, printed: AnsiStyle): Span {
  return { text, tone: 'plain', printed } as Span
}

/** The same for one row: runs of white space become one space. */
export function word(text: string, tone: Tone = 'plain'): Span {
  return { text: sanitizeText(text.replace(/\s+/g, ' ').trim()), tone } as Span
}

export function lineWidth(line: Line): number {
  return line.reduce((sum, part) => sum + displayWidth(part.text), 0)
}

export function indent(line: Line, columns: number): Line {
  return columns <= 0 || line.length === 0 ? line : [safeSpan(' '.repeat(columns)), ...line]
}

export function dimLine(line: Line): Line {
  return line.map(part =>
    part.tone === 'plain' && !part.printed && part.text.trim() !== '' ? { ...part, tone: 'dim' } : part,
  )
}

/** The beginning of a line that fits, with `…` where something was cut. */
export function cutLine(line: Line, width: number): Line {
  if (lineWidth(line) <= width) return line
  const kept: Span[] = []
  let room = width
  for (const part of line) {
    const partWidth = displayWidth(part.text)
    if (partWidth < room) {
      kept.push(part)
      room -= partWidth
      continue
    }
    kept.push({ ...part, text: cutToWidth(`${part.text} `, Math.max(1, room)) })
    break
  }
  return kept
}

/** Left text cut to what the right leaves, right text flush with the edge. */
export function spread(left: Line, right: Line, width: number): Line {
  if (right.length === 0) return cutLine(left, width)
  const rightWidth = lineWidth(right)
  const room = Math.max(8, width - rightWidth - 2)
  const start = cutLine(left, room)
  const gap = Math.max(2, width - lineWidth(start) - rightWidth)
  return cutLine([...start, span(' '.repeat(gap)), ...right], width)
}

/** Breaks at spaces; inside a word only where it does not fit alone. Following lines are indented by `hanging`. */
export function wrapLine(line: Line, width: number, hanging = 0): Line[] {
  if (lineWidth(line) <= width) return [line]
  const lines: Line[] = []
  let current: Span[] = []
  let used = 0
  const room = Math.max(4, width)
  const startLine = (): void => {
    lines.push(current)
    current = hanging > 0 ? [span(' '.repeat(Math.min(hanging, room - 4)))] : []
    used = Math.min(hanging, room - 4)
  }
  for (const chunk of chunks(line)) {
    const chunkWidth = lineWidth(chunk)
    const isSpace = chunk[0]?.text.startsWith(' ') === true
    if (used + chunkWidth <= room) {
      current.push(...chunk)
      used += chunkWidth
    } else if (isSpace) startLine()
    else {
      if (used > hanging && chunkWidth <= room - hanging) startLine()
      for (const part of chunk) used = pushHard(part, { current: () => current, room, used, startLine, base: hanging })
    }
  }
  lines.push(current)
  return lines
}

interface Filling {
  readonly current: () => Span[]
  readonly room: number
  readonly used: number
  readonly base: number
  startLine(): void
}

/** Puts a run on the line and breaks it wherever the line is full. */
function pushHard(part: Span, filling: Filling): number {
  let used = filling.used
  let text = ''
  const flush = (): void => {
    if (text !== '') filling.current().push({ ...part, text })
    text = ''
  }
  for (const grapheme of graphemes(part.text)) {
    const width = graphemeWidth(grapheme)
    if (used + width > filling.room && used > 0) {
      flush()
      filling.startLine()
      used = Math.min(filling.base, filling.room - 4)
    }
    text += grapheme
    used += width
  }
  flush()
  return used
}

/** Words and the spaces between them; a word may change its tone in the middle. */
function* chunks(line: Line): Iterable<Span[]> {
  let current: Span[] = []
  let isSpace = false
  for (const part of line) {
    for (const piece of part.text.split(/( +)/)) {
      if (piece === '') continue
      const pieceIsSpace = piece.startsWith(' ')
      if (current.length > 0 && (pieceIsSpace || isSpace)) {
        yield current
        current = []
      }
      isSpace = pieceIsSpace
      current.push({ ...part, text: piece })
    }
  }
  if (current.length > 0) yield current
}

/** A line as the terminal gets it, without spaces at its end. */
export function printLine(line: Line, style: Style): string {
  let end = line.length
  while (end > 0 && line[end - 1]?.text.trim() === '') end--
  let printed = ''
  for (let at = 0; at < end; at++) {
    const part = line[at] as Span
    const text = at === end - 1 ? part.text.trimEnd() : part.text
    printed += style.paint(part.tone, text, part.printed)
  }
  return printed
}
