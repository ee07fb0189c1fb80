import { sanitizeText } from '../../text/sanitize.ts'
import { wrapText } from '../../text/wrap.ts'
import type { DiffPart, Hunk } from '../view/part.ts'
import { type Line, span } from './line.ts'
import type { Tone } from './style.ts'

/** Hunks with the real number of each line: the old one for what went, the new one for all else. */
export function* diffLines(part: DiffPart, width: number): Iterable<Line> {
  const columns = numberColumns(part.hunks)
  let isFirst = true
  for (const hunk of part.hunks) {
    if (!isFirst) yield [span(`${' '.repeat(Math.max(0, columns - 1))}⋮`, 'dim')]
    isFirst = false
    yield* hunkLines(hunk, columns, width)
  }
}

function* hunkLines(hunk: Hunk, columns: number, width: number): Iterable<Line> {
  let oldNumber = hunk.oldStart
  let newNumber = hunk.newStart
  for (const line of hunk.lines) {
    const sign = line[0] ?? ' '
    const number = sign === '-' ? oldNumber : sign === '\\' ? undefined : newNumber
    if (sign !== '+' && sign !== '\\' && oldNumber !== undefined) oldNumber++
    if (sign !== '-' && sign !== '\\' && newNumber !== undefined) newNumber++
    yield* diffLine({ sign, number, text: line.slice(1) }, columns, width)
  }
}

interface NumberedLine {
  readonly sign: string
  readonly number: number | undefined
  readonly text: string
}

function* diffLine(line: NumberedLine, columns: number, width: number): Iterable<Line> {
  const tone: Tone = line.sign === '+' ? 'good' : line.sign === '-' ? 'bad' : line.sign === '\\' ? 'dim' : 'plain'
  const label = line.number === undefined ? '' : String(line.number)
  const gutter = columns > 0 ? columns + 1 : 0
  let isFirst = true
  const safe = sanitizeText(line.text).replaceAll('\n', ' ')
  for (const wrapped of wrapText(safe, width - gutter - 2)) {
    const number = span((isFirst ? label : '').padStart(columns) + (columns > 0 ? ' ' : ''), 'dim')
    yield [number, span(`${isFirst ? line.sign : ' '} ${wrapped}`, tone)]
    isFirst = false
  }
}

function numberColumns(hunks: readonly Hunk[]): number {
  let largest = -1
  for (const { oldStart, newStart, lines } of hunks) {
    if (oldStart !== undefined || newStart !== undefined)
      largest = Math.max(largest, (oldStart ?? 0) + lines.length, (newStart ?? 0) + lines.length)
  }
  return largest < 0 ? 0 : String(largest).length
}
