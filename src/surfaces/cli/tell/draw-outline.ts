import { MARKS, type Outline, type OutlineItem, type OutlinePart, wholeDetail } from '../../../render/tell/outline.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { cutToWidth, displayWidth, padEndToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { App } from '../app.ts'

type Drawn = Pick<App, 'columns' | 'colors'>

/** Lines of a terminal: citations and labels below each other, texts wrapped beside them. */
export function drawOutline(app: Drawn, { title, facts, parts }: Outline): string[] {
  const { colors } = app
  const widths = createWidths(parts)
  return [
    colors.bold(cutToWidth(sanitizeLine(title), app.columns)),
    ...wrapFacts(facts, app.columns).map(line => colors.dim(line)),
    ...parts.flatMap(part => ['', ...drawPart(app, part, widths(part))]),
  ]
}

export interface Widths {
  readonly indent: number
  readonly cite: number
  readonly label: number
}

/** All lines with a citation stand below each other; lines without one, as those of a table, have a width of their own. */
function createWidths(parts: readonly OutlinePart[]): (part: OutlinePart) => Widths {
  const isCited = ({ items }: OutlinePart): boolean => items.some(({ cite }) => cite !== '')
  const cited = widthsOf(parts.filter(isCited).flatMap(({ items }) => items))
  return part => (isCited(part) ? cited : widthsOf(part.items))
}

/** A long name of a project leaves room for what was done in it. */
const MAX_LABEL = 24

function widthsOf(items: readonly OutlineItem[]): Widths {
  const label = Math.min(
    MAX_LABEL,
    widest(items, item => item.label),
  )
  return { indent: INDENT, cite: widest(items, ({ cite }) => cite), label }
}

export function widest(items: readonly OutlineItem[], textOf: (item: OutlineItem) => string): number {
  return items.reduce((most, item) => Math.max(most, displayWidth(sanitizeLine(textOf(item)))), 0)
}

function drawPart(app: Drawn, part: OutlinePart, widths: Widths): string[] {
  const { colors } = app
  const cite = part.cite === undefined ? '' : `${sanitizeLine(part.cite)}  `
  const indent = part.level === 1 ? '' : '  '
  const name = cutToWidth(sanitizeLine(part.heading), Math.max(MIN_ROOM, app.columns - indent.length - cite.length))
  const facts = wrapFacts(part.facts, app.columns - indent.length)
  const styled = part.level === 1 ? colors.cyan(colors.bold(name)) : colors.bold(name)
  const room = app.columns - indent.length - displayWidth(cite) - displayWidth(name) - 2
  const isBeside = facts.length === 1 && displayWidth(facts[0] ?? '') <= room
  return [
    `${indent}${colors.yellow(cite)}${styled}${isBeside ? `  ${colors.dim(facts[0] ?? '')}` : ''}`,
    ...(isBeside ? [] : facts.map(line => indent + colors.dim(line))),
    ...part.items.flatMap(item => drawItem(app, item, widths)),
  ]
}

/** A text takes up to so many lines. */
const MAX_LINES = 3
const INDENT = 4
const GAP = 2
/** Where less is left beside citation and label, texts stand below them. */
const MIN_ROOM = 24
const MIN_WIDTH = 10

/** Where texts begin: beside citation and label, or below them where the window is narrow. */
export function textColumn({ columns }: Pick<App, 'columns'>, { indent, cite, label }: Widths): number {
  const columnOf = (width: number): number => (width === 0 ? 0 : width + GAP)
  const beside = indent + columnOf(cite) + columnOf(label)
  return columns - beside < MIN_ROOM ? indent + GAP : beside
}

export function drawItem(app: Drawn, item: OutlineItem, widths: Widths): string[] {
  const { colors } = app
  const before = textColumn(app, widths)
  const cell = (text: string, width: number, style: (text: string) => string): string =>
    width === 0 ? '' : style(padEndToWidth(cutToWidth(sanitizeLine(text), width), width)) + ' '.repeat(GAP)
  const head =
    ' '.repeat(widths.indent) + cell(item.cite, widths.cite, colors.yellow) + cell(item.label, widths.label, colors.dim)
  const lines = drawText(app, item, Math.max(MIN_WIDTH, app.columns - before))
  const isBeside = before > widths.indent + GAP || widths.cite + widths.label === 0
  return isBeside
    ? lines.map((line, at) => (at === 0 ? head : ' '.repeat(before)) + line)
    : [drawStackedHead(app, item, widths), ...lines.map(line => ' '.repeat(before) + line)]
}

