import type { JsonObject } from '../../format/json.ts'
import type { EntryKind } from '../../format/kinds/table.ts'
import type { QueuedItem } from '../input-queue.ts'
import type { ThreadEntry } from '../thread-entry.ts'
import type { UserRole } from '../user-role.ts'
import type { Facts } from './facts.ts'

/**
 * Facts read from an entry itself, not from a tool call. One file per subject, one row in `table.ts`. An extractor is
 * called once per matching entry, in file order, and keeps nothing but what it appends to `facts` and their index.
 */
export interface Extractor {
  /** What it finds, for tests and reports. */
  readonly name: string
  /** Called for entries of these kinds … */
  readonly kinds?: readonly EntryKind[]
  /** … and for `user` entries with these roles. */
  readonly roles?: readonly UserRole[]
  extract(input: ExtractorInput): void
}

export interface ExtractorInput {
  readonly entry: ThreadEntry
  readonly json: JsonObject
  /** Text of a `user` or `assistant` entry: string content, or its text blocks joined by newlines; else empty. */
  readonly text: string
  readonly facts: Facts
  /** What of the input queue the entry tells about. */
  readonly queued: readonly QueuedItem[]
}
