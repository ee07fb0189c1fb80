import { sanitizeText } from '../../text/sanitize.ts'
import type { DiffPart, Hunk } from '../view/part.ts'
import { fence } from './plain.ts'

/** A unified diff, which tools can read back wherever the place of its hunks is known. */
export function diffBlock(part: DiffPart): string {
  const path = oneLine(part.path)
  const hunks = part.hunks.filter(hunk => hunk.lines.length > 0).flatMap(hunkLines)
  return hunks.length === 0 ? '' : fence([`--- ${path}`, `+++ ${path}`, ...hunks].join('\n'), 'diff')
}

function hunkLines(hunk: Hunk): readonly string[] {
  const signs = { old: 0, new: 0 }
  const lines = hunk.lines.map(line => {
    const sign = /^[-+\\]/.exec(line)?.[0] ?? ' '
    if (sign === '-' || sign === ' ') signs.old++
    if (sign === '+' || sign === ' ') signs.new++
    return `${sign}${oneLine(line.slice(1))}`
  })
  return [`@@ -${range(hunk.oldStart, signs.old)} +${range(hunk.newStart, signs.new)} @@`, ...lines]
}

/** Of nothing, the format names the line before. Where the place is not known there is a question mark. */
function range(start: number | undefined, count: number): string {
  if (start === undefined) return `?,${count}`
  return `${count === 0 ? Math.max(0, start - 1) : start},${count}`
}

/** A line of a diff stays one: the counts in its head depend on it. */
function oneLine(text: string): string {
  return sanitizeText(text.replace(/\r$/, '')).replaceAll('\n', '␊')
}
