import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readKeptSessions } from '../lookups/kept-sessions.ts'

/**
 * For `1a2b3c4d:12` the uuid of the entry that began the turn, which stays what it is where a later release numbers the
 * turns differently. Undefined for a session as a whole, and where nothing with a uuid began the turn.
 */
export function createTurnCiter({ store }: Pick<IndexedKeep, 'store'>): (citation: string) => string | undefined {
  const numbers = new Map([...readKeptSessions(store)].map(([session, { shortId }]) => [shortId, session]))
  return citation => {
    const [, shortId = '', turn] = /^(.+):(\d{1,9})$/s.exec(citation) ?? []
    const session = numbers.get(shortId)
    return session === undefined ? undefined : beginningOf(store, session, Number(turn))
  }
}

function beginningOf(store: Store, session: number, turn: number): string | undefined {
  const row = store.get(BEGINNING, [session, turn])
  return (row?.uuid as string | null | undefined) ?? undefined
}

const BEGINNING = `SELECT e.uuid FROM turns AS t
JOIN entries AS e ON e.session = t.session AND e.agent = t.agent AND e.number = t.prompt_entry
WHERE t.session = ? AND t.agent = '' AND t.number = ?`
