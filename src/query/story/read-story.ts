import { isWeakTitle } from '../../model/title.ts'
import type { Measures, Story } from '../../narrative/story.ts'
import { unpackJson } from '../../store/packed-json.ts'
import type { Store } from '../../store/store.ts'

/** The account of a kept session, as the index has it; undefined where it has none. `session` is its number. */
export function readStory(store: Store, session: number): Story | undefined {
  const row = store.get('SELECT story FROM stories WHERE session = ?', [session])
  return row ? withForeignTitle(store, session, unpackJson(row.story as Uint8Array) as Story) : undefined
}

/** Old clients wrote the title of a conversation into the file of another session: it may come to be known later. */
function withForeignTitle(store: Store, session: number, story: Story): Story {
  if (!isWeakTitle(story.titleFrom)) return story
  const row = store.get(FOREIGN_TITLE, [session, session])
  return row ? { ...story, title: row.text as string, titleFrom: 'summary' } : story
}

const FOREIGN_TITLE = `SELECT f.text FROM foreign_summaries AS f
CROSS JOIN entries AS e ON e.uuid = f.leaf_uuid AND e.session = ? AND e.agent = '' AND e.is_repeat = 0
WHERE f.session <> ? ORDER BY e.number DESC LIMIT 1`

export interface StoredMeasures {
  readonly session: number
  readonly measures: Measures
}

/** The numbers of every session that has a story. */
export function listMeasures(store: Store): readonly StoredMeasures[] {
  return store.all('SELECT session, measures FROM stories ORDER BY session').map(row => ({
    session: row.session as number,
    measures: JSON.parse(row.measures as string) as Measures,
  }))
}
