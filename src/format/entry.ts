import type { JsonObject } from './json.ts'
import type { EntryKind } from './kinds/table.ts'
import type { Span } from './span.ts'

/**
 * One JSON object of a transcript, known or not; or a blank, comment or unreadable line. Spans tile the file, line
 * endings included, so no byte is lost.
 */
export interface Entry extends Span {
  readonly kind: EntryKind
  /** Physical line on which it begins, from 1. Two objects glued on one line share it. */
  readonly line: number
  /** Undefined where the bytes are not a JSON object. Not to be kept beyond `onEntry`: read it again by span. */
  readonly json: JsonObject | undefined
}
