import { type View, ViewBuilder } from './view.ts'

/** Lines of a text that were one line before a program cut it at a fixed width, put together again. */
export interface JoinedView extends View {
  /** Where lines meet in the view, in order. */
  readonly joins: readonly number[]
  /** The width is one that programs cut at, or many lines have it. Else the pieces themselves must look cut. */
  readonly isSure: boolean
}

const MIN_SURE = 20
const MIN_WIDTH = 40
const WIDTHS = new Set([40, 48, 50, 60, 64, 65, 66, 70, 72, 74, 75, 76, 77, 78, 79, 80, 96, 98, 99, 100, 118, 119, 120, 132])
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
    if (end > start) addLine(paragraph, start, end)
    if (end <= start || newline < 0) {
      if (paragraph.width >= MIN_SURE && paragraph.lines.length > 2) {
        views ??= []
        addViews(text, paragraph, views)
      }
      paragraph = { lines: [], width: 0, full: 0 }
    }
    start = next + 1
  }
  return views ?? NONE
}

const NONE: readonly JoinedView[] = []

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
  for (let at = 0; at < lines.length; at += 2) {
    if (!isCut(at)) continue
    const builder = new ViewBuilder()
    const joins: number[] = []
    for (;;) {
      builder.copy(text, lines[at] as number, lines[at + 1] as number)
      if (!isCut(at)) break
      joins.push(builder.length)
      at += 2
    }
    views.push({ ...builder.build(), joins, isSure })
  }
}

/** Whether a line that ends at `end` may go on in the next one. */
function mayGoOn(text: string, end: number, next: number, nextEnd: number, isSure: boolean): boolean {
  const code = text.charCodeAt(next)
  if (code === 9 || (code === 32 && text.charCodeAt(next + 1) === 32)) return false
  if (isSure) return true
  if (code <= 32 || text.charCodeAt(end - 1) <= 32) return false
  const word = /^\S{1,80}/.exec(text.slice(next, Math.min(nextEnd, next + 80)))?.[0] ?? ''
  return looksCut(word)
}

/** Whether a piece at the left of a line may be more of a value, and is no word and no name with a value of its own. */
export function looksCut(piece: string): boolean {
  if (/^[A-Za-z_][\w.-]*\s?[=:](?!=?$)/.test(piece)) return false
  return /\d/.test(piece) || /[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(piece)
}

/** What stands so far behind a join may have its name before it. */
const NAME_BEFORE = 80

/**
 * Whether something found in a joined view counts. `endsAtLine` tells whether the same was found up to the end of the
 * line: then it may have been all.
 */
export function mayBeCut(
  { text, joins, isSure }: JoinedView,
  start: number,
  end: number,
  endsAtLine: (join: number) => boolean,
): boolean {
  const inside = joins.filter(join => join > start && join < end)
  if (inside.length === 0) return isSure && joins.some(join => join <= start && start - join < NAME_BEFORE)
  if (isSure && !inside.some(endsAtLine)) return true
  return inside.every((join, at) => looksCut(text.slice(join, inside[at + 1] ?? end)))
}
