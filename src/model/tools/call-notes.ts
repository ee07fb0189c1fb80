import type { ToolCall } from '../tool-call.ts'

/** What a tool remembers of a call between its use and its result: the input itself is not kept. */
export interface CallNotes<Note> {
  put(call: ToolCall, note: Note): void
  /** The note, once: a result ends the call. */
  take(call: ToolCall): Note | undefined
}

/** A call has one tool, and a tool one note: one place on the call is enough. */
const NOTE = Symbol('note')

type Noted = ToolCall & { [NOTE]?: unknown }

/**
 * The note hangs on the call under a symbol, so it lives no longer than the call and no JSON shows it. A WeakMap does the
 * same, but keeping it took 2 % of the time of building a session.
 */
export function createCallNotes<Note>(): CallNotes<Note> {
  return {
    put: setNote,
    take(call) {
      const note = noteOf(call)
      if (note !== undefined) setNote(call, undefined)
      return note as Note | undefined
    },
  }
}

/** For whoever saves a call: symbols are not seen by others. */
export function noteOf(call: Noted): unknown {
  return call[NOTE]
}

export function setNote(call: Noted, note: unknown): void {
  call[NOTE] = note
}
