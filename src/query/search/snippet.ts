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

/** The place in the passages that holds most of what is sought; the beginning of the first where none does. */
export function cutSnippet(passages: readonly Passage[], finder: WordFinder, size: SnippetSize): Snippet | undefined {
  const matched = new Set<number>()
  let best: { passage: Passage; finds: readonly Find[]; from: number; score: number } | undefined
  for (const passage of passages) {
    const finds = finder.find(passage.text)
    for (const { of, weight } of finds) if (weight > 0) matched.add(of)
    const window = bestWindow(finds, size.chars)
    const score = window ? window.score * COLUMN_FAVOUR[passage.column] : 0
    if (window && (!best || score > best.score)) best = { passage, finds, from: window.from, score }
  }
  const [first] = passages
  if (!best) return first && { passage: first, matched, ...cutAt(first.text, 0, [], size) }
  return { passage: best.passage, matched, ...cutAt(best.passage.text, best.from, best.finds, size) }
}

/** Of equal places the one that somebody wrote is the better one to read. */
const COLUMN_FAVOUR = { prompt: 1.15, answer: 1.15, thinking: 1, note: 1, input: 1, output: 0.95 } as const

/** The stretch of at most so many characters whose different finds weigh most. */
function bestWindow(
  finds: readonly Find[],
  chars: number,
): { readonly from: number; readonly score: number } | undefined {
  const inside = new Map<number, number[]>()
  let best: { from: number; score: number } | undefined
  let first = 0
  for (const find of finds) {
    const weights = inside.get(find.of) ?? []
    weights.push(Math.abs(find.weight))
    inside.set(find.of, weights)
    while ((finds[first] as Find).start < find.end - chars && finds[first] !== find) {
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
}

const LEAD_CHARS = 40

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
