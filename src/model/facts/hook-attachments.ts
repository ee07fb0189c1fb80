import { asObject, asString, type JsonObject } from '../../format/json.ts'
import type { EntryKind } from '../../format/kinds/table.ts'
import { addHook, addHookError } from './add-hook.ts'
import type { Extractor } from './extractor.ts'
import type { HookRun } from './facts.ts'

const OUTCOMES: ReadonlyMap<EntryKind, HookRun['outcome']> = new Map<EntryKind, HookRun['outcome']>([
  ['attachment/hook_success', 'success'],
  ['attachment/hook_non_blocking_error', 'error'],
  ['attachment/hook_error_during_execution', 'error'],
  ['attachment/hook_blocking_error', 'blocked'],
  ['attachment/hook_stopped_continuation', 'blocked'],
  ['attachment/hook_cancelled', 'cancelled'],
  ['attachment/hook_additional_context', 'context'],
  ['attachment/hook_system_message', 'message'],
  ['attachment/hook_permission_decision', 'decision'],
  ['attachment/hook_deferred_tool', 'decision'],
])

/** Since 2.1.9x: how each hook ended and what it put into the context. */
export const hookAttachments: Extractor = {
  name: 'hook attachments',
  kinds: [...OUTCOMES.keys()],
  extract({ entry, json, facts }) {
    const hook = asObject(json.attachment)
    const outcome = OUTCOMES.get(entry.kind)
    if (!hook || !outcome) return
    const blocking = asObject(hook.blockingError)
    addHook(facts, entry, {
      event: hook.hookEvent,
      name: hook.hookName,
      command: hook.command ?? blocking?.command,
      toolUseId: hook.toolUseID,
      durationMs: hook.durationMs,
      outcome,
      injected: outcome === 'context' || outcome === 'success' ? hook.content : undefined,
    })
    if (outcome === 'error' || outcome === 'blocked') addHookError(facts, entry, errorText(hook, blocking))
  },
}

function errorText(hook: JsonObject, blocking: JsonObject | undefined): string | undefined {
  const texts = [blocking?.blockingError, hook.blockingError, hook.stderr, hook.message, hook.content, hook.stdout]
  return texts.map(asString).find(text => text?.trim())
}
