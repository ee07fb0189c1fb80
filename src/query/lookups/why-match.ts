import { type Change, comparable, type NewHunk } from './why-change.ts'

/** A line with what stands around it in the file as it is now. */
export interface LineInFile {
  readonly text: string
  /** Nearest first. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** No other line of the file reads the same. */
  readonly isUnique: boolean
}

/** How well a change explains a line; compare with `compareMatches`. */
export interface LineMatch {
  /** 3: added this very line. 2: wrote a whole file with it. 1: added a part of it. */
  readonly certainty: 1 | 2 | 3
  /** Lines around it that are the same, at most six. */
  readonly neighbours: number
}

const NEIGHBOURS = 3

export function lineInFile(lines: readonly string[], line: number): LineInFile | undefined {
  const text = lines[line - 1]
  if (text === undefined) return undefined
  const wanted = comparable(text)
  return {
    text,
    before: lines.slice(Math.max(0, line - 1 - NEIGHBOURS), line - 1).reverse(),
    after: lines.slice(line, line + NEIGHBOURS),
    isUnique: lines.filter(other => comparable(other) === wanted).length === 1,
  }
}

/** The best place in a change where the line was written; undefined where it was not. */
export function matchLine(line: LineInFile, change: Change): LineMatch | undefined {
  const wanted = comparable(line.text)
  let best: LineMatch | undefined
  for (const hunk of change.hunks) {
    hunk.lines.forEach(({ text, isAdded }, at) => {
      if (!isAdded) return
      const isWhole = comparable(text) === wanted
      if (!isWhole && !isPart(hunk, at, wanted)) return
      const certainty = isWhole ? (change.isExact ? 3 : 2) : 1
      const match: LineMatch = { certainty, neighbours: countNeighbours(line, hunk, at) }
      if (!best || compareMatches(match, best, false) > 0) best = match
    })
  }
  return best
}

/**
 * Larger is better, 0 where neither is. A line that stands once in the file was written by the newest edit that added it,
 * wherever its neighbours went since; for one that stands often (`}`) only the neighbours tell which it is.
 */
export function compareMatches(a: LineMatch, b: LineMatch, isUnique: boolean): number {
  if (a.certainty !== b.certainty) return a.certainty - b.certainty
  return isUnique ? Math.sign(a.neighbours) - Math.sign(b.neighbours) : a.neighbours - b.neighbours
}

const MIN_PART = 4

/** The first and the last line of a replaced text may begin or end within a line. */
function isPart({ lines, isCut }: NewHunk, at: number, wanted: string): boolean {
  const part = lines[at]?.text.trim() ?? ''
  return isCut && (at === 0 || at === lines.length - 1) && part.length >= MIN_PART && wanted.includes(part)
}

function countNeighbours({ before, after }: LineInFile, { lines }: NewHunk, at: number): number {
  const count = (around: readonly string[], step: number): number => {
    let same = 0
    while (same < around.length) {
      const other = lines[at + step * (same + 1)]
      if (!other || comparable(other.text) !== comparable(around[same] ?? '')) break
      same++
    }
    return same
  }
  return count(before, -1) + count(after, 1)
}
