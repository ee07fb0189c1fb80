import type { IndexedKeep } from '../indexed-keep.ts'
import { findFactHints } from '../search/fact-hints.ts'
import { matchOf, type Term } from '../search/terms.ts'

/** A turn of a thread. */
interface TurnPlace {
  readonly session: number
  readonly agent: string
  readonly turn: number
}

/** Of each name; more places than that say that it is everywhere. */
const MAX_PLACES = 24
const MAX_NAMES = 3
/** A name that so many calls print is no sign of anything. */
const MAX_CALLS = 60
/** Longer ones are paths, which facts know better; to find words that follow each other in all output takes milliseconds. */
const MAX_WORDS = 2

/**
 * Where something was done with what a prompt names, though nobody may have said its name: a file that was changed, an
 * error that a command printed. As units of prose, in whose turns it was done.
 */
export function findDeeds(
  keep: IndexedKeep,
  names: readonly Term[],
  sessions: readonly number[],
): ReadonlyMap<Term, ReadonlySet<number>> {
  const allowed = new Set(sessions)
  const list = JSON.stringify(sessions)
  return new Map(
    names.slice(0, MAX_NAMES).map(term => {
      const changed = findFactHints(keep.store, [term.text], allowed).filter(({ weight }) => weight > READ_ONLY)
      const places = changed.length > 0 ? changed.map(({ place }) => place) : listCalls(keep, term, list)
      return [term, places.length > MAX_PLACES ? new Set<number>() : listProse(keep, places)] as const
    }),
  )
}

/** What a hint weighs that says no more than that a file was read. */
const READ_ONLY = 0.15

function listCalls({ store }: IndexedKeep, term: Term, sessions: string): readonly TurnPlace[] {
  const sql = `SELECT u.session, u.agent, u.first_turn AS turn FROM tool_text CROSS JOIN units AS u ON u.unit = tool_text.rowid
    WHERE tool_text MATCH ? AND u.session IN (SELECT value FROM json_each(?)) LIMIT ${MAX_PLACES + 1}`
  const few = `SELECT count(*) AS calls FROM (SELECT rowid FROM tool_text WHERE tool_text MATCH ? LIMIT ${MAX_CALLS})`
  const match = matchOf(term.runs)
  if ((term.runs[0]?.words.length ?? 0) > MAX_WORDS) return []
  if ((store.get(few, [match])?.calls as number) >= MAX_CALLS) return []
  return store.all(sql, [match, sessions]) as unknown as TurnPlace[]
}

function listProse({ store }: IndexedKeep, places: readonly TurnPlace[]): ReadonlySet<number> {
  const sql = `SELECT unit FROM units
    WHERE session = ? AND agent = ? AND kind = 'prose' AND ? BETWEEN first_turn AND last_turn`
  const known = new Map(places.map(place => [`${place.session} ${place.agent} ${place.turn}`, place]))
  return new Set(
    [...known.values()].flatMap(({ session, agent, turn }) =>
      store.all(sql, [session, agent, turn]).map(row => row.unit as number),
    ),
  )
}
