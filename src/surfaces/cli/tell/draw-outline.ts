import { MARKS, type Outline, type OutlineItem, type OutlinePart } from '../../../render/tell/outline.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { cutToWidth, displayWidth, padEndToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { App } from '../app.ts'

type Drawn = Pick<App, 'columns' | 'colors'>

/** Lines of a terminal: citations and labels below each other, texts wrapped beside them. */
export function drawOutline(app: Drawn, { title, facts, parts }: Outline): string[] {
  const { colors } = app
  return [
    colors.bold(cutToWidth(sanitizeLine(title), app.columns)),
    ...wrapFacts(facts, app.columns).map(line => colors.dim(line)),
    ...parts.flatMap(part => ['', ...drawPart(app, part, widthsOf(parts, part))]),
  ]
}

export interface Widths {
  readonly indent: number
  readonly cite: number
  readonly label: number
}

/** All lines with a citation stand below each other; lines without one, as those of a table, have a width of their own. */
function widthsOf(parts: readonly OutlinePart[], part: OutlinePart): Widths {
  const isCited = ({ items }: OutlinePart): boolean => items.some(({ cite }) => cite !== '')
  const among = isCited(part) ? parts.filter(isCited) : [part]
  const items = among.flatMap(one => one.items)
  return { indent: INDENT, cite: widest(items, ({ cite }) => cite), label: widest(items, ({ label }) => label) }
}

export function widest(items: readonly OutlineItem[], textOf: (item: OutlineItem) => string): number {
  return Math.max(0, ...items.map(item => displayWidth(sanitizeLine(textOf(item)))))
}

function drawPart(app: Drawn, part: OutlinePart, widths: Widths): string[] {
  const { colors } = app
  const name = cutToWidth(sanitizeLine(part.heading), Math.max(20, app.columns - 2))
  const cite = part.cite === undefined ? '' : `${sanitizeLine(part.cite)}  `
  const indent = part.level === 1 ? '' : '  '
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

export function drawItem({ columns, colors }: Drawn, item: OutlineItem, widths: Widths): string[] {
  const columnOf = (width: number): number => (width === 0 ? 0 : width + GAP)
  const before = widths.indent + columnOf(widths.cite) + columnOf(widths.label)
  const room = Math.max(20, columns - before)
  const mark = item.mark === undefined ? '' : `${MARKS[item.mark]} `
  const detail = item.detail === undefined ? '' : sanitizeLine(item.detail)
  const lines = wrapText(`${mark}${sanitizeLine(item.text)}${detail === '' ? '' : `  ${detail}`}`, room)
  const shown =
    lines.length > MAX_LINES
      ? [...lines.slice(0, MAX_LINES - 1), cutToWidth(lines.slice(MAX_LINES - 1).join(' '), room)]
      : lines
  const cell = (text: string, width: number, style: (text: string) => string): string =>
    width === 0 ? '' : style(padEndToWidth(sanitizeLine(text), width)) + ' '.repeat(GAP)
  const head =
    ' '.repeat(widths.indent) + cell(item.cite, widths.cite, colors.yellow) + cell(item.label, widths.label, colors.dim)
  const style = item.mark === undefined ? String : STYLES[item.mark](colors)
  const paint = (line: string): string =>
    detail !== '' && line.endsWith(detail) ? style(line.slice(0, -detail.length)) + colors.dim(detail) : style(line)
  return shown.map((line, at) => (at === 0 ? head : ' '.repeat(before)) + paint(line))
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
    else lines.push(cutToWidth(fact, width))
  }
  return lines
}
