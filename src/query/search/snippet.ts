import type { Find, WordFinder } from './find-words.ts'
import type { Passage } from './unit-text.ts'

export interface Snippet {
  readonly passage: Passage
  readonly text: string
  readonly highlights: readonly (readonly [start: number, end: number])[]
  /** Which of `sought` stand anywhere in the passages. */
  readonly matched: ReadonlySet<number>
}

export interface SnippetSize {
  readonly lines: number
  readonly chars: number
}

/**
 * The place in the passages that holds most of what is sought, and before all the exact wording; the beginning of the
 * first where none does.
 */
export function cutSnippet(
  passages: readonly Passage[],
  finder: WordFinder,
  size: SnippetSize,
  wording?: RegExp,
): Snippet | undefined {
  const matched = new Set<number>()
  let best: { passage: Passage; finds: readonly Find[]; from: number; score: number } | undefined
  for (const passage of passages) {
    const finds = withWording(finder.find(passage.text), passage.text, wording)
    for (const { of, weight } of finds) if (weight > 0 && of >= 0) matched.add(of)
    const window = bestWindow(passage.text, finds, size)
    const score = window ? window.score * COLUMN_FAVOUR[passage.column] : 0
    if (window && (!best || score > best.score)) best = { passage, finds, from: window.from, score }
  }
  const [first] = passages
  if (!best) return first && { passage: first, matched, ...cutAt(first.text, 0, [], size) }
  return { passage: best.passage, matched, ...cutAt(best.passage.text, best.from, best.finds, size) }
}

/** Of equal places the one that somebody wrote is the better one to read. */
const COLUMN_FAVOUR = { prompt: 1.15, answer: 1.15, thinking: 1, note: 1, input: 1, output: 0.95 } as const

/** What was typed, word for word, outweighs all else. */
const WORDING_WEIGHT = 1000

function withWording(finds: readonly Find[], text: string, wording: RegExp | undefined): readonly Find[] {
  const found = wording?.exec(text)
  if (!found) return finds
  const whole = { start: found.index, end: found.index + found[0].length, of: -1, weight: WORDING_WEIGHT }
  return [...finds, whole].sort((a, b) => a.start - b.start || b.weight - a.weight)
}

/** The stretch that can be shown whose different finds weigh most. */
function bestWindow(
  text: string,
  finds: readonly Find[],
  { chars, lines }: SnippetSize,
): { readonly from: number; readonly score: number } | undefined {
  const inside = new Map<number, number[]>()
  const lineOf = numberLines(text, finds)
  let best: { from: number; score: number } | undefined
  let first = 0
  for (const [at, find] of finds.entries()) {
    const weights = inside.get(find.of) ?? []
    weights.push(Math.abs(find.weight))
    inside.set(find.of, weights)
    while (first < at && !fits(first, at)) {
      const gone = finds[first] as Find
      const left = inside.get(gone.of) ?? []
      left.splice(left.indexOf(Math.abs(gone.weight)), 1)
      first++
    }
    let score = 0
    for (const list of inside.values()) {
      if (list.length > 0) score += Math.max(...list) + 0.02 * Math.min(list.length, 5)
    }
    if (!best || score > best.score) best = { from: (finds[first] as Find).start, score }
  }
  return best

  function fits(from: number, to: number): boolean {
    const isNear = (finds[from] as Find).start >= (finds[to] as Find).end - chars
    return isNear && (lineOf[to] as number) - (lineOf[from] as number) < Math.max(1, lines)
  }
}

/** The line of each find, not counting empty ones, which are not shown. */
function numberLines(text: string, finds: readonly Find[]): readonly number[] {
  let at = 0
  let line = 0
  return finds.map(({ start }) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < start; next = text.indexOf('\n', at)) {
      if (text.slice(at, next).trim() !== '') line++
      at = next + 1
    }
    return line
  })
}

const LEAD_CHARS = 40
const MIN_SCRAP = 20

/** Whole lines from the one that `from` stands in; a line that is too long is cut around it. */
function cutAt(
  text: string,
  from: number,
  finds: readonly Find[],
  size: SnippetSize,
): Pick<Snippet, 'text' | 'highlights'> {
  const lineStart = text.lastIndexOf('\n', Math.max(0, from - 1)) + 1
  const start = from - lineStart > LEAD_CHARS * 2 ? wordStart(text, from - LEAD_CHARS) : lineStart
  const pieces: string[] = []
  const highlights: [number, number][] = []
  let length = 0
  let lines = 0
  let at = start
  let isCut = start > lineStart
  while (at < text.length && lines < size.lines && length < size.chars) {
    const lineEnd = endOfLine(text, at)
    const trimmed = text.slice(at, lineEnd)
    const lead = trimmed.length - trimmed.trimStart().length
    const room = size.chars - length
    const body = trimmed.trim()
    if (body !== '') {
      const shown = body.length > room ? body.slice(0, wordEnd(body, room)) : body
      // A scrap of a line at the end tells nothing.
      if (lines > 0 && shown.length < body.length && shown.length < MIN_SCRAP) break
      const prefix = isCut ? '…' : ''
      if (lines > 0) length += 1
      for (const find of finds) {
        const begin = find.start - at - lead
        const end = find.end - at - lead
        if (begin >= 0 && end <= shown.length) {
          const last = highlights.at(-1)
          const placed: [number, number] = [length + prefix.length + begin, length + prefix.length + end]
          if (last && placed[0] < last[1]) last[1] = Math.max(last[1], placed[1])
          else highlights.push(placed)
        }
      }
      const piece = prefix + shown + (shown.length < body.length ? '…' : '')
      pieces.push(piece)
      length += piece.length
      lines++
      isCut = false
    }
    at = lineEnd + 1
  }
  return { text: pieces.join('\n'), highlights }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space >= 0 && space < at + LEAD_CHARS / 2 ? space + 1 : at + (isInsideLetter(text, at) ? 1 : 0)
}

function wordEnd(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at)
  return space > at * 0.6 ? space : at - (isInsideLetter(text, at) ? 1 : 0)
}

/** Between the two halves of a letter beyond 16 bits. */
function isInsideLetter(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
}
