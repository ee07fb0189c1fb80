import { asObject, asObjects, asString } from '../../../format/json.ts'
import { joinText, toBlocks } from '../content.ts'
import { entryHookRows } from '../hooks.ts'
import { labelOf, noticeRow } from '../notices.ts'
import { textPart } from '../part.ts'
import { reportRows } from '../reports.ts'
import { type Presenter, placeOf, readJson, sees } from '../scene.ts'
import { withRest } from '../with-rest.ts'
import { queuedRow } from './queue.ts'

/** A message typed while the model was working, or the report of a background task. */
export const presentQueuedCommand: Presenter = function* (scene, entry) {
  const input = scene.index.inputsByEntry.get(entry)?.[0]
  if (!input && !sees(scene, 'tools')) return scene.view.losses.add('report')
  const json = readJson(scene, entry)
  const attachment = asObject(json?.attachment)
  if (!json || !attachment) return
  const blocks = toBlocks(attachment.prompt)
  const text = joinText(blocks)
  if (input) yield* withRest(scene, entry, json, [queuedRow(scene, entry, input, blocks)])
  else if (asString(attachment.commandMode) === 'task-notification' || text.startsWith('<'))
    yield* withRest(scene, entry, json, reportRows(scene, entry, text))
  else if (sees(scene, 'all')) yield noticeRow(scene, entry, json, 'all')
}

export const presentHook: Presenter = function* (scene, entry) {
  if (scene.index.hooksByEntry.has(entry)) return yield* entryHookRows(scene, entry)
  yield* presentAttachment(scene, entry)
}

/** Which CLAUDE.md files the model was given, each with its text. */
export const presentInstructions: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('attachment')
  const json = readJson(scene, entry)
  if (!json) return
  const files = asObjects(asObject(json.attachment)?.files)
  const paths = files.map(({ path }) => asString(path) ?? '')
  const parts = files.map(({ content }, at) => textPart(asString(content) ?? '', paths[at]))
  const place = placeOf(scene, entry, 'all')
  const row = { ...place, kind: 'notice', label: labelOf(entry.kind), text: paths.join(', '), count: 1, parts } as const
  yield* withRest(scene, entry, json, [row])
}

/** Context added by the client. */
export const presentAttachment: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('attachment')
  const json = readJson(scene, entry)
  if (json) yield noticeRow(scene, entry, json, 'all')
}
