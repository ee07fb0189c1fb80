import { asString, type JsonValue } from '../../format/json.ts'
import { pollBackgroundTask } from '../facts/background-tasks.ts'
import { ownHead } from '../facts/own-head.ts'
import { findTag } from '../facts/tags.ts'
import type { ToolCall } from '../tool-call.ts'
import { createCallNotes } from './call-notes.ts'
import type { ToolOutcome } from './define.ts'

const ids = createCallNotes<string>()

/** Remembers which background task a call asks about. */
export function notePoll(call: ToolCall, id: JsonValue | undefined): void {
  if (typeof id === 'string' && id !== '') ids.put(call, ownHead(id, 200))
}

/** Joins the call to its task; without a structured result the status stands in a tag near the start of the text. */
export function recordPoll({ call, text, facts }: ToolOutcome, status: JsonValue | undefined): void {
  const id = ids.take(call)
  if (id === undefined) return
  const told = call.status === 'ok' ? (asString(status) ?? findTag(text.slice(0, 2000), 'status')?.inner) : undefined
  pollBackgroundTask(facts, id, call, told?.trim())
}
