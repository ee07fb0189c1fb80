import { cutStartToWidth, cutToWidth, displayWidth, padEndToWidth, padStartToWidth } from './width.ts'

export interface Column {
  readonly title: string
  readonly align?: 'left' | 'right'
  /** Takes what the others leave and is cut first when there is too little. */
  readonly isFlexible?: boolean
  /** Narrowest width worth showing; a column that is not flexible is never cut below its content. */
  readonly minWidth?: number
  readonly maxWidth?: number
  /** Columns with the highest number are dropped first on a narrow terminal; 0 is never dropped. */
  readonly dropOrder?: number
  /** Which end stays when a cell is cut. */
  readonly keeps?: 'start' | 'end'
  /** Colour, put on after cutting and padding. */
  readonly style?: (text: string) => string
}

/** Rows of cells as lines that fit `width`, titles first. Cells must be one line of safe text. */
export function formatTable(table: {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  readonly width: number
  readonly titleStyle?: (text: string) => string
}): string[] {
  const layout = fitColumns(table.columns, table.rows, table.width)
  const titleStyle = table.titleStyle ?? plain
  const titles = layout.map(({ column, width }) => formatCell(column, column.title, width))
  return [
    titleStyle(titles.join(GAP).trimEnd()),
    ...table.rows.map(row => joinCells(layout.map(place => styleCell(place, row[place.index] ?? '')))),
  ]
}

const GAP = '  '

interface Place {
  readonly column: Column
  readonly index: number
  readonly width: number
}

function fitColumns(columns: readonly Column[], rows: readonly (readonly string[])[], room: number): Place[] {
  const wanted = columns.map((column, index) => ({ column, index, width: naturalWidth(column, index, rows, room) }))
  let places = wanted.filter(place => !isEmpty(place.index, rows) || place.column.dropOrder === 0)
  while (narrowestWidth(places) > room) {
    const victim = places.reduce((worst, place) => (dropOrder(place) > dropOrder(worst) ? place : worst))
    if (dropOrder(victim) === 0) break
    places = places.filter(place => place !== victim)
  }
  const fitting = shrink(places, totalWidth(places) - room, minimum)
  return shrink(fitting, totalWidth(fitting) - room, lastResort)
}

/** Takes from the widest flexible column first, so that short ones stay whole as long as they can. */
function shrink(places: readonly Place[], excess: number, floor: (place: Place) => number): Place[] {
  const widths = places.map(place => place.width)
  for (let left = excess; left > 0; left--) {
    const widest = places.reduce<number | undefined>((best, place, at) => {
      const width = widths[at] ?? 0
      if (width <= floor(place)) return best
      return best === undefined || width > (widths[best] ?? 0) ? at : best
    }, undefined)
    if (widest === undefined) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return places.map((place, at) => ({ ...place, width: widths[at] ?? place.width }))
}

function naturalWidth(column: Column, index: number, rows: readonly (readonly string[])[], room: number): number {
  let width = displayWidth(column.title)
  for (const row of rows) width = Math.max(width, displayWidth(row[index] ?? ''))
  return Math.min(width, column.maxWidth ?? width, column.isFlexible ? Math.max(room, 1) : width)
}

function isEmpty(index: number, rows: readonly (readonly string[])[]): boolean {
  return rows.every(row => (row[index] ?? '') === '')
}

function dropOrder(place: Place): number {
  return place.column.dropOrder ?? 0
}

function minimum(place: Place): number {
  return place.column.isFlexible ? Math.min(place.width, place.column.minWidth ?? 1) : place.width
}

/** When nothing more can be dropped, even a flexible column's minimum gives way. */
function lastResort(place: Place): number {
  return place.column.isFlexible ? 1 : place.width
}

function narrowestWidth(places: readonly Place[]): number {
  return places.reduce((sum, place) => sum + minimum(place), gaps(places))
}

function totalWidth(places: readonly Place[]): number {
  return places.reduce((sum, place) => sum + place.width, gaps(places))
}

function gaps(places: readonly Place[]): number {
  return Math.max(0, places.length - 1) * GAP.length
}

function formatCell(column: Column, text: string, width: number): string {
  const cut = column.keeps === 'end' ? cutStartToWidth(text, width) : cutToWidth(text, width)
  return column.align === 'right' ? padStartToWidth(cut, width) : padEndToWidth(cut, width)
}

function styleCell(place: Place, text: string): { plain: string; styled: string } {
  const cell = formatCell(place.column, text, place.width)
  const body = cell.trim()
  const style = place.column.style ?? plain
  const at = cell.indexOf(body)
  return { plain: cell, styled: body === '' ? cell : cell.slice(0, at) + style(body) + cell.slice(at + body.length) }
}

/** No spaces at the end of a line, whatever colours stand before them. */
function joinCells(cells: readonly { plain: string; styled: string }[]): string {
  const last = cells.at(-1)
  if (!last) return ''
  const padding = last.plain.length - last.plain.trimEnd().length
  const line = cells.map(cell => cell.styled).join(GAP)
  return (padding > 0 ? line.slice(0, line.length - padding) : line).trimEnd()
}

function plain(text: string): string {
  return text
}
