import { type Place, type View, ViewBuilder } from './view.ts'

/** Lines of a text that were one line before a program cut it at a fixed width, put together again. */
export interface JoinedView extends View {
  /** Where lines meet in the view, in order. */
  readonly joins: readonly number[]
  /** The width is one that programs cut at, or many lines have it. Else the pieces themselves must look cut. */
  readonly isSure: boolean
  /** Several lines have the width. */
  readonly isRepeated: boolean
}

const MIN_SURE = 20
const MIN_WIDTH = 40
const WIDTHS = new Set([
  40, 48, 50, 60, 64, 65, 66, 70, 72, 74, 75, 76, 77, 78, 79, 80, 96, 98, 99, 100, 118, 119, 120, 132,
])
/** So many lines of the same length, none longer, are no accident. */
const MANY = 3

/** A paragraph while it is read: its lines as pairs of start and end, and the longest of them. */
interface Paragraph {
  lines: number[]
  width: number
  full: number
}

/**
 * A line that was cut is as long as the longest of its paragraph. Most of these were not cut: what is found in a view
 * counts only where it goes over a join, see `mayBeCut`.
 */
export function joinedViews(text: string): readonly JoinedView[] {
  if (text.length <= MIN_SURE || !text.includes('\n')) return NONE
  let views: JoinedView[] | undefined
  let paragraph: Paragraph = { lines: [], width: 0, full: 0 }
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const next = newline < 0 ? text.length : newline
    const end = text.charCodeAt(next - 1) === 13 && next > start ? next - 1 : next
    const isEmpty = end <= start || isBorder(text.charCodeAt(start))
    if (!isEmpty) addLine(paragraph, start, end)
    if (isEmpty || newline < 0) {
      if (paragraph.width >= MIN_SURE && paragraph.lines.length > 2) {
        views ??= []
        addViews(text, paragraph, views)
        addHanging(text, paragraph, views)
      }
      paragraph = { lines: [], width: 0, full: 0 }
    }
    start = next + 1
  }
  return views ?? NONE
}

const NONE: readonly JoinedView[] = []

/** The first sign of a line of a box at its top, between its rows or at its bottom. */
function isBorder(code: number): boolean {
  return code >= 0x2500 && code <= 0x257f
}

function addLine(paragraph: Paragraph, start: number, end: number): void {
  const { lines, width } = paragraph
  const length = end - start
  lines.push(start, end)
  if (length > width) {
    paragraph.width = length
    paragraph.full = 1
  } else if (length === width) paragraph.full++
}

function addViews(text: string, { lines, width, full }: Paragraph, views: JoinedView[]): void {
  const isSure = WIDTHS.has(width) || full >= MANY
  if (!isSure && width < MIN_WIDTH) return
  const isCut = (at: number) => {
    const start = lines[at] as number
    const end = lines[at + 1] as number
    const next = lines[at + 2]
    return next !== undefined && end - start === width && mayGoOn(text, end, next, lines[at + 3] as number, isSure)
  }
  let builder = new ViewBuilder()
  let joins: number[] = []
  const close = () => {
    if (joins.length > 0) views.push({ ...builder.build(), joins, isSure, isRepeated: full > 1 })
    builder = new ViewBuilder()
    joins = []
  }
  for (let at = 0; at < lines.length; at += 2) {
    const wasCut = at > 0 && isCut(at - 2)
    if (wasCut) joins.push(builder.length)
    // Where the width tells, the whole paragraph is read; else only the lines that may be one.
    else if (!isSure) close()
    const next = lines[at + 2]
    const hasEnd = isSure && next !== undefined && !isCut(at)
    builder.copy(text, lines[at] as number, hasEnd ? next : (lines[at + 1] as number))
  }
  close()
}

/** A deeper indentation is a layout of another kind. */
const MAX_INDENT = 24

/**
 * The same where what was cut goes on behind an indentation: deeper than the line has where a program sets off what
 * goes on, or the one of the whole block.
 */
