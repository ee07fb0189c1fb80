import { asNumber, asObject, asString, type JsonObject } from '../../../format/json.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'
import { compactionRow } from '../compaction.ts'
import { entryHookRows } from '../hooks.ts'
import { noticeRow } from '../notices.ts'
import type { Row } from '../row.ts'
import { type Presenter, placeOf, readJson, type Scene, sees } from '../scene.ts'
import { withRest } from '../with-rest.ts'
import { presentNotice } from './other.ts'
import { commandOutputRows, commandRow } from './user.ts'

export const presentCompactBoundary: Presenter = function* (scene, entry) {
  if (!sees(scene, 'tools')) return scene.view.losses.add('compaction')
  const segment = scene.index.segmentsByEntry.get(entry)?.[0]
  const json = sees(scene, 'all') ? readJson(scene, entry) : undefined
  yield* withRest(scene, entry, json ?? {}, segment ? [compactionRow(scene, entry, segment)] : [])
}

export const presentMicrocompact: Presenter = function* (scene, entry) {
  if (!sees(scene, 'tools')) return scene.view.losses.add('compaction')
  const json = readJson(scene, entry)
  const metadata = asObject(json?.microcompactMetadata) ?? {}
  const preTokens = asNumber(metadata.preTokens)
  const saved = asNumber(metadata.tokensSaved)
  const row = {
    ...placeOf(scene, entry, 'tools'),
    kind: 'compaction',
    scope: 'micro',
    trigger: asString(metadata.trigger) ?? '',
    preTokens,
    postTokens: preTokens !== undefined && saved !== undefined ? preTokens - saved : undefined,
    parts: [],
  } as const
  yield* withRest(scene, entry, json ?? {}, [row])
}

/** A built-in command typed by the user, or what it printed. */
export const presentLocalCommand: Presenter = function* (scene, entry) {
  const json = readJson(scene, entry)
  const text = asString(json?.content) ?? ''
  if (!json) return
  if (text.includes('<command-name>')) return yield* withRest(scene, entry, json, [commandRow(scene, entry, text)])
  if (!sees(scene, 'tools')) return scene.view.losses.add('output')
  if (text.includes('<local-command-std')) yield* withRest(scene, entry, json, commandOutputRows(scene, entry, text))
  else yield noticeRow(scene, entry, json, 'tools')
}

export const presentStopHooks: Presenter = function* (scene, entry) {
  if (scene.index.hooksByEntry.has(entry)) yield* entryHookRows(scene, entry)
  else if (sees(scene, 'all')) yield* noticeAt(scene, entry)
  else scene.view.losses.add('hook')
}

/** Until 1.0.56 hooks were told of in notices. */
export const presentPlainNotice: Presenter = function* (scene, entry) {
  if (scene.index.hooksByEntry.has(entry)) yield* entryHookRows(scene, entry)
  else yield* presentNotice(scene, entry)
}

export const presentApiError: Presenter = function* (scene, entry) {
  if (!sees(scene, 'tools')) return scene.view.losses.add('error')
  const json = readJson(scene, entry)
  if (!json) return
  const row = {
    ...placeOf(scene, entry, 'tools'),
    kind: 'error',
    source: entry.kind === 'system/api_error' ? 'api' : 'client',
    message: apiErrorMessage(json),
    isRetried: entry.kind === 'system/api_error',
    count: 1,
    parts: [],
  } as const
  yield* withRest(scene, entry, json, [row])
}

function* noticeAt(scene: Scene, entry: ThreadEntry): Iterable<Row> {
  const json = readJson(scene, entry)
  if (json) yield noticeRow(scene, entry, json, 'all')
}

/** Status and words, from whichever of the three shapes the release wrote. */
function apiErrorMessage(json: JsonObject): string {
  const error = asObject(json.error) ?? {}
  const outer = asObject(error.error) ?? {}
  const inner = asObject(outer.error) ?? {}
  const cause = asObject(error.cause) ?? asObject(json.cause) ?? {}
  const words =
    asString(inner.message) ??
    asString(outer.message) ??
    asString(error.formatted) ??
    asString(error.message) ??
    asString(cause.code) ??
    asString(json.content) ??
    asString(json.error) ??
    ''
  const status = asNumber(error.status)
  return status === undefined ? words : `${status} ${words}`.trim()
}
