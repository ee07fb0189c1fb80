import type { PatchHunk } from '../../model/tools/read-patch.ts'

/**
 * A text after a patch; undefined where the patch does not fit. The client writes two spaces for each tab that a line
 * begins with, so kept lines come from the text itself, and added ones get their tabs back where the lines around have
 * some.
 */
export function applyHunks(text: string, hunks: readonly PatchHunk[]): string | undefined {
  const lines = splitKeeping(text)
  const result: string[] = []
  let next = 0
  for (const hunk of [...hunks].sort((a, b) => a.oldStart - b.oldStart)) {
    // The client counts from the place of the new lines, also where no old line is there.
    const start = Math.max(0, hunk.oldStart - 1)
    if (start < next || start > lines.length) return undefined
    result.push(...lines.slice(next, start))
    const applied = applyHunk(lines, start, hunk)
    if (!applied) return undefined
    result.push(...applied.lines)
    next = applied.next
  }
  return [...result, ...lines.slice(next)].join('')
}

/** Equal but for what a patch does not tell: tabs, line ends, a byte order mark. */
export function isSameInPatch(a: string, b: string): boolean {
  return a === b || a.split('\n').map(comparable).join('\n') === b.split('\n').map(comparable).join('\n')
}

function applyHunk(
  lines: readonly string[],
  start: number,
  hunk: PatchHunk,
): { readonly lines: readonly string[]; readonly next: number } | undefined {
  const made: string[] = []
  let next = start
  const old = lines.slice(start, start + hunk.oldLines)
  const restoresTabs = old.some(line => line.startsWith('\t')) && !hunk.lines.some(line => /^[ +-]\t/.test(line))
  for (const [at, line] of hunk.lines.entries()) {
    const [mark, rest] = [line[0], line.slice(1)]
    if (mark === '\\') continue
    if (mark === '+') {
      const end = hunk.lines[at + 1]?.startsWith('\\') ? '' : '\n'
      made.push((restoresTabs ? withTabs(rest) : rest) + end)
      continue
    }
    const own = lines[next]
    if (own === undefined || comparable(own.replace(/\n$/, '')) !== comparable(rest)) return undefined
    if (mark !== '-') made.push(own)
    next++
  }
  return { lines: made, next }
}

function withTabs(line: string): string {
  return line.replace(/^(?: {2})+/, spaces => '\t'.repeat(spaces.length / 2))
}

function comparable(line: string): string {
  return line
    .replace(/^\ufeff/, '')
    .replace(/\r$/, '')
    .replace(/^\t+/, tabs => '  '.repeat(tabs.length))
}

/** Lines with their ends; the last may have none. */
function splitKeeping(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
