import type { Tokens } from 'marked'
import { indent, type Line, lineWidth, span, wrapLine } from './line.ts'
import { inlineLines } from './markdown-inline.ts'

const GAP = 2

/** Aligned columns where they fit; else one block per row, so that no cell is cut. */
export function tableLines(table: Tokens.Table, width: number): Line[] {
  const header = table.header.map(cell => cellLine(cell, 'bold'))
  const rows = table.rows.map(row => row.map(cell => cellLine(cell, 'plain')))
  const widths = header.map((cell, column) =>
    rows.reduce((widest, row) => Math.max(widest, lineWidth(row[column] ?? [])), lineWidth(cell)),
  )
  const total = widths.reduce((sum, column) => sum + column + GAP, -GAP)
  if (total > width) return rows.flatMap((row, at) => stackedRow(header, row, width, at > 0))
  const rule: Line = [span(widths.map(column => '─'.repeat(column)).join(' '.repeat(GAP)), 'dim')]
  return [alignedRow(header, widths, table.align), rule, ...rows.map(row => alignedRow(row, widths, table.align))]
}

function cellLine(cell: Tokens.TableCell, tone: 'bold' | 'plain'): Line {
  return inlineLines(cell.tokens, tone).flatMap((line, at) => (at === 0 ? line : [span(' '), ...line]))
}

function alignedRow(cells: readonly Line[], widths: readonly number[], align: Tokens.Table['align']): Line {
  return widths.flatMap((width, column) => {
    const cell = cells[column] ?? []
    const padding = span(' '.repeat(width - lineWidth(cell)))
    const gap = column > 0 ? [span(' '.repeat(GAP))] : []
    return align[column] === 'right' ? [...gap, padding, ...cell] : [...gap, ...cell, padding]
  })
}

/** The first cell as a heading, the others below it with the name of their column. */
function stackedRow(header: readonly Line[], row: readonly Line[], width: number, hasGap: boolean): Line[] {
  const lines: Line[] = hasGap ? [[]] : []
  row.forEach((cell, column) => {
    if (cell.length === 0) return
    const name = header[column] ?? []
    const line = name.length > 0 ? [...name, span(': '), ...cell] : cell
    for (const wrapped of wrapLine(line, width - (column > 0 ? 2 : 0))) lines.push(indent(wrapped, column > 0 ? 2 : 0))
  })
  return lines
}
