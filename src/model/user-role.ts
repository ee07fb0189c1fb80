import { asArray, asObject, asString, type JsonObject, type JsonValue } from '../format/json.ts'
import { isTagged, stripTags } from './facts/tags.ts'

/** What a `user` entry is to a reader: the steps of the decision list, in its order. */
export type UserRole =
  | 'tool-result'
  | 'compact-summary'
  | 'interruption'
  | 'injected'
  | 'command'
  | 'command-output'
  | 'shell-input'
  | 'shell-output'
  | 'task-notification'
  | 'teammate-message'
  | 'memory'
  /** Only context added by the client or the IDE, no words of the user. */
  | 'context'
  | 'plan-handover'
  | 'agent-prompt'
  | 'program-prompt'
  /** Set by the model itself some time before: a timer or a wake-up. */
  | 'scheduled-prompt'
  | 'prompt'

/** Older compactions continued in a new file without a flag; the text is all there is. */
const CONTINUED_TEXT = 'This session is being continued from a previous conversation'
export const PLAN_TEXT = 'Implement the following plan:'

/** Steps 5 to 10: the text itself says what it is. */
const OPENINGS: readonly (readonly [opening: string, role: UserRole])[] = [
  ['<command-name>', 'command'],
  ['<command-message>', 'command'],
  ['<local-command-stdout>', 'command-output'],
  ['<local-command-stderr>', 'command-output'],
  ['<bash-input>', 'shell-input'],
  ['<bash-stdout>', 'shell-output'],
  ['<bash-stderr>', 'shell-output'],
  ['<task-notification>', 'task-notification'],
  ['<agent-notification>', 'task-notification'],
  ['<teammate-message', 'teammate-message'],
  ['<agent-message', 'teammate-message'],
  ['<user-memory-input>', 'memory'],
]

/**
 * Decides what a `user` entry is (census section 8; first match wins). `text` is its string content or its text blocks
 * joined; `isAgent` says that it stands in a subagent's thread, where nothing is typed by a person.
 */
export function classifyUser(json: JsonObject, whole: string, isAgent: boolean): UserRole {
  const content = asObject(json.message)?.content
  const text = whole.trimStart()
  if (hasToolResult(content)) return 'tool-result'
  if (json.isCompactSummary === true || json.isVisibleInTranscriptOnly === true) return 'compact-summary'
  // What somebody typed is theirs, also where it begins like something of the client's.
  if (!isAgent && isTyped(json)) return 'prompt'
  if (text.startsWith('[Request interrupted by user')) return 'interruption'
  if (json.isMeta === true) return roleOfMeta(json)
  if (text.charCodeAt(0) === 0x3c) {
    for (const [opening, role] of OPENINGS) if (isTagged(text, opening)) return role
  }
  if (asString(asObject(json.origin)?.kind) === 'task-notification') return 'task-notification'
  if (text.startsWith(CONTINUED_TEXT)) return 'compact-summary'
  const words = stripContext(text)
  if (words === '' && !hasMedia(content)) return 'context'
  if (typeof json.planContent === 'string' || words.startsWith(PLAN_TEXT)) return 'plan-handover'
  if (isAgent) return 'agent-prompt'
  // Seen in 2.1.250: the terminal writes this one command as it was typed, before the lines that other releases write.
  if (/^\/compact(?:\s|$)/.test(words)) return 'command'
  return isProgram(json) ? 'program-prompt' : 'prompt'
}

/** Newer clients say so; commands and `!` lines bear no source. */
function isTyped(json: JsonObject): boolean {
  return json.turnOrigin === 'human' && (json.promptSource === 'typed' || json.promptSource === 'queued')
}

/** Not typed by the user, but two kinds of it set the model to work. */
function roleOfMeta(json: JsonObject): UserRole {
  const began = asString(json.turnOrigin)
  if (began === 'scheduled' || json.scheduledTaskId !== undefined) return 'scheduled-prompt'
  if (began === 'peer' || asString(asObject(json.origin)?.kind) === 'peer') return 'teammate-message'
  return 'injected'
}

/** Given by a program and not by a person, as far as the entry itself tells. */
export function isProgram(json: JsonObject): boolean {
  const began = asString(json.turnOrigin)
  if (began !== undefined) return began === 'sdk'
  // A person behind a front end of the SDK; forks rewrite `entrypoint`, and what was typed stays typed.
  if (asString(asObject(json.origin)?.kind) === 'human') return false
  if (json.promptSource === 'typed' || json.promptSource === 'queued') return false
  return json.promptSource === 'sdk' || (asString(json.entrypoint)?.startsWith('sdk') ?? false)
}

const CONTEXT_TAGS = [
  'ide_opened_file',
  'ide_selection',
  'system-reminder',
  'ide_diagnostics',
  'user-prompt-submit-hook',
]

/** The words of a prompt without the context blocks that the client puts before, between or after them. */
export function stripContext(text: string): string {
  if (!text.includes('<')) return text.trim()
  let rest = text
  for (const tag of CONTEXT_TAGS) rest = stripTags(rest, tag)
  return rest.trim()
}

/** A picture or document is a prompt also without words. */
function hasMedia(content: JsonValue | undefined): boolean {
  return (asArray(content) ?? []).some(block => {
    const type = asObject(block)?.type
    return type === 'image' || type === 'document'
  })
}

function hasToolResult(content: JsonValue | undefined): boolean {
  if (typeof content === 'string') return false
  const blocks = asArray(content)
  if (!blocks) return false
  for (const block of blocks) if (asObject(block)?.type === 'tool_result') return true
  return false
}
