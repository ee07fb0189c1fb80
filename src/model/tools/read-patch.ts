import { asArray, asNumber, asObjects, asStrings, type JsonObject, type JsonValue } from '../../format/json.ts'

/** One changed place of a file, as the client recorded it. */
export interface PatchHunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** Each begins with ` `, `-`, `+` or `\` (no newline at end of file). */
  readonly lines: readonly string[]
}

/** The hunks of a structured result that has `structuredPatch`, or of the array itself. Never throws. */
export function readPatch(structured: JsonValue | undefined): readonly PatchHunk[] {
  return asObjects(patchOf(structured)).map(hunk => ({
    oldStart: asNumber(hunk.oldStart) ?? 0,
    oldLines: asNumber(hunk.oldLines) ?? 0,
    newStart: asNumber(hunk.newStart) ?? 0,
    newLines: asNumber(hunk.newLines) ?? 0,
    lines: asStrings(hunk.lines),
  }))
}

export interface LineCounts {
  readonly added: number
  readonly removed: number
  readonly hunks: number
  /** Of the first hunks, four numbers each: old start, old lines, new start, new lines. */
  readonly ranges: readonly number[]
}

/** One list for every touch without a patch, which are most of them. */
export const NO_RANGES: readonly number[] = []
const MAX_RANGES = 200

/** Added and removed lines without building the hunks; undefined where no patch is recorded. */
export function countPatch(patch: JsonValue | undefined): LineCounts | undefined {
  const hunks = asObjects(patch)
  if (hunks.length === 0) return undefined
  let added = 0
  let removed = 0
  const ranges: number[] = []
  for (const hunk of hunks) {
    if (ranges.length < MAX_RANGES * 4) ranges.push(...rangeOf(hunk))
    for (const line of asArray(hunk.lines) ?? []) {
      if (typeof line !== 'string') continue
      const mark = line.charCodeAt(0)
      if (mark === 0x2b) added++
      else if (mark === 0x2d) removed++
    }
  }
  return { added, removed, hunks: hunks.length, ranges }
}

function rangeOf(hunk: JsonObject): readonly [number, number, number, number] {
  const { oldStart, oldLines, newStart, newLines } = hunk
  return [asNumber(oldStart) ?? 0, asNumber(oldLines) ?? 0, asNumber(newStart) ?? 0, asNumber(newLines) ?? 0]
}

/** Lines of a text: a last line without newline counts, an empty text has none. */
export function countLines(text: JsonValue | undefined): number {
  if (typeof text !== 'string' || text === '') return 0
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return text.endsWith('\n') ? lines : lines + 1
}

function patchOf(structured: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(structured)) return structured
  return typeof structured === 'object' && structured !== null
    ? (structured as { readonly structuredPatch?: JsonValue }).structuredPatch
    : undefined
}
