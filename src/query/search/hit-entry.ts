import type { Store } from '../../store/store.ts'
import type { SearchHit } from './answer.ts'
import { shortIdOf } from './session-facts.ts'

/** What whoever opens a hit has to know of its entry. */
export interface HitEntry {
  /** The answer that its turn ended with, which a reader of the turn sees; other texts of the model stand before it. */
  readonly isLastAnswer: boolean
  /** No two entries of the session have ids that begin so. */
  isAlone(beginning: string): boolean
}

/** A few statements: for hits that are shown. */
export function findHitEntry(store: Store, hit: SearchHit): HitEntry {
  const session = findSession(store, hit)
  return {
    isLastAnswer:
      store.get(LAST_ANSWER, [session, hit.agent ?? '', hit.turn])?.uuid === hit.entryUuid &&
      hit.entryUuid !== undefined,
    isAlone: beginning => {
      const row = store.get(BEGIN_SO, [session, beginning, `${beginning}\u{10ffff}`])
      return (row?.count as number) <= 1
    },
  }
}

/** Several may bear one id. */
function findSession(store: Store, { sessionId, shortId }: SearchHit): number | null {
  const rows = store.all('SELECT session FROM sessions WHERE id = ?', [sessionId])
  const numbers = rows.map(row => row.session as number)
  return numbers.find(session => shortIdOf(store, sessionId, session) === shortId) ?? null
}

const LAST_ANSWER = `SELECT e.uuid FROM turns AS t
JOIN entries AS e ON e.session = t.session AND e.agent = t.agent AND e.number = t.answer_entry
WHERE t.session = ? AND t.agent = ? AND t.number = ?`

/** By the index of ids, which few begin so; with a plain `session` SQLite goes through all entries of it. */
const BEGIN_SO = `SELECT count(DISTINCT uuid) AS count FROM entries
WHERE +session = ? AND uuid >= ? AND uuid < ? AND uuid IS NOT NULL AND is_repeat = 0`
