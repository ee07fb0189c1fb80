import type { JsonObject } from '../../format/json.ts'
import type { EntryKind } from '../../format/kinds/table.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { toJsonText } from './content.ts'
import { presentAssistant } from './entries/assistant.ts'
import { presentAttachment, presentHook, presentInstructions, presentQueuedCommand } from './entries/attachment.ts'
import {
  presentBookkeeping,
  presentComment,
  presentNothing,
  presentNotice,
  presentPullRequest,
  presentUnknown,
  presentUnreadable,
} from './entries/other.ts'
import { presentAgentProgress, presentBashProgress, presentHookProgress, presentProgress } from './entries/progress.ts'
import { presentQueueOperation } from './entries/queue.ts'
import {
  presentApiError,
  presentCompactBoundary,
  presentLocalCommand,
  presentMicrocompact,
  presentPlainNotice,
  presentStopHooks,
} from './entries/system.ts'
import { presentUser } from './entries/user.ts'
import { labelOf, noticeRow } from './notices.ts'
import type { Row } from './row.ts'
import { type Presenter, placeOf, readJson, type Scene, sees } from './scene.ts'

/** Kinds with a way of their own to be shown; the rest go by their family. */
const BY_KIND: Partial<{ readonly [Kind in EntryKind]: Presenter }> = {
  user: presentUser,
  assistant: presentAssistant,
  system: presentPlainNotice,
  'system/compact_boundary': presentCompactBoundary,
  'system/microcompact_boundary': presentMicrocompact,
  'system/local_command': presentLocalCommand,
  'system/stop_hook_summary': presentStopHooks,
  'system/api_error': presentApiError,
  'system/away_summary': presentNotice,
  'system/informational': presentNotice,
  'system/api_refusal': presentNotice,
  'system/model_refusal_fallback': presentNotice,
  'system/scheduled_task_fire': presentNotice,
  'system/error': presentApiError,
  'system/unknown': presentUnknown,
  'progress/hook_progress': presentHookProgress,
  'progress/agent_progress': presentAgentProgress,
  'progress/bash_progress': presentBashProgress,
  'progress/unknown': presentUnknown,
  'attachment/queued_command': presentQueuedCommand,
  'attachment/instructions': presentInstructions,
  'attachment/unknown': presentUnknown,
  'queue-operation': presentQueueOperation,
  'pr-link': presentPullRequest,
  blank: presentNothing,
  comment: presentComment,
  unreadable: presentUnreadable,
  unknown: presentUnknown,
}

const BY_FAMILY: readonly (readonly [prefix: string, presenter: Presenter])[] = [
  ['attachment/hook_', presentHook],
  ['attachment/', presentAttachment],
  ['progress/', presentProgress],
]

/** Rows of one entry at the level of the view. */
export function* presentEntry(scene: Scene, entry: ThreadEntry): Iterable<Row> {
  scene.view.atEntry?.(scene.thread, entry)
  if (entry.isRepeat) return yield* repeatRows(scene, entry)
  yield* presenterOf(entry.kind)(scene, entry)
}

function presenterOf(kind: EntryKind): Presenter {
  return BY_KIND[kind] ?? BY_FAMILY.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? presentBookkeeping
}

/** The client wrote an entry again; it is shown where it stood first, unless it says something else now. */
function* repeatRows(scene: Scene, entry: ThreadEntry): Iterable<Row> {
  if (!sees(scene, 'all')) return
  const first = scene.thread.findEntry(entry.uuid ?? '')
  const json = readJson(scene, entry)
  const firstJson = first && readJson(scene, first)
  if (json && firstJson && !saysSame(json, firstJson)) {
    return yield { ...noticeRow(scene, entry, json, 'all'), label: `${labelOf(entry.kind)} again` }
  }
  scene.view.losses.repeat('again')
  yield { ...placeOf(scene, entry, 'all'), kind: 'repeat', count: 1 }
}

function saysSame(json: JsonObject, first: JsonObject): boolean {
  return PAYLOADS.every(name => toJsonText(json[name]) === toJsonText(first[name]))
}

const PAYLOADS = ['type', 'subtype', 'message', 'attachment', 'data', 'content', 'toolUseResult', 'error']