function drawStackedHead({ columns, colors }: Drawn, item: OutlineItem, { indent }: Widths): string {
  const cite = sanitizeLine(item.cite)
  const gap = cite === '' || item.label === '' ? '' : ' '.repeat(GAP)
  const room = Math.max(MIN_WIDTH, columns - indent - displayWidth(cite) - gap.length)
  return ' '.repeat(indent) + colors.yellow(cite) + gap + colors.dim(cutToWidth(sanitizeLine(item.label), room))
}

function drawText({ colors }: Drawn, item: OutlineItem, room: number): string[] {
  if (item.facts) return wrapFacts(item.facts, room)
  // A long word, as all of a Japanese sentence is one, begins beside its mark.
  const mark = item.mark === undefined ? '' : `${MARKS[item.mark]}${GLUE}`
  const text = mark + sanitizeLine(item.text)
  const detail = glueFacts(sanitizeLine(wholeDetail(item)).replace('› ', `›${GLUE}`), room)
  const all = detail === '' ? text : `${text}  ${detail}`
  const lines = wrapText(all, room)
  const style = item.mark === undefined ? String : STYLES[item.mark](colors)
  const starts = listStarts(all, lines)
  /** What lies behind the text is less loud, on however many lines. */
  const paint = (line: string, at: number): string => {
    const end = Math.max(0, text.length - (starts[at] ?? 0))
    return (end > 0 ? style(line.slice(0, end)) : '') + (line.length > end ? colors.dim(line.slice(end)) : '')
  }
  const drawn =
    lines.length > MAX_LINES && fitsOneLine(detail, room)
      ? [...cutLines(wrapText(text, room), MAX_LINES - 1, room).map(line => style(line)), colors.dim(detail)]
      : cutLines(lines, MAX_LINES, room).map(paint)
  return drawn.map(line => line.replaceAll(GLUE, ' '))
}

/** Where each line begins in the whole. */
function listStarts(all: string, lines: readonly string[]): readonly number[] {
  let behind = 0
  return lines.map(line => {
    const start = Math.max(behind, all.indexOf(line, behind))
    behind = start + line.length
    return start
  })
}

/** Stands for a space at which no line is broken. */
const GLUE = '\u00a0'
const MAX_GLUED = 44
const MAX_FACT = 24

/**
 * `1 file +3 −1 · web`: what is short stays on one line; else it is broken between its facts, with the dot behind the
 * one before it.
 */
function glueFacts(detail: string, room: number): string {
  const glue = (text: string, most: number): string =>
    displayWidth(text) > Math.min(most, room) ? text : text.replaceAll(' ', GLUE)
  const facts = glue(detail, MAX_GLUED).split(' · ')
  return facts.map((fact, at) => glue(at < facts.length - 1 ? `${fact} ·` : fact, MAX_FACT)).join(' ')
}

function fitsOneLine(detail: string, room: number): boolean {
  return detail !== '' && !detail.includes(' ') && displayWidth(detail) <= room
}

function cutLines(lines: readonly string[], most: number, room: number): string[] {
  return lines.length > most
    ? [...lines.slice(0, most - 1), cutToWidth(lines.slice(most - 1).join(' '), room)]
    : [...lines]
}

const STYLES = {
  good: (colors: App['colors']) => colors.green,
  bad: (colors: App['colors']) => colors.red,
  open: (colors: App['colors']) => colors.yellow,
} as const

/** Facts with a dot between them, broken between facts alone. */
function wrapFacts(facts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const fact of facts.map(sanitizeLine).filter(text => text !== '')) {
    const last = lines.at(-1)
    const longer = last === undefined ? fact : `${last} · ${fact}`
    if (last !== undefined && displayWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(...wrapText(fact, width))
  }
  return lines
}
