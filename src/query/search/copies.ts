import type { Store } from '../../store/store.ts'
import type { UnitMatch } from './match-units.ts'
import type { RankedSession } from './rank-sessions.ts'

/** A conversation with the other sessions that hold the same passage. */
export interface Conversation extends RankedSession {
  readonly copies: readonly number[]
}

/**
 * Resumed, forked and copied sessions repeat what stood in another, mostly under the same uuids: one of them stands for
 * all, the one in which the passage stood first. Looks at no more than it takes to fill `limit`.
 */
export function collapseCopies(store: Store, ranked: readonly RankedSession[], limit: number): readonly Conversation[] {
  const taken: (RankedSession & { copies: number[] })[] = []
  const ownerOf = new Map<string, RankedSession & { copies: number[] }>()
  for (const [at, session] of ranked.entries()) {
    const unit = session.units[0] as UnitMatch
    const keys = keysOf(store, unit)
    const owner = keys.map(key => ownerOf.get(key)).find(found => found !== undefined)
    if (owner) owner.copies.push(session.session)
    else if (taken.length < limit) {
      const conversation = { ...session, copies: [] }
      taken.push(conversation)
      for (const key of keys) ownerOf.set(key, conversation)
    } else if (at > limit * 4) break
  }
  return taken.map(conversation => preferFirst(store, ranked, conversation))
}

/**
 * Names of one passage: the uuid of its first entry, and its exact time and length. Pieces of one session that were kept
 * apart (a file and an older copy of it in another folder) are one conversation, whatever was found in them.
 */
function keysOf(store: Store, unit: UnitMatch): readonly string[] {
  const row = store.get(
    `SELECT uuid FROM entries WHERE session = ? AND agent = ? AND number BETWEEN ? AND ? AND uuid IS NOT NULL LIMIT 1`,
    [unit.session, unit.agent, unit.firstEntry, unit.lastEntry],
  )
  const own = store.get('SELECT id, project_path FROM sessions WHERE session = ?', [unit.session])
  return [
    `session ${own?.id} ${own?.project_path}`,
    ...(row ? [`${unit.kind} ${row.uuid}`] : []),
    ...(unit.at === undefined ? [] : [`${unit.kind} ${unit.at} ${unit.chars}`]),
  ]
}

/** As lookups have it: a copy that keeps the times of its original ends later, as a rule, or says what it is a copy of. */
export const FIRST = `s.started_at IS NULL, s.started_at,
  EXISTS (SELECT 1 FROM lineage AS l WHERE l.session = s.session AND l.kind IN ('forked-from', 'resumed-from')),
  s.ended_at, s.session`

/** The same passage has nearly the same score everywhere: only what stands beside it in a unit differs. */
const AS_GOOD = 0.8

function preferFirst(
  store: Store,
  ranked: readonly RankedSession[],
  conversation: RankedSession & { readonly copies: readonly number[] },
): Conversation {
  if (conversation.copies.length === 0) return conversation
  const all = [conversation.session, ...conversation.copies]
  // A fork goes on otherwise: what is found behind the place where it leaves does not stand in its original.
  const best = conversation.units[0]?.score ?? 0
  const isSame = new Set(
    ranked.filter(({ units }) => (units[0]?.score ?? 0) >= best * AS_GOOD).map(({ session }) => session),
  )
  const row = store.get(
    `SELECT session FROM sessions AS s WHERE session IN (SELECT value FROM json_each(?)) ORDER BY ${FIRST} LIMIT 1`,
    [JSON.stringify(all.filter(session => isSame.has(session)))],
  )
  const first = ranked.find(({ session }) => session === row?.session) ?? conversation
  return { ...first, score: conversation.score, copies: all.filter(session => session !== first.session) }
}
