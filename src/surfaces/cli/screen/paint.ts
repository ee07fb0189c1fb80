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

/** Parts with dots between; those at the end give way first. */
export function joinFitting(parts: readonly string[], width: number): string {
  let text = parts[0] ?? ''
  for (const part of parts.slice(1)) {
    if (displayWidth(`${text} · ${part}`) > width) break
    text = `${text} · ${part}`
  }
  return text
}

/** A passage as pieces of one line of `width`, in which the first place that was searched for can be seen. */
export function splitPassage(passage: Passage, width: number, hitStyle: (text: string) => string): readonly Piece[] {
  const [before = '', ...rest] = splitByHighlights(passage)
  const parts = rest.length > 0 ? [showEnd(before, rest[0] ?? '', width), ...rest] : [before]
  return leaveOutScrap(parts, width).map((part, at) => {
    const text = part.replaceAll('\n', ' ')
    return at % 2 === 1 ? { text, style: hitStyle } : { text }
  })
}

/** What stands before the first place, as much as leaves room for that. */
function showEnd(before: string, first: string, width: number): string {
  const text = before.replaceAll('\n', ' ')
  const room = width - Math.max(Math.floor(width / 3), displayWidth(first))
  return displayWidth(text) > room ? cutStartToWidth(text, Math.floor(width / 3)) : text
}

/** The beginning of something that says nothing below as many columns. */
export const MIN_SCRAP = 20

/** Where the text is cut soon after the beginning of a line, it ends with the line before. */
function leaveOutScrap(parts: readonly string[], width: number): readonly string[] {
  let used = 0
  let end: { readonly part: number; readonly length: number; readonly column: number } | undefined
  for (const [part, text] of parts.entries()) {
    const lines = text.split('\n')
    let length = 0
    for (const [at, line] of lines.entries()) {
      if (at > 0) {
        end = { part, length, column: used }
        used++
        length++
      }
      used += displayWidth(line)
      length += line.length
      if (used <= width) continue
      if (!end || end.column < MIN_SCRAP || width - end.column > MIN_SCRAP) return parts
      return [...parts.slice(0, end.part), (parts[end.part] ?? '').slice(0, end.length)]
    }
  }
  return parts
}

/** Plain and highlighted text in turn, plain first, with the breaks of lines. Offsets are of the raw text, so it is made safe after. */
function splitByHighlights({ snippet, highlights }: Passage): readonly string[] {
  const parts: string[] = []
  let at = 0
  for (const [start, end] of highlights) {
    if (start < at || end <= start) continue
    parts.push(snippet.slice(at, start), snippet.slice(start, end))
    at = end
  }
  parts.push(snippet.slice(at))
  const lines = parts.map(part => sanitizeText(part).replace(/\s+/g, space => (space.includes('\n') ? '\n' : ' ')))
  return [(lines[0] ?? '').trimStart(), ...lines.slice(1)]
}
