import { asObject, asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import type { HookRun } from '../../model/facts/facts.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { head } from '../../text/head.ts'
import { givenParts } from './given.ts'
import { firstLine } from './markup.ts'
import { type OutputPart, type Part, type TextPart, textPart } from './part.ts'
import { omit, RECORD_KEYS, restParts } from './rest.ts'
import type { HookRow, Row, RowPlace } from './row.ts'
import { placeOf, readJson, type Scene, sees } from './scene.ts'
import { Shown } from './shown.ts'

/** Hooks noted by an entry. Those of a tool call are drawn under the call, not here. */
export function* entryHookRows(scene: Scene, entry: ThreadEntry): Iterable<Row> {
  for (const hook of scene.index.hooksByEntry.get(entry) ?? []) {
    const call = hook.toolUseId ? scene.thread.findToolCall(hook.toolUseId) : undefined
    if (call?.use && !scene.view.isLive && sees(scene, 'tools')) continue
    yield* hookRows(scene, hook, false)
  }
}

export function* callHookRows(scene: Scene, call: ToolCall): Iterable<Row> {
  for (const hook of scene.index.hooksByCall.get(call) ?? []) yield* hookRows(scene, hook, true)
}

/** One count of the hooks that ran without anything to tell. */
export function* quietHookRows(scene: Scene): Iterable<Row> {
  if (scene.quietHooks.size === 0) return
  const counts = [...scene.quietHooks]
  scene.quietHooks.clear()
  yield { ...placeOf(scene, undefined, 'tools'), kind: 'hook-count', counts }
}

function* hookRows(scene: Scene, hook: HookRun, isOnTool: boolean): Iterable<Row> {
  if (!sees(scene, 'tools')) return scene.view.losses.add('hook')
  if (!sees(scene, 'all') && isSilent(hook)) return countQuietly(scene, hook)
  const json = readJson(scene, hook.entry) ?? {}
  const isCounted = isQuiet(scene, hook, payloadOf(json))
  if (!sees(scene, 'all') && isCounted) return countQuietly(scene, hook)
  yield { ...hookRow(scene, hook, json, isOnTool), ...placeOf(scene, hook.entry, isCounted ? 'all' : 'tools') }
}

function payloadOf(json: JsonObject): JsonObject {
  return asObject(json.attachment) ?? asObject(json.data) ?? json
}

/** Below level `all` only counted. Where the whole scene is folded there, nothing of it was said. */
function isQuiet(scene: Scene, hook: HookRun, payload: JsonObject): boolean {
  return scene.floor === 'all' || isSilent(hook) || wasSaid(scene, hook, payload)
}

function isSilent(hook: HookRun): boolean {
  return (hook.outcome === 'success' || hook.outcome === 'started') && hook.injectedChars === 0
}

const MAX_REMEMBERED = 1000

/** A hook that says the same each time is worth one line. Failures always are. */
function wasSaid(scene: Scene, hook: HookRun, payload: JsonObject): boolean {
  if (hook.outcome === 'error' || hook.outcome === 'blocked') return false
  const { hookTexts } = scene.view
  const event = (hook.name ?? hook.event).split(':', 1)[0] ?? ''
  const key = head(`${event} ${lineOf(payload)}`, 300)
  if (hookTexts.has(key)) return true
  if (hookTexts.size < MAX_REMEMBERED) hookTexts.add(key)
  return false
}

function countQuietly(scene: Scene, hook: HookRun): void {
  const name = hook.name ?? hook.event
  scene.quietHooks.set(name, (scene.quietHooks.get(name) ?? 0) + 1)
}

function hookRow(scene: Scene, hook: HookRun, json: JsonObject, isOnTool: boolean): Omit<HookRow, keyof RowPlace> {
  const payload = payloadOf(json)
  const isOpen = sees(scene, 'all')
  const command = commandOf(hook, payload)
  const isLast = scene.index.hooksByEntry.get(hook.entry)?.at(-1) === hook
  return {
    kind: 'hook',
    name: hook.name ?? hook.event,
    command,
    outcome: hook.outcome,
    durationMs: hook.durationMs,
    text: lineOf(payload),
    isOnTool,
    isOpen,
    // One entry may sum up several hooks; each has its own row, and the last one all the rest.
    parts: isOpen && isLast ? hookParts(scene, hook, json, command) : [],
  }
}

/** The model keeps the beginning of a command; the entry has the whole. */
function commandOf(hook: HookRun, payload: JsonObject): string {
  const whole = asString(payload.command) ?? asString(asObject(payload.blockingError)?.command) ?? ''
  return whole === '' ? (hook.command ?? '') : whole
}

/** A verdict comes before the words about it. */
function lineOf(payload: JsonObject): string {
  const verdict = asString(payload.decision) ?? ''
  const words = firstLine(saidBy(payload)[0] ?? printedBy(payload))
  return verdict === '' || words === '' ? verdict || words : `${verdict}: ${words}`
}

/** What the hook said, wherever its kind of entry keeps it, what matters most first. */
function saidBy(payload: JsonObject): readonly string[] {
  const { blockingError, content, message, stopReason, hookErrors } = payload
  const found = [asObject(blockingError)?.blockingError ?? blockingError, content, message, stopReason, hookErrors]
  return found.map(textOf).filter(text => text.trim() !== '')
}

function textOf(value: JsonValue | undefined): string {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string').join('\n') : (asString(value) ?? '')
}

function printedBy(payload: JsonObject): string {
  const stderr = asString(payload.stderr) ?? ''
  return stderr.trim() === '' ? (asString(payload.stdout) ?? '') : stderr
}

const DRAWN = ['type', 'hookEvent', 'durationMs', 'toolUseID']

function hookParts(scene: Scene, hook: HookRun, json: JsonObject, command: string): readonly Part[] {
  const payload = payloadOf(json)
  const shown = new Shown()
  const line = [hook.name ?? hook.event, command, asString(payload.decision) ?? '', lineOf(payload)]
  for (const text of [...line, firstLine(saidBy(payload)[0] ?? printedBy(payload))]) shown.add(text)
  for (const other of scene.index.hooksByEntry.get(hook.entry) ?? []) shown.add(other.command ?? '')
  const parts: Part[] = []
  const add = (part: TextPart | OutputPart): void => {
    if (shown.has(part.text)) return
    parts.push(part)
    shown.add(part.text)
  }
  for (const text of saidBy(payload)) add(textPart(text))
  for (const stream of ['stdout', 'stderr'] as const)
    add({ kind: 'output', stream, text: asString(payload[stream]) ?? '' })
  parts.push(...restParts(omit(payload, RECORD_KEYS), shown, [...DRAWN, 'stdout', 'stderr']))
  return [...parts, ...givenParts(json, shown)]
}
