import type { JsonObject, JsonValue } from '../json.ts'
import { agentColor } from './agent-color.ts'
import { agentName } from './agent-name.ts'
import { agentSetting } from './agent-setting.ts'
import { aiTitle } from './ai-title.ts'
import { apiRequest } from './api-request.ts'
import { apiRequestBlob } from './api-request-blob.ts'
import { apiRequestShape } from './api-request-shape.ts'
import { assistant } from './assistant.ts'
import { atisLatch } from './atis-latch.ts'
import { attachmentKinds } from './attachment.ts'
import { bridgeSession } from './bridge-session.ts'
import { contentReplacement } from './content-replacement.ts'
import { costState } from './cost-state.ts'
import { customTitle } from './custom-title.ts'
import type { KindDefinition } from './define.ts'
import { fileHistoryDelta } from './file-history-delta.ts'
import { fileHistorySnapshot } from './file-history-snapshot.ts'
import { forkContextRef } from './fork-context-ref.ts'
import { frameLink } from './frame-link.ts'
import { lastPrompt } from './last-prompt.ts'
import { modeKind } from './mode.ts'
import { permissionMode } from './permission-mode.ts'
import { prLink } from './pr-link.ts'
import { progressKinds } from './progress.ts'
import { queueOperation } from './queue-operation.ts'
import { relocated } from './relocated.ts'
import { journalResult } from './result.ts'
import { rewindPointer } from './rewind-pointer.ts'
import { journalStarted } from './started.ts'
import { summary } from './summary.ts'
import { systemKinds } from './system.ts'
import { tag } from './tag.ts'
import { toolsUsed } from './tools-used.ts'
import { user } from './user.ts'
import { worktreeState } from './worktree-state.ts'

/** Every kind of line we know. A new kind is a definition and a row here. */
export const KINDS = [
  user,
  assistant,
  ...systemKinds,
  ...progressKinds,
  ...attachmentKinds,
  summary,
  customTitle,
  aiTitle,
  agentName,
  agentColor,
  agentSetting,
  tag,
  lastPrompt,
  modeKind,
  permissionMode,
  prLink,
  queueOperation,
  fileHistorySnapshot,
  fileHistoryDelta,
  worktreeState,
  relocated,
  frameLink,
  bridgeSession,
  atisLatch,
  toolsUsed,
  forkContextRef,
  contentReplacement,
  costState,
  rewindPointer,
  journalStarted,
  journalResult,
  apiRequest,
  apiRequestShape,
  apiRequestBlob,
] as const

/** A kind that has a definition. */
export type KnownKind = (typeof KINDS)[number]['kind']

/** Lines that are no JSON object we know; entries like all others, not failures. */
export type OtherKind =
  | 'blank'
  | 'comment'
  | 'unreadable'
  | 'unknown'
  | 'system/unknown'
  | 'progress/unknown'
  | 'attachment/unknown'

export type EntryKind = KnownKind | OtherKind

const DEFINITIONS = new Map<string, KindDefinition>(KINDS.map(definition => [definition.kind, definition]))
const PLAIN = familyOf('')
const SYSTEM = familyOf('system/')
const PROGRESS = familyOf('progress/')
const ATTACHMENT = familyOf('attachment/')

/** The only place that looks at a line's `type`. Runs for each line: Map lookups, nothing is built. */
export function kindOf(json: JsonObject): EntryKind {
  const { type } = json
  if (typeof type !== 'string') return 'unknown'
  switch (type) {
    case 'user':
    case 'assistant':
      return type
    case 'progress':
      return findIn(PROGRESS, typeIn(json.data)) ?? 'progress/unknown'
    case 'system':
      if (json.subtype === undefined || json.subtype === null) return 'system'
      return findIn(SYSTEM, json.subtype) ?? 'system/unknown'
    case 'attachment':
      return findIn(ATTACHMENT, typeIn(json.attachment)) ?? 'attachment/unknown'
    case 'started':
    case 'result':
      return typeof json.key === 'string' ? type : 'unknown'
    default:
      return PLAIN.get(type) ?? 'unknown'
  }
}

/** What we know of a kind; undefined for the kinds that stand for "not known". */
export function findKind(kind: string): KindDefinition | undefined {
  return DEFINITIONS.get(kind)
}

/** The kinds below a prefix, by the part behind it. */
function familyOf(prefix: string): ReadonlyMap<string, KnownKind> {
  const family = new Map<string, KnownKind>()
  for (const { kind } of KINDS) {
    const name = kind.slice(prefix.length)
    if (kind.startsWith(prefix) && !name.includes('/')) family.set(name, kind)
  }
  return family
}

function typeIn(payload: JsonValue | undefined): JsonValue | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined
  return (payload as JsonObject).type
}

function findIn(family: ReadonlyMap<string, KnownKind>, name: JsonValue | undefined): KnownKind | undefined {
  return typeof name === 'string' ? family.get(name) : undefined
}
