import type { ThreadEntry } from '../../model/thread-entry.ts'
import { attribute, splitTags } from './markup.ts'
import type { Row } from './row.ts'
import { placeOf, type Scene, sees } from './scene.ts'

/** Messages of other agents of a team; several may stand in one entry. */
export function* messageRows(scene: Scene, entry: ThreadEntry, text: string): Iterable<Row> {
  const { blocks, rest } = splitTags(text, 'teammate-message')
  const isOpen = sees(scene, 'all')
  for (const { attributes, body } of blocks) {
    yield {
      ...placeOf(scene, entry, 'tools'),
      kind: 'message',
      from: attribute(attributes, 'teammate_id') ?? '',
      summary: attribute(attributes, 'summary') ?? '',
      text: body.trim(),
      isOpen,
    }
  }
  if (rest.trim() !== '' && (isOpen || blocks.length === 0)) {
    const place = placeOf(scene, entry, blocks.length === 0 ? 'tools' : 'all')
    yield { ...place, kind: 'message', from: '', summary: '', text: rest.trim(), isOpen }
  }
}
