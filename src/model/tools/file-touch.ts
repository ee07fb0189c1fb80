import { asObject, asString } from '../../format/json.ts'
import { head } from '../../text/head.ts'
import { shareText } from '../../text/share-text.ts'
import type { FileTouch } from '../facts/facts.ts'
import type { ToolCall } from '../tool-call.ts'
import { createCallNotes } from './call-notes.ts'
import type { ToolOutcome } from './define.ts'
import { countPatch, NO_RANGES } from './read-patch.ts'

export const MAX_PATH = 4096

/** What the call asks for; it becomes a fact only when the result says it was done. */
interface Draft {
  readonly path: string
  readonly added: number
  readonly removed: number
}

const drafts = createCallNotes<Draft>()

export function draftTouch(call: ToolCall, path: unknown, added = 0, removed = 0): void {
  if (typeof path === 'string' && path !== '')
    drafts.put(call, { path: shareText(head(path, MAX_PATH)), added, removed })
}

/** Subagent files often lack the structured result: then the path and the counts come from the call. */
export function recordTouch({ call, structured, facts }: ToolOutcome, action: FileTouch['action']): void {
  const draft = drafts.take(call)
  if (call.status !== 'ok') return
  const result = asObject(structured)
  const path = asString(result?.filePath) ?? asString(asObject(result?.file)?.filePath) ?? draft?.path
  if (!path) return
  // The same text written again has no hunks, and neither has a new file.
  const isSame = typeof result?.content === 'string' && result.content === result.originalFile
  const counts = countPatch(result?.structuredPatch) ?? {
    added: isSame ? 0 : (draft?.added ?? 0),
    removed: isSame ? 0 : (draft?.removed ?? 0),
    hunks: 0,
    ranges: NO_RANGES,
  }
  facts.files.push({
    path: path === draft?.path ? draft.path : shareText(head(path, MAX_PATH)),
    action,
    call,
    ...counts,
    isUserModified: result?.userModified === true,
  })
}
