import type { Measures, Story } from '../../narrative/story.ts'
import type { Store } from '../../store/store.ts'

/** The account of a kept session, as the index has it; undefined where it has none. `session` is its number. */
export function readStory(store: Store, session: number): Story | undefined {
  const row = store.get('SELECT story FROM stories WHERE session = ?', [session])
  return row ? (JSON.parse(row.story as string) as Story) : undefined
}

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
