import { structuredPatch } from 'diff'
import type { Hunk } from './part.ts'

/** Larger texts, and texts with too little in common, are not compared: it would take too long. */
const MAX_CHARS = 1_000_000
const MAX_EDITS = 2000

/** What changed from one text to another, by lines; none where they are equal or cannot be compared. */
export function diffTexts(before: string, after: string): readonly Hunk[] {
  return compareTexts(before, after) ?? []
}

/** The same; undefined where they cannot be compared. */
export function compareTexts(before: string, after: string): readonly Hunk[] | undefined {
  if (before === after) return []
  if (before.length > MAX_CHARS || after.length > MAX_CHARS) return undefined
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, maxEditLength: MAX_EDITS })
  return patch?.hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines }))
}
