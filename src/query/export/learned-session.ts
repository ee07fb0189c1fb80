import type { Trace } from '../../redact/redaction.ts'
import type { SessionSource } from '../../source/session-source.ts'
import type { Library } from '../library.ts'
import type { SessionParts } from '../load-from.ts'

/**
 * A session that the first pass has read, and how much of it. The second pass reads that and nothing else: what a client
 * appends in between was never looked through.
 */
export interface LearnedSession {
  readonly library: Library
  readonly source: SessionSource
  /** What it was read from. */
  readonly parts: SessionParts
  /** Bytes read of each transcript, by path. */
  readonly sizes: ReadonlyMap<string, number>
  /** Why no more of a transcript could be read, by path. */
  readonly failures: ReadonlyMap<string, unknown>
  /** Texts of agents' meta files, by path. */
  readonly metas: ReadonlyMap<string, string>
  /** Bytes read of each output beside the transcript, by the name of its file. */
  readonly outputs: ReadonlyMap<string, number>
  /** Titles that stand in other sessions, by the entry they name. */
  readonly titles: ReadonlyMap<string, string>
  /** What is known about the strings of each entry, by path and by the byte at which it begins. Not of all. */
  readonly traces: ReadonlyMap<string, ReadonlyMap<number, Trace>>
}
