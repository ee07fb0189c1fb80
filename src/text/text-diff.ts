import { structuredPatch } from 'diff'

/** One changed place, with three lines around it. */
export interface TextHunk {
  readonly oldStart: number
  readonly newStart: number
  /** Each begins with a space, `+`, `-` or `\` (no newline at the end). */
  readonly lines: readonly string[]
}

/** Larger texts, and texts with too little in common, are not compared: it would take too long. */
const MAX_CHARS = 1_000_000
const MAX_EDITS = 2000

/** What changed from one text to another, by lines; none where they are equal or cannot be compared. */
export function diffTexts(before: string, after: string): readonly TextHunk[] {
  return compareTexts(before, after) ?? []
}

/** The same; undefined where they cannot be compared. */
export function compareTexts(before: string, after: string): readonly TextHunk[] | undefined {
  if (before === after) return []
  if (before.length > MAX_CHARS || after.length > MAX_CHARS) return undefined
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, maxEditLength: MAX_EDITS })
  return patch?.hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines }))
}
