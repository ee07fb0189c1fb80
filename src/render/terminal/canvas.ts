import type { PartRenderers } from '../view/part.ts'
import { cutLine, type Line, lineWidth, span, word } from './line.ts'
import { createPartRenderers } from './parts.ts'
import type { Tone } from './style.ts'

/** The room a row has, and how it draws its parts. */
export interface Canvas {
  /** Columns for lines of columns. */
  readonly width: number
  /** Columns for running text: longer lines are hard to read. */
  readonly textWidth: number
  /** Parts stand below their row, set in by `PART_INDENT`. */
  readonly parts: PartRenderers<Iterable<Line>>
}

export const MAX_WIDTH = 120
const MAX_TEXT_WIDTH = 96
export const ROW_INDENT = 2
export const PART_INDENT = 6
/** Names of tools and kinds of rows stand in a column of their own, wide enough for `AskUserQuestion`. */
const NAME_WIDTH = 15
const NAME_COLUMN = NAME_WIDTH + 2

export function createCanvas(columns: number): Canvas {
  const width = Math.max(20, Math.min(columns, MAX_WIDTH))
  return {
    width,
    textWidth: Math.min(width, MAX_TEXT_WIDTH),
    parts: createPartRenderers(Math.max(12, Math.min(width, MAX_TEXT_WIDTH + PART_INDENT) - PART_INDENT)),
  }
}

/** The left edge of a row: its name, padded so that what follows stands in one column. */
export function nameCell(name: string, tone: Tone): Line {
  const cell = cutLine([word(name, tone)], NAME_WIDTH)
  return [span(' '.repeat(ROW_INDENT)), ...cell, span(' '.repeat(NAME_COLUMN - lineWidth(cell)))]
}

export function isLongName(name: string): boolean {
  return lineWidth([word(name)]) > NAME_WIDTH
}

/** Where the text after a name begins. */
export const AFTER_NAME = ROW_INDENT + NAME_COLUMN
