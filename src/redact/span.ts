import type { FoundValue } from './found-value.ts'

/** A part of a text that is taken out; end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly found: FoundValue
  /** Instead of the placeholder of the value. */
  readonly replacement: string | undefined
}

/** What overlaps is taken out together, under the name that weighs most; of equals the longer, then the first found. */
export function resolveSpans(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans
  const sorted = [...spans].sort((one, other) => one.start - other.start)
  const resolved: Span[] = []
  let winner = sorted[0] as Span
  let { start, end } = winner
  for (const span of sorted.slice(1)) {
    // What stands side by side and is the same is one, such as the pieces of a long value.
    if (span.start > end || (span.start === end && span.found !== winner.found)) {
      resolved.push({ ...winner, start, end })
      winner = span
      start = span.start
      end = span.end
      continue
    }
    end = Math.max(end, span.end)
    if (isStronger(span, winner)) winner = span
  }
  resolved.push({ ...winner, start, end })
  return resolved
}

function isStronger(span: Span, winner: Span): boolean {
  const weight = span.found.naming.weight - winner.found.naming.weight
  if (weight !== 0) return weight > 0
  const length = span.end - span.start - (winner.end - winner.start)
  if (length !== 0) return length > 0
  // The same place read twice: without its escapes the value is the one that stands elsewhere too.
  return span.found.value.length < winner.found.value.length
}

/** The text with each span replaced. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let result = ''
  let at = 0
  for (const { start, end, found, replacement } of spans) {
    result += text.slice(at, start) + (replacement ?? found.placeholder)
    at = end
  }
  return result + text.slice(at)
}
