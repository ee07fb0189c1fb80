import type { TextFold } from './row.ts'

/** Nobody types as much: beyond this it was pasted. */
const MAX_LINES = 100
const MAX_CHARS = 12_000
const KEPT_LINES = 50
const KEPT_END_LINES = 10
/** Of a text in a few huge lines. */
const KEPT_CHARS = 6_000
const KEPT_END_CHARS = 1_000

/** Takes the middle out of a very long text; undefined where it is short enough to be read whole. */
export function foldText(text: string): { readonly text: string; readonly fold: TextFold } | undefined {
  const lines = text.split('\n')
  if (lines.length <= MAX_LINES && text.length <= MAX_CHARS) return undefined
  const isTall = lines.length > MAX_LINES
  const start = (isTall ? lines.slice(0, KEPT_LINES).join('\n') : text).slice(0, KEPT_CHARS).toWellFormed()
  const end = (isTall ? lines.slice(-KEPT_END_LINES).join('\n') : text).slice(-KEPT_END_CHARS).toWellFormed()
  return { text: start, fold: { lines: Math.max(1, lines.length - countLines(start) - countLines(end)), end } }
}

function countLines(text: string): number {
  return text.split('\n').length
}
