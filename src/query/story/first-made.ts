import type { Store } from '../../store/store.ts'
import type { KeptSession } from '../lookups/kept-sessions.ts'
import type { PlacedRow } from './work-facts.ts'

/** The shortest hash that git prints. */
const MIN_SHA = 7

/**
 * True where no other place told of this commit before: sessions name each other's commits, and one turn may print a hash
 * twice. Copies of the same call do not count: which session a repeated turn is told in is decided before. An index lookup
 * each.
 */
export function isFirstMade(store: Store, kept: ReadonlyMap<number, KeptSession>, commit: PlacedRow): boolean {
  const sha = (commit.row.sha as string).slice(0, MIN_SHA)
  if (sha.length < MIN_SHA) return true
  const rankOf = (session: number): number => kept.get(session)?.rank ?? Number.POSITIVE_INFINITY
  const [first] = store
    .all(SAME, [sha, `${sha}g`])
    .filter(row => row.session === commit.session || row.call_id === null || row.call_id !== commit.row.call_id)
    .map(row => ({
      session: row.session as number,
      agent: row.agent as string,
      number: row.number as number,
      at: (row.at ?? Number.POSITIVE_INFINITY) as number,
    }))
    .sort(
      (a, b) =>
        a.at - b.at ||
        rankOf(a.session) - rankOf(b.session) ||
        (a.agent < b.agent ? -1 : a.agent > b.agent ? 1 : a.number - b.number),
    )
  return (
    first === undefined ||
    (first.session === commit.session && first.agent === commit.agent && first.number === commit.number)
  )
}

/** Everything that begins so: `g` is behind every digit of a hash. */
const SAME = `SELECT f.session, f.agent, f.number, coalesce(f.at, s.ended_at) AS at, c.call_id
FROM commits AS f JOIN sessions AS s USING (session)
LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
WHERE f.sha >= ? AND f.sha < ? LIMIT 200`

/** Of the fact `f`. */
export const COMMIT_CALL_ID = `(SELECT c.call_id FROM tool_calls AS c
WHERE c.session = f.session AND c.agent = f.agent AND c.number = f.call) AS call_id`
