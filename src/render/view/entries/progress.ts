import { asNumber, asObject, asString, type JsonObject } from '../../../format/json.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'
import { entryHookRows } from '../hooks.ts'
import { noticeRow } from '../notices.ts'
import type { Part } from '../part.ts'
import { type Presenter, placeOf, readJson, type Scene, sees } from '../scene.ts'

export const presentHookProgress: Presenter = function* (scene, entry) {
  if (scene.index.hooksByEntry.has(entry)) yield* entryHookRows(scene, entry)
  else yield* presentProgress(scene, entry)
}

/** Copies of an agent's entries: the agent itself is shown under its call. */
export const presentAgentProgress: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('progress')
  yield {
    ...placeOf(scene, entry),
    kind: 'notice',
    label: 'agent progress',
    text: 'copy of an agent entry',
    count: 1,
    parts: [],
  }
}

/** Output so far: repeated by the result, so it is opened only where there is none. */
export const presentBashProgress: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('progress')
  const json = readJson(scene, entry)
  const data = asObject(json?.data) ?? {}
  const lines = asNumber(data.totalLines)
  yield {
    ...placeOf(scene, entry),
    kind: 'notice',
    label: 'bash progress',
    text: lines === undefined ? '' : `${lines} ${lines === 1 ? 'line' : 'lines'} so far`,
    count: 1,
    parts: json && isLastTrace(scene, entry, json) ? lastOutput(data) : [],
  }
}

export const presentProgress: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('progress')
  const json = readJson(scene, entry)
  if (json) yield noticeRow(scene, entry, json)
}

function isLastTrace(scene: Scene, entry: ThreadEntry, json: JsonObject): boolean {
  const call = scene.thread.findToolCall(asString(json.parentToolUseID) ?? '')
  if (call?.result) return false
  const next = scene.thread.entries[entry.index + 1]
  return next?.kind !== entry.kind
}

function lastOutput(data: JsonObject): readonly Part[] {
  const text = asString(data.fullOutput) ?? asString(data.output) ?? ''
  return text === '' ? [] : [{ kind: 'output', stream: 'stdout', text }]
}
