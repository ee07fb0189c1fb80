import { asArray, asNumber, asString, type JsonValue } from '../../format/json.ts'
import { head } from '../../text/head.ts'
import { shareText } from '../../text/share-text.ts'
import type { ThreadEntry } from '../thread-entry.ts'
import type { Facts, HookRun } from './facts.ts'
import { ownHead } from './own-head.ts'

/** Values as recorded: anything may be missing or of another type. */
interface HookFields {
  readonly event: JsonValue | undefined
  readonly name?: JsonValue | undefined
  readonly command?: JsonValue | undefined
  readonly toolUseId?: JsonValue | undefined
  readonly durationMs?: JsonValue | undefined
  readonly outcome: HookRun['outcome']
  /** Text or texts it put into the model's context. */
  readonly injected?: JsonValue | undefined
}

export function addHook(facts: Facts, entry: ThreadEntry, fields: HookFields): void {
  const name = shortText(fields.name)
  facts.hooks.push({
    event: shortText(fields.event) ?? name?.split(':', 1)[0] ?? '',
    name,
    command: shortText(fields.command),
    toolUseId: ownText(fields.toolUseId),
    outcome: fields.outcome,
    durationMs: asNumber(fields.durationMs),
    injectedChars: countChars(fields.injected),
    entry,
  })
}

/** A hook that failed is an error met as well. */
export function addHookError(facts: Facts, entry: ThreadEntry, message: JsonValue | undefined): void {
  const text = asString(message)?.trim()
  if (text) facts.errors.push({ message: ownHead(text, 500), source: 'hook', entry, call: undefined })
}

function countChars(value: JsonValue | undefined): number {
  if (typeof value === 'string') return value.length
  let chars = 0
  for (const item of asArray(value) ?? []) if (typeof item === 'string') chars += item.length
  return chars
}

/** For what comes back on line after line. */
function shortText(value: JsonValue | undefined): string | undefined {
  const text = ownText(value)
  return text === undefined ? undefined : shareText(text)
}

function ownText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? head(value, 500) : undefined
}
