import type { EntryKind } from '../format/kinds/table.ts'
import type { Span } from '../format/span.ts'
import type { UserRole } from './user-role.ts'

/** An entry as the model keeps it: where it is and what it is, not what it says. */
export interface ThreadEntry extends Span {
  /** Position in `thread.entries`, from 0. */
  readonly index: number
  readonly kind: EntryKind
  /** Physical line in the file, from 1. */
  readonly line: number
  readonly uuid: string | undefined
  /** Epoch milliseconds. */
  readonly at: number | undefined
  /** What a `user` entry is to a reader; undefined for other kinds. */
  readonly role: UserRole | undefined
  /** The turn of the nearest start above it; 0 before the first. Set again where an answer stands before its prompt. */
  turn: number
  readonly segment: number
  /** For `user` and `assistant` entries: the API message (assistant) it is a part of, as an index into `messages`. */
  readonly message: number | undefined
  /**
   * Stands in this file once more, under the same uuid or another: a copy, not something said twice. So is the line that
   * queued a text, once the prompt has come that the text became.
   */
  isRepeat: boolean
  /** Its object stands inside `data.message` of an `agent_progress` line, not on a line of its own. */
  readonly isCopy: boolean
}
