import { replaceSpans, type Span } from './span.ts'

/**
 * Replaces in strings that were joined with line ends to be searched together. What goes over several leaves its
 * placeholder in each, and the mark of a diff at the left of a line stays.
 */
export function replaceLines(lines: readonly string[], spans: readonly Span[]): readonly string[] {
  if (spans.length === 0) return lines
  let from = 0
  let first = 0
  return lines.map(line => {
    const to = from + line.length
    while (first < spans.length && (spans[first] as Span).end <= from) first++
    const own: Span[] = []
    for (let i = first; i < spans.length && (spans[i] as Span).start < to; i++) {
      const span = spans[i] as Span
      const isContinued = span.start < from
      const mark = isContinued && line.length > 1 && /^[+\- ]/.test(line) ? 1 : 0
      const start = Math.max(span.start - from, mark)
      const end = Math.min(span.end, to) - from
      if (end > start) own.push({ ...span, start, end })
    }
    from = to + 1
    return own.length === 0 ? line : replaceSpans(line, own)
  })
}
