import type { DiffHunk } from './file-change.ts'

/** Lines of one answer, and characters of one line. */
export const MAX_LINES = 4000
const MAX_CHARS = 2000

/** As many lines of a difference as an answer holds. */
export function cutHunks(
  hunks: readonly DiffHunk[],
  maxLines = MAX_LINES,
): { readonly hunks: readonly DiffHunk[]; readonly isCut: boolean } {
  const shown: DiffHunk[] = []
  let left = maxLines
  for (const { oldStart, newStart, lines } of hunks) {
    if (left <= 0) break
    shown.push({ oldStart, newStart, lines: lines.slice(0, left).map(cutLine) })
    left -= lines.length
  }
  return { hunks: shown, isCut: left < 0 || shown.length < hunks.length }
}

function cutLine(line: string): string {
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)} …` : line
}
