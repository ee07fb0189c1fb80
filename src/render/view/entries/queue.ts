import type { JsonObject } from '../../../format/json.ts'
import type { HumanInput } from '../../../model/facts/facts.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'
import { joinText, toBlocks } from '../content.ts'
import { noticeRow } from '../notices.ts'
import type { InputRow } from '../row.ts'
import { type Presenter, readJson, type Scene, sees } from '../scene.ts'
import { withRest } from '../with-rest.ts'
import { inputRow, withMedia } from './user.ts'

const STATES: { readonly [State in HumanInput['state']]: string } = {
  sent: '',
  waiting: 'still waiting',
  'taken-up': '',
  dropped: 'taken back',
}

/** The input queue: text typed while the model was working. What was sent later stands there as a prompt. */
export const presentQueueOperation: Presenter = function* (scene, entry) {
  const input = scene.index.inputsByEntry.get(entry)?.[0]
  if (!input && !sees(scene, 'all')) return scene.view.losses.add('bookkeeping')
  const json = readJson(scene, entry)
  if (!json) return
  if (input) {
    const blocks = toBlocks(json.content)
    yield* withRest(scene, entry, json, [queuedRow(scene, entry, input, blocks)])
  } else yield noticeRow(scene, entry, json, 'all')
}

export function queuedRow(
  scene: Scene,
  entry: ThreadEntry,
  input: HumanInput,
  blocks: readonly JsonObject[],
): InputRow {
  const text = joinText(blocks)
  const row = inputRow(scene, entry, input.source, text.trim() === '' ? input.text : text)
  return withMedia(scene, { ...row, note: STATES[input.state] }, blocks)
}
