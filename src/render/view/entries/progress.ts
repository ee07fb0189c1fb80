import { asNumber, asObject, asString, type JsonObject } from '../../../format/json.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'
import { entryHookRows } from '../hooks.ts'
import { noticeRow } from '../notices.ts'
import { openCall } from '../open-call.ts'
import type { OutputPart } from '../part.ts'
import { type Presenter, placeOf, readJson, type Scene, sees } from '../scene.ts'
import { Shown } from '../shown.ts'

export const presentHookProgress: Presenter = function* (scene, entry) {
  if (scene.index.hooksByEntry.has(entry)) yield* entryHookRows(scene, entry)
  else yield* presentProgress(scene, entry)
}

/** Copies of an agent's entries: the agent itself is shown under its call. */
export const presentAgentProgress: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('progress')
  const json = readJson(scene, entry)
  if (json && !isCopy(scene, json)) return yield noticeRow(scene, entry, json, 'all')
  scene.view.losses.repeat('agent-copy')
  yield {
    ...placeOf(scene, entry, 'all'),
    kind: 'notice',
    label: 'agent progress',
    text: 'copy of an agent entry',
    count: 1,
    parts: [],
  }
}

/** Output so far: opened only where neither the result nor the next report repeats it. */
export const presentBashProgress: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('progress')
  const json = readJson(scene, entry)
  const data = asObject(json?.data) ?? {}
  const lines = asNumber(data.totalLines)
  yield {
    ...placeOf(scene, entry, 'all'),
    kind: 'notice',
    label: 'bash progress',
    text: lines === undefined ? '' : `${lines} ${lines === 1 ? 'line' : 'lines'} so far`,
    count: 1,
    parts: json && !isRepeated(scene, entry, json) ? outputOf(data) : [],
  }
}

export const presentProgress: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('progress')
  const json = readJson(scene, entry)
  if (json) yield noticeRow(scene, entry, json, 'all')
}

function isCopy(scene: Scene, json: JsonObject): boolean {
  const data = asObject(json.data)
  const agent = scene.view.session.agents.find(candidate => candidate.id === data?.agentId)
  return agent?.thread.findEntry(asString(asObject(data?.message)?.uuid) ?? '') !== undefined
}

function isRepeated(scene: Scene, entry: ThreadEntry, json: JsonObject): boolean {
  const id = asString(json.parentToolUseID) ?? ''
  const shown = new Shown()
  for (const part of outputOf(asObject(nextReport(scene, entry, id)?.data) ?? {})) shown.addValue(part)
  const output = outputOf(asObject(json.data) ?? {})
  const isIn = (): boolean => output.every(part => shown.holds(part.text))
  if (!isIn()) {
    const call = scene.thread.findToolCall(id)
    if (call?.result) shown.addValue(openCall(scene, call, {}))
    if (!isIn()) return false
  }
  scene.view.losses.repeat('progress', output.length)
  return true
}

/** Reports of other calls may stand between. */
const LOOK_AHEAD = 20

function nextReport(scene: Scene, entry: ThreadEntry, id: string): JsonObject | undefined {
  for (const next of scene.thread.entries.slice(entry.index + 1, entry.index + 1 + LOOK_AHEAD)) {
    if (next.kind !== entry.kind) continue
    const json = readJson(scene, next)
    if (json?.parentToolUseID === id) return json
  }
  return undefined
}

function outputOf(data: JsonObject): readonly OutputPart[] {
  const text = asString(data.fullOutput) ?? asString(data.output) ?? ''
  return text === '' ? [] : [{ kind: 'output', stream: 'stdout', text }]
}
