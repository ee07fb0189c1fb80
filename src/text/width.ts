import { clusterWidth } from './cluster-width.ts'
import { graphemes } from './graphemes.ts'

/** Columns a terminal needs for the text; colour codes count nothing, CJK and emoji two. */
export function displayWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length
  const plain = text.includes('\x1b') ? text.replace(COLOUR, '') : text
  let width = 0
  for (const grapheme of graphemes(plain)) width += graphemeWidth(grapheme)
  return width
}

/** The longest beginning that fits, with `…` as its last column where something was cut. For text without colour codes. */
export function cutToWidth(text: string, width: number): string {
  if (width <= 0) return ''
  if (text.length <= width && PRINTABLE_ASCII.test(text)) return text
  let used = 0
  let length = 0
  let lengthBeforeEllipsis = 0
  for (const grapheme of graphemes(text)) {
    const next = used + graphemeWidth(grapheme)
    if (next > width) return `${text.slice(0, lengthBeforeEllipsis)}…`
    used = next
    length += grapheme.length
    if (used < width) lengthBeforeEllipsis = length
  }
  return text
}

/** Keeps the end: for paths, whose last part says most. */
export function cutStartToWidth(text: string, width: number): string {
  if (width <= 0) return ''
  if (displayWidth(text) <= width) return text
  const kept: string[] = []
  let used = 1
  for (const grapheme of [...graphemes(text)].reverse()) {
    used += graphemeWidth(grapheme)
    if (used > width) break
    kept.push(grapheme)
  }
  return `…${kept.reverse().join('')}`
}

export function padEndToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

export function padStartToWidth(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text
}

export function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && grapheme >= ' ' && grapheme <= '~') return 1
  const known = widths.get(grapheme)
  if (known !== undefined) return known
  const width = clusterWidth(grapheme)
  if (widths.size >= MAX_REMEMBERED) widths.clear()
  if (grapheme.length <= MAX_REMEMBERED_LENGTH) widths.set(grapheme, width)
  return width
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/
const COLOUR = /\x1b\[[0-9;:]*m/g
const MAX_REMEMBERED = 4096
const MAX_REMEMBERED_LENGTH = 16
const widths = new Map<string, number>()
