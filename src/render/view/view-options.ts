import { decodeUtf8, viewBytes } from '../../format/bytes.ts'
import type { JsonObject } from '../../format/json.ts'
import type { Span } from '../../format/span.ts'
import type { Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { Request } from '../../model/usage/request.ts'
import type { Level } from '../level.ts'

export interface ViewOptions {
  readonly level: Level
  /** Only these turns of the main conversation, both included. */
  readonly turns?: TurnRange | undefined
  /** Agents with everything they did at level `all` (the default), one line each, or nothing but agents. */
  readonly agents?: AgentsMode | undefined
  readonly read: ReadEntry
  /** Text of an entry as it stands in the file: what cannot be read as JSON is shown from it. */
  readonly readText?: ((thread: Thread, entry: ThreadEntry) => string | undefined) | undefined
  /** Content of an output file that the client kept beside the transcript. */
  readonly readToolOutput?: ((path: string) => string | undefined) | undefined
  /** What a request costs in whole nano-dollars; undefined where nobody knows. Without it no row has a cost. */
  readonly costOf?: ((request: Request) => number | undefined) | undefined
  /** The client's own file is gone; the header says so. */
  readonly isKeptOnly?: boolean | undefined
}

export const AGENTS_MODES = ['nested', 'none', 'only'] as const
export type AgentsMode = (typeof AGENTS_MODES)[number]

export interface TurnRange {
  readonly from: number
  readonly to: number
}

/** Reads an entry again; for a copy inside a progress line, the inner object. Undefined: not an object, or gone. */
export type ReadEntry = (thread: Thread, entry: ThreadEntry) => JsonObject | undefined

/** A session that can be read again, wherever its files are. */
interface ReadableSession {
  readonly read: ReadEntry
  readBytes(thread: Thread, span: Span): Uint8Array
  readToolResult(path: string): string | undefined
}

/** How a view reads a loaded session. */
export function readersOf(loaded: ReadableSession): Pick<ViewOptions, 'read' | 'readText' | 'readToolOutput'> {
  return {
    read: loaded.read,
    readText: (thread, entry) => decodeUtf8(viewBytes(loaded.readBytes(thread, entry))),
    readToolOutput: loaded.readToolResult,
  }
}
