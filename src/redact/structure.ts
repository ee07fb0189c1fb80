/**
 * What carries the structure of a transcript: names of its fields, ids that tie lines together, times, words that say
 * what a line is, and the client's own marks in texts. Nothing of it tells a secret and nothing of it is replaced, so
 * that a session has the same turns, calls, agents and usage whatever is taken out of its texts.
 */
import { FORMAT_FIELDS, FORMAT_VALUES } from './format-words.ts'
import type { Range } from './placeholder.ts'

export type FieldKind = 'id' | 'word' | 'time' | 'model'

const FIELD_KINDS: ReadonlyMap<string, FieldKind> = new Map([
  ...kindOf(
    'id',
    `uuid parentUuid logicalParentUuid sidechainParentUuid leafUuid rewindToUuid messageUuid anchorUuid headUuid tailUuid
     uuids allUuids source_uuid sourceToolAssistantUUID refusedUserMessageUuid retractedMessageUuids supersedesUuids
     clearedAttachmentUUIDs sessionId session_id forkedSessionId bridgeSessionId promptId agentId agent_id resumedAgentId
     messageId snapshotMessageId interruptedMessageId upToMessageId id tool_use_id toolUseID toolUseId parentToolUseID
     sourceToolUseID compactedToolIds taskId task_id backgroundTaskId shellId shell_id bash_id runId resumeFromRunId
     resume requestRef requestSessionId refusedMessageId scheduledTaskId scheduledFireId senderTaskId commandUuid
     deliveryId delivery_id`,
  ),
  ...kindOf(
    'word',
    `type subtype role operation status stop_reason name kind entrypoint promptSource userType mode permissionMode
     trigger hookEvent level decision action toolName tool_name subagent_type agentType agent_type commandMode isolation
     cell_type edit_mode output_mode toolDenialKind task_type taskType sessionKind retrieval_status
     turnOrigin wakeupSource renderedRole madeBy source reason reasonType grantScope`,
  ),
  ...kindOf('time', 'timestamp backupTime sentAt scheduledFor'),
  ...kindOf('model', 'model fallbackModel originalModel resolvedModel advisorModel requestedModel modelId'),
])

function kindOf(kind: FieldKind, names: string): readonly (readonly [string, FieldKind])[] {
  return names.split(/\s+/).map(name => [name, kind] as const)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Ids of the API, of agents and tasks: `toolu_…`, `msg_…`, eight or more hexadecimal digits. */
const ID =
  /^(?:(?:toolu|srvtoolu|mcptoolu|msg|call|task|agent)_[A-Za-z0-9]{8,64}|(?:a[a-z_]{2,20}-)?[a-z]?[0-9a-f]{6,40})$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/
const MODEL = /^(?:claude-(?:[a-z]{1,12}|\d{1,8}|\d\.\d)(?:-(?:[a-z]{1,12}|\d{1,8}|\d\.\d)){0,6}|<synthetic>)$/

/** A value that stays as it is: one of the format's own words, a plain id or a time, in a field that is there for it. */
export function isStructure(field: string, text: string): boolean {
  const kind = FIELD_KINDS.get(field)
  if (kind === undefined) return false
  if (kind === 'word') return FORMAT_VALUES.has(text)
  if (kind === 'id') return isPlainId(text)
  return kind === 'time' ? TIME.test(text) : MODEL.test(text)
}

/** Ids are compared with each other, so what is replaced in one must not make it equal to another. */
export function isIdField(field: string): boolean {
  return FIELD_KINDS.get(field) === 'id'
}

export function isPlainId(text: string): boolean {
  return text.length <= 80 && (UUID.test(text) || ID.test(text))
}

/** Whether a name would be taken for a word of the format itself. */
export function isFormatName(name: string): boolean {
  lowerNames ??= new Set([...FORMAT_FIELDS, ...FORMAT_VALUES].map(word => word.toLowerCase()))
  return lowerNames.has(name.toLowerCase())
}

let lowerNames: ReadonlySet<string> | undefined

/** The client's own marks: where one is cut, a command, an interruption or an agent is no longer known as such. */
const MARKS = new RegExp(
  [
    '</?(?:command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)',
    '|(?:bash|task|agent)-notification|agent-message|(?:task|agent)-id|status|teammate-message|user-memory-input|system-reminder',
    '|persisted-output|tool_use_error|ide_(?:opened_file|selection|diagnostics)|user-prompt-submit-hook)(?![\\w-])>?',
    '|<(?:task|agent)-id>[a-z]?[0-9a-f]{6,40}(?=<)|<status>[a-z_]{1,20}(?=<)',
    '|\\[Request interrupted by user(?: for tool use)?\\]?',
    '|This session is being continued from a previous conversation|Implement the following plan:',
    '|Another Claude session sent a message:',
    "|The user doesn't want to (?:take this action right now|proceed with this tool use)",
    '|User rejected tool use|User chose to stay in plan mode|Permission prompt was aborted|Sibling tool call errored',
    '|Cancelled: parallel tool call|This command requires approval|Claude requested permissions to',
    '|This Bash command contains multiple operations\\. The following part|Permission for this action',
    '|Permission to use |PreToolUse:|Execution stopped by PreToolUse hook| was blocked\\. For security, Claude Code',
    '|the user said:\\n|The user provided the following reason for the rejection:',
    '|The user wants to clarify these questions|Async agent launched|Fork started|Spawned successfully',
    '|Exit code \\d{1,5}(?!\\d)|(?:agentId|agent_id): [a-z]?[0-9a-f]{6,40}(?![\\w@.-])|User has approved your plan',
    '|plan has been saved to: |(?<![\\s\\S])(?:Warmup|\\(no content\\))(?![\\s\\S])|(?<![\\s\\S])/compact(?!\\S)',
    '|(?<![\\s\\S])\\{"task_id":"|"task_type":"',
  ].join(''),
  'g',
)

export function markRanges(text: string): readonly Range[] {
  const ranges: Range[] = []
  for (const match of text.matchAll(MARKS)) ranges.push({ start: match.index, end: match.index + match[0].length })
  return ranges
}

/** Longer than any mark. */
const MARK_REACH = 120

/** The marks that one of these places could lie in: a text may be long and hold little that was found. */
export function markRangesNear(text: string, places: readonly Range[]): readonly Range[] {
  const reach = places.reduce((sum, { start, end }) => sum + end - start + 2 * MARK_REACH, 0)
  if (reach > text.length) return markRanges(text)
  return places.flatMap(({ start, end }) => {
    const from = Math.max(0, start - MARK_REACH)
    return markRanges(text.slice(from, end + MARK_REACH)).map(range => ({
      start: range.start + from,
      end: range.end + from,
    }))
  })
}

const TOKEN_CHARACTER = /[\w:.+-]/
const MAX_TOKEN = 80

/** Whether a part of a text that is about to be written belongs to an id, a time or a word of the format. */
export function isInStructure(text: string, start: number, end: number): boolean {
  let from = start
  let to = end
  while (from > 0 && start - from < MAX_TOKEN && TOKEN_CHARACTER.test(text[from - 1] as string)) from--
  while (to < text.length && to - end < MAX_TOKEN && TOKEN_CHARACTER.test(text[to] as string)) to++
  const token = text.slice(from, to)
  if (token.length > MAX_TOKEN) return false
  return (
    FORMAT_FIELDS.has(token) || FORMAT_VALUES.has(token) || isPlainId(token) || TIME.test(token) || MODEL.test(token)
  )
}
