import type { ThreadEntry } from '../../model/thread-entry.ts'
import { attribute, splitTags } from './markup.ts'
import type { Row } from './row.ts'
import { placeOf, type Scene, sees } from './scene.ts'

/** Messages of other agents of a team, or of another session; several may stand in one entry. */
export function* messageRows(scene: Scene, entry: ThreadEntry, text: string): Iterable<Row> {
  const { tag, sender } = text.includes('<agent-message') ? OF_SESSION : OF_TEAM
  const { blocks, rest } = splitTags(text, tag)
  const isOpen = sees(scene, 'all')
  const level = scene.index.starts.has(entry) ? 'prompts' : 'tools'
  for (const { attributes, body } of blocks) {
    yield {
      ...placeOf(scene, entry, level),
      kind: 'message',
      from: attribute(attributes, sender) ?? '',
      summary: attribute(attributes, 'summary') ?? '',
      text: body.trim(),
      isOpen,
    }
  }
  if (rest.trim() !== '' && (isOpen || blocks.length === 0)) {
    const place = placeOf(scene, entry, blocks.length === 0 ? level : 'all')
    yield { ...place, kind: 'message', from: '', summary: '', text: rest.trim(), isOpen }
  }
}

const OF_TEAM = { tag: 'teammate-message', sender: 'teammate_id' }
const OF_SESSION = { tag: 'agent-message', sender: 'from' }
