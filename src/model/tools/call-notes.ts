import type { ToolCall } from '../tool-call.ts'

/** What a tool remembers of a call between its use and its result: the input itself is not kept. */
export interface CallNotes<Note> {
  put(call: ToolCall, note: Note): void
  /** The note, once: a result ends the call. */
  take(call: ToolCall): Note | undefined
}

/** Keyed by the call object, so a note lives no longer than its call and needs no search. */
export function createCallNotes<Note>(): CallNotes<Note> {
  const notes = new WeakMap<ToolCall, Note>()
  return {
    put: (call, note) => notes.set(call, note),
    take(call) {
      const note = notes.get(call)
      notes.delete(call)
      return note
    },
  }
}
