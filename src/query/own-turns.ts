import type { Store } from '../store/store.ts'

/** Which turns of other sessions a session holds too: it was resumed or forked from them, or they from it. */
export interface OwnTurns {
  readonly isNone: boolean
  isCopied(session: number, agent: string, turn: number): boolean
}

/**
 * Known by the uuid and the wording of the prompt; in sessions that are linked to it also by its moment and wording, as
 * some forks give new uuids. A few statements, and an index lookup for each of its own turns.
 */
export function findOwnTurns(store: Store, sessionId: string): OwnTurns {
  const own = store.all('SELECT session FROM sessions WHERE id = ?', [sessionId]).map(row => row.session as number)
  const copied = new Set<string>()
  for (const row of own.length > 0 ? store.all(BY_UUID, [JSON.stringify(own)]) : []) copied.add(keyOf(row))
  for (const row of own.length > 0 ? store.all(BY_TIME, [JSON.stringify(own), sessionId]) : []) copied.add(keyOf(row))
  return {
    isNone: copied.size === 0,
    isCopied: (session, agent, turn) => copied.has(`${session} ${turn} ${agent}`),
  }
}

function keyOf({ session, agent, number }: { readonly [name: string]: unknown }): string {
  return `${session} ${number} ${agent}`
}

const OWN = 'SELECT value FROM json_each(?1)'

const BY_UUID = `SELECT u.session, u.agent, u.number
FROM turns AS t
CROSS JOIN entries AS p ON p.session = t.session AND p.agent = t.agent AND p.number = t.prompt_entry
CROSS JOIN entries AS e ON e.uuid = p.uuid AND e.uuid IS NOT NULL AND e.is_repeat = 0
CROSS JOIN turns AS u ON u.session = e.session AND u.agent = e.agent AND u.number = e.turn
WHERE t.session IN (${OWN}) AND e.session NOT IN (${OWN}) AND u.text = t.text`

const BY_TIME = `WITH linked AS (
  SELECT s.session FROM lineage AS l CROSS JOIN sessions AS s ON s.id = l.other_id WHERE l.session IN (${OWN})
  UNION
  SELECT l.session FROM lineage AS l WHERE l.other_id = ?2
)
SELECT u.session, u.agent, u.number
FROM linked AS l
CROSS JOIN turns AS u ON u.session = l.session
CROSS JOIN entries AS q ON q.session = u.session AND q.agent = u.agent AND q.number = u.prompt_entry
WHERE l.session NOT IN (${OWN}) AND q.at IS NOT NULL AND (q.at, u.text) IN (
  SELECT p.at, t.text FROM turns AS t
  CROSS JOIN entries AS p ON p.session = t.session AND p.agent = t.agent AND p.number = t.prompt_entry
  WHERE t.session IN (${OWN})
)`
