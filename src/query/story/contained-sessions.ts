import type { Store } from '../../store/store.ts'
import type { KeptSession } from '../lookups/kept-sessions.ts'

/**
 * Sessions all of whose prompts stand in another one as well, by the number of that one: a resume writes the conversation
 * again and goes on, so the original tells nothing that the resume does not. Of two that are the same, the first is kept.
 */
export function findContained(store: Store, sessions: ReadonlyMap<number, KeptSession>): ReadonlyMap<number, number> {
  const turns = readTurns(store)
  const holders = new Map<string, Set<number>>()
  for (const { session, keys } of turns) {
    for (const key of keys) holders.set(key, (holders.get(key) ?? new Set()).add(session))
  }
  const found = new Map<number, number>()
  const counts = Map.groupBy(turns, ({ session }) => session)
  const isLarger = (one: number, other: number): boolean => {
    const difference = (counts.get(one)?.length ?? 0) - (counts.get(other)?.length ?? 0)
    return difference > 0 || (difference === 0 && rankOf(sessions, one) < rankOf(sessions, other))
  }
  for (const [session, own] of counts) {
    const [first = NOBODY, ...rest] = own.map(({ keys }) => listHolders(keys, holders))
    const others = first.filter(other => isLarger(other, session) && rest.every(some => some.includes(other)))
    // The largest is in no other: what stands for this one is shown itself.
    const largest = others.reduce<number | undefined>(
      (best, other) => (best === undefined || isLarger(other, best) ? other : best),
      undefined,
    )
    if (largest !== undefined) found.set(session, largest)
  }
  return found
}

const NOBODY: readonly number[] = []
/** A name that so many sessions share was made up, and says nothing. */
const MAX_HOLDERS = 100

function listHolders(keys: readonly string[], holders: ReadonlyMap<string, ReadonlySet<number>>): readonly number[] {
  return keys.flatMap(key => {
    const known = holders.get(key)
    return known && known.size <= MAX_HOLDERS ? [...known] : NOBODY
  })
}

interface PromptTurn {
  readonly session: number
  readonly keys: readonly string[]
}

/** A copy has the uuid of its original, or its moment; the wording as well, as some uuids and times are made up. */
function readTurns(store: Store): readonly PromptTurn[] {
  return store.all(TURNS).map(({ session, text, uuid, at }) => ({
    session: session as number,
    keys: [...(uuid === null ? [] : [`uuid ${uuid} ${text}`]), ...(at === null ? [] : [`at ${at} ${text}`])],
  }))
}

const TURNS = `SELECT t.session, t.text, p.uuid, p.at FROM turns AS t
JOIN entries AS p ON p.session = t.session AND p.agent = '' AND p.number = t.prompt_entry
WHERE t.agent = '' AND t.number > 0 ORDER BY t.session, t.number`

function rankOf(sessions: ReadonlyMap<number, KeptSession>, session: number): number {
  return sessions.get(session)?.rank ?? Number.POSITIVE_INFINITY
}
