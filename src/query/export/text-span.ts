import type { Span } from '../../format/span.ts'

/** Of a line that cannot be read as JSON no more than this is shown, and no more looked through. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024

export function textSpan({ start, end }: Span): Span {
  return { start, end: Math.min(end, start + MAX_TEXT_BYTES) }
}
