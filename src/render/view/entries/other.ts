import { asString } from '../../../format/json.ts'
import { head } from '../../../text/head.ts'
import { toJsonText } from '../content.ts'
import { noticeRow } from '../notices.ts'
import { textPart } from '../part.ts'
import { type Presenter, placeOf, readJson, sees } from '../scene.ts'
import { withRest } from '../with-rest.ts'

/** What the client noted for itself. */
export const presentBookkeeping: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('bookkeeping')
  const json = readJson(scene, entry)
  if (json) yield noticeRow(scene, entry, json, 'all')
}

/** Notices worth a line among the tool calls. */
export const presentNotice: Presenter = function* (scene, entry) {
  if (!sees(scene, 'tools')) return scene.view.losses.add('bookkeeping')
  const json = readJson(scene, entry)
  if (!json) return
  const row = noticeRow(scene, entry, json, 'tools')
  yield sees(scene, 'all') ? row : { ...row, text: row.text || head(firstWords(row.parts), 300), parts: [] }
}

export const presentPullRequest: Presenter = function* (scene, entry) {
  if (!sees(scene, 'tools')) return scene.view.losses.add('bookkeeping')
  const json = readJson(scene, entry)
  const text = asString(json?.prUrl) ?? ''
  const row = {
    ...placeOf(scene, entry, 'tools'),
    kind: 'notice',
    label: 'pull request',
    text,
    count: 1,
    parts: [],
  } as const
  yield* withRest(scene, entry, json ?? {}, [row])
}

/** Kept and counted whatever it is; its JSON is shown when everything is. */
export const presentUnknown: Presenter = function* (scene, entry) {
  scene.view.losses.unknown++
  if (!sees(scene, 'all')) return
  const json = readJson(scene, entry)
  const name = asString(json?.type) ?? 'no type'
  yield { ...placeOf(scene, entry, 'all'), kind: 'unknown', name, line: entry.line, json: toJsonText(json ?? {}) }
}

export const presentUnreadable: Presenter = function* (scene, entry) {
  scene.view.losses.unreadable++
  if (!sees(scene, 'all')) return
  yield {
    ...placeOf(scene, entry, 'all'),
    kind: 'unreadable',
    line: entry.line,
    sizeBytes: entry.end - entry.start,
    text: scene.view.options.readText?.(scene.thread, entry) ?? '',
  }
}

export const presentComment: Presenter = function* (scene, entry) {
  if (!sees(scene, 'all')) return scene.view.losses.add('bookkeeping')
  const text = scene.view.options.readText?.(scene.thread, entry)?.trim() ?? ''
  yield {
    ...placeOf(scene, entry, 'all'),
    kind: 'notice',
    label: 'comment line',
    text: '',
    count: 1,
    parts: [textPart(text)],
  }
}

export const presentNothing: Presenter = () => []

function firstWords(parts: readonly { readonly kind: string; readonly text?: string }[]): string {
  return parts.find(part => part.kind === 'text')?.text ?? ''
}
