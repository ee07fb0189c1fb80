import { sanitizeText } from '../../../text/sanitize.ts'
import { cutStartToWidth, cutToWidth, displayWidth } from '../../../text/width.ts'
import type { Passage } from './screen-row.ts'

/** Text with one look. Lines are put together from these, so that they can be cut before they are coloured. */
export interface Piece {
  readonly text: string
  readonly style?: ((text: string) => string) | undefined
}

/** Pieces of safe text as one line that fits. */
export function paint(pieces: readonly Piece[], width: number): string {
  const shown = pieces.filter(({ text }) => text !== '')
  let left = width
  let line = ''
  for (const [at, { text, style }] of shown.entries()) {
    const used = displayWidth(text)
    const isWhole = used < left || (used === left && at === shown.length - 1)
    const cut = isWhole ? text : cutToWidth(`${text} `, left)
    line += style && cut !== '' ? style(cut) : cut
    if (!isWhole) break
    left -= used
  }
  return line
}

export function piecesWidth(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + displayWidth(text), 0)
}

/** A passage as pieces of one line of `width`, in which the first place that was searched for can be seen. */
export function splitPassage(passage: Passage, width: number, hitStyle: (text: string) => string): readonly Piece[] {
  const [before = '', first = '', ...rest] = splitByHighlights(passage)
  const room = width - Math.max(Math.floor(width / 3), displayWidth(first))
  const shown = displayWidth(before) > room ? cutStartToWidth(before, Math.floor(width / 3)) : before
  return [shown, first, ...rest].map((text, at) => (at % 2 === 1 ? { text, style: hitStyle } : { text }))
}

/** Plain and highlighted text in turn, plain first, on one line. Offsets are of the raw text, so it is made safe after. */
function splitByHighlights({ snippet, highlights }: Passage): readonly string[] {
  const parts: string[] = []
  let at = 0
  for (const [start, end] of highlights) {
    if (start < at || end <= start) continue
    parts.push(snippet.slice(at, start), snippet.slice(start, end))
    at = end
  }
  parts.push(snippet.slice(at))
  const lines = parts.map(part => sanitizeText(part).replace(/\s+/g, ' '))
  return [(lines[0] ?? '').trimStart(), ...lines.slice(1)]
}