function addHanging(text: string, { lines, width }: Paragraph, views: JoinedView[]): void {
  const builder = new ViewBuilder()
  const joins: number[] = []
  let base = 0
  let indent = 0
  let isGoingOn = false
  for (let at = 0; at < lines.length; at += 2) {
    const start = lines[at] as number
    const end = lines[at + 1] as number
    const next = lines[at + 2]
    const from = isGoingOn ? start + indent : start
    if (next === undefined) {
      builder.copy(text, from, end)
      break
    }
    const length = end - start
    const own = indentAt(text, start)
    const ahead = indentAt(text, next)
    if (isGoingOn) isGoingOn = ahead === indent && (length === base || length === base + indent)
    else {
      isGoingOn = isHanging(length, own, ahead, width)
      base = length
      indent = ahead
    }
    builder.copy(text, from, isGoingOn ? end : next)
    if (isGoingOn) joins.push(builder.length)
  }
  if (joins.length > 0) views.push({ ...builder.build(), joins, isSure: true, isRepeated: joins.length > 1 })
}

function isHanging(length: number, own: number, next: number, width: number): boolean {
  if (next === 0 || next > MAX_INDENT) return false
  if (next > own) return WIDTHS.has(length)
  return next === own && length === width && (WIDTHS.has(length) || WIDTHS.has(length - own))
}

function indentAt(text: string, at: number): number {
  let end = at
  while (text.charCodeAt(end) === 32) end++
  return end - at
}

const DUMP_LINE = /^[0-9a-fA-F]{7,16}:? {1,2}(?:[0-9a-fA-F]{2,4}(?: |$)){2}/

/** Whether a line that ends at `end` may go on in the next one. */
function mayGoOn(text: string, end: number, next: number, nextEnd: number, isSure: boolean): boolean {
  const code = text.charCodeAt(next)
  if (code === 9 || (code === 32 && text.charCodeAt(next + 1) === 32)) return false
  // Each line of a dump begins with where its bytes stand.
  if (DUMP_LINE.test(text.slice(next, Math.min(nextEnd, next + 32)))) return false
  if (isSure) return true
  if (code <= 32 || text.charCodeAt(end - 1) <= 32) return false
  const word = /^\S{1,80}/.exec(text.slice(next, Math.min(nextEnd, next + 80)))?.[0] ?? ''
  return looksCut(word)
}

/** Whether a piece at the left of a line may be more of a value, and is no word and no name with a value of its own. */
export function looksCut(piece: string): boolean {
  if (/^[A-Za-z_][\w.-]*\s?(?:=|:(?!:))(?!=?$)/.test(piece)) return false
  return /\d/.test(piece) || /[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(piece)
}

/** A shorter piece gives nothing away, and may be a number that begins a line. */
const MIN_PIECE = 4

/** What stands so far behind a join may have its name before it. */
const NAME_BEFORE = 160

/**
 * Whether something found in a joined view counts. `isWhole` tells whether the same was found up to the end of the line
 * already: then it may have been all, and the next line begins with something else. `isShape`: it has a form of its own.
 */
export function mayBeCut(
  { text, joins, isSure, isRepeated }: JoinedView,
  { start, end }: Place,
  isShape: boolean,
  isWhole: (join: number) => boolean,
): boolean {
  const first = indexAfter(joins, start)
  const next = indexAfter(joins, end - 1)
  if (first === next) return (isSure && isNear(joins[first - 1], start)) || (isSure && isNear(joins[first], end))
  const wasWhole = isWhole(joins[first] as number)
  if (isSure && (next - first > 1 || !wasWhole || (isShape && isRepeated))) return true
  if (wasWhole && !isRepeated && end - (joins[first] as number) < MIN_PIECE) return false
  return joins
    .slice(first, next)
    .every((join, at) => looksCut(text.slice(join, joins[first + at + 1] ?? end).slice(0, end - join)))
}

function isNear(join: number | undefined, at: number): boolean {
  return join !== undefined && Math.abs(at - join) < NAME_BEFORE
}

/** The first join behind a place. */
function indexAfter(joins: readonly number[], at: number): number {
  let low = 0
  let high = joins.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((joins[middle] as number) <= at) low = middle + 1
    else high = middle
  }
  return low
}
