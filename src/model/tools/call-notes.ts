import type { ToolCall } from '../tool-call.ts'

/** What a tool remembers of a call between its use and its result: the input itself is not kept. */
export interface CallNotes<Note> {
  put(call: ToolCall, note: Note): void
  /** The note, once: a result ends the call. */
  take(call: ToolCall): Note | undefined
}

/**
 * The note hangs on the call under a symbol of its own, so it lives no longer than the call and no JSON shows it.
 * A WeakMap does the same, but keeping it took 2 % of the time of building a session.
 */
export function createCallNotes<Note>(): CallNotes<Note> {
  const key = Symbol('note')
  type Noted = ToolCall & { [key]?: Note | undefined }
  return {
    put(call: Noted, note) {
      call[key] = note
    },
    take(call: Noted) {
      const note = call[key]
      if (note !== undefined) call[key] = undefined
      return note
    },
  }
}
