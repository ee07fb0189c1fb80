import type { Store } from '../../store/store.ts'
import type { UnitMatch } from './match-units.ts'
import type { RankedSession } from './rank-sessions.ts'

/** A conversation with the other sessions that hold the same passage. */
export interface Conversation extends RankedSession {
  readonly copies: readonly number[]
}

/**
 * Resumed, forked and copied sessions repeat what stood in another, mostly under the same uuids: one of them stands for
 * all, the one in which the passage stood first. Looks at all sessions; gives back no more than `limit` conversations.
 */
export function collapseCopies(store: Store, ranked: readonly RankedSession[], limit: number): readonly Conversation[] {
  const names = readNames(store, ranked)
  const pieces = readPieces(store)
  const groups: RankedSession[][] = []
  const findGroup = createGroupFinder()
  for (const session of ranked) {
    const unit = bestOf(session)
    const group = findGroup(unit, names.get(unit.unit) ?? [], pieces.get(session.session), groups.length)
    if (group === groups.length) groups.push([session])
    else groups[group]?.push(session)
  }
  const shown = groups.slice(0, limit)
  const places = readPlaces(store, shown)
  return shown.map(group => preferFirst(group, places))
}

function bestOf({ units }: RankedSession): UnitMatch {
  return units[0] as UnitMatch
}

/**
 * What a turn of a passage is known by. Each holds the prompt's wording as well: uuids that somebody made up are the same
 * in sessions that have nothing in common, and so are times.
 */
interface TurnName {
  readonly byUuid: string | undefined
  /** When it was asked and answered. */
  readonly byTime: string | undefined
}

type GroupFinder = (unit: UnitMatch, names: readonly TurnName[], piece: string | undefined, newGroup: number) => number

/** Gives a passage the group of one that is the same, or the new one. */
function createGroupFinder(): GroupFinder {
  const groups = new Map<string, number>()
  const timed = new Map<string, Timed>()
  return (unit, names, piece, newGroup) => {
    const own = [...names.map(({ byUuid }) => byUuid), piece].filter(name => name !== undefined)
    const times = names.map(({ byTime }) => byTime).filter(name => name !== undefined)
    const named = own.map(name => groups.get(name)).find(group => group !== undefined)
    // For copies that were given new uuids.
    const alike = times.map(time => timed.get(time)).find(known => known && mayBeSame(known, { unit, times }))
    const group = named ?? alike?.group ?? newGroup
    for (const name of own) if (!groups.has(name)) groups.set(name, group)
    for (const time of times) if (!timed.has(time)) timed.set(time, { group, unit, times })
    return group
  }
}

interface Timed {
  readonly group: number
  readonly unit: UnitMatch
  readonly times: readonly string[]
}

/** What spans the same turns and ends at the same moment is as long, if it is the same. */
function mayBeSame(one: Timed, other: Omit<Timed, 'group'>): boolean {
  const hasSameTurns = one.times.length === other.times.length && one.times.every(time => other.times.includes(time))
  const isSamePiece = hasSameTurns && one.unit.kind === other.unit.kind && one.unit.at === other.unit.at
  return !isSamePiece || one.unit.chars === other.unit.chars
}

/**
 * Of the best unit of each session. A unit spans up to two turns, and is cut elsewhere in a copy that begins later: either
 * turn names it. One statement for all, as one for each took longer than the search itself.
 */
function readNames(store: Store, ranked: readonly RankedSession[]): ReadonlyMap<number, readonly TurnName[]> {
  const names = new Map<number, TurnName[]>()
  const headless: (readonly [unit: number, turn: number])[] = []
  for (const row of store.all(PROMPTS, [JSON.stringify(ranked.map(one => bestOf(one).unit))])) {
    const { uuid, text, at, answered_at } = row
    const byTime = at === null || text === '' ? undefined : `${at} ${answered_at} ${text}`
    add(row.unit as number, { byUuid: uuid === null ? undefined : `${uuid} ${text}`, byTime })
    if (uuid === null) headless.push([row.unit as number, row.turn as number])
  }
  if (headless.length === 0) return names
  for (const { unit, entry_uuid, uuid, text } of store.all(HEADLESS, [JSON.stringify(headless)])) {
    add(unit as number, { byUuid: entry_uuid as string, byTime: undefined })
    if (uuid !== null) add(unit as number, { byUuid: `${uuid} ${text}`, byTime: undefined })
  }
  return names

  function add(unit: number, name: TurnName): void {
    const known = names.get(unit)
    if (known) known.push(name)
    else names.set(unit, [name])
  }
}

const PROMPTS = `SELECT u.unit, t.number AS turn, t.text, p.uuid, p.at, a.at AS answered_at
FROM json_each(?) AS j
CROSS JOIN units AS u ON u.unit = j.value
CROSS JOIN turns AS t ON t.session = u.session AND t.agent = u.agent AND t.number IN (u.first_turn, u.last_turn)
LEFT JOIN entries AS p ON p.session = t.session AND p.agent = t.agent AND p.number = t.prompt_entry
LEFT JOIN entries AS a ON a.session = t.session AND a.agent = t.agent AND a.number = t.answer_entry`

/**
 * A turn without prompt may be the end of one, in a copy that begins in its middle: it has the name of the turn that its
 * first or last entry stands in elsewhere.
 */
const HEADLESS = `WITH
  headless AS (
    SELECT u.unit, u.session, u.agent,
      max(u.first_entry, t.first_entry) AS first_entry, min(u.last_entry, t.last_entry) AS last_entry
    FROM json_each(?) AS j
    CROSS JOIN units AS u ON u.unit = j.value ->> 0
    CROSS JOIN turns AS t ON t.session = u.session AND t.agent = u.agent AND t.number = j.value ->> 1
  ),
  own AS (
    SELECT h.unit, (SELECT e.uuid FROM entries AS e WHERE e.session = h.session AND e.agent = h.agent
      AND e.number BETWEEN h.first_entry AND h.last_entry AND e.uuid IS NOT NULL ORDER BY e.number LIMIT 1) AS uuid
    FROM headless AS h
    UNION
    SELECT h.unit, (SELECT e.uuid FROM entries AS e WHERE e.session = h.session AND e.agent = h.agent
      AND e.number BETWEEN h.first_entry AND h.last_entry AND e.uuid IS NOT NULL ORDER BY e.number DESC LIMIT 1)
    FROM headless AS h
  )
SELECT o.unit, o.uuid AS entry_uuid, p.uuid, t.text
FROM own AS o
CROSS JOIN entries AS e ON e.uuid = o.uuid AND e.is_repeat = 0
LEFT JOIN turns AS t ON t.session = e.session AND t.agent = e.agent AND t.number = e.turn
LEFT JOIN entries AS p ON p.session = t.session AND p.agent = t.agent AND p.number = t.prompt_entry`

/** Pieces of one session that were kept apart (a file and an older copy of it in another folder) are one conversation. */
function readPieces(store: Store): ReadonlyMap<number, string> {
  const rows = store.all(SHARED_IDS)
  return new Map(rows.map(({ session, id, project_path }) => [session as number, `${id} ${project_path}`]))
}

const SHARED_IDS = `SELECT session, id, project_path FROM sessions
WHERE id IN (SELECT id FROM sessions GROUP BY id HAVING count(*) > 1)`

/** Of the sessions in groups of several: which stood first, smaller is earlier. */
function readPlaces(store: Store, groups: readonly (readonly RankedSession[])[]): ReadonlyMap<number, number> {
  const sessions = groups.flatMap(group => (group.length > 1 ? group.map(({ session }) => session) : []))
  if (sessions.length === 0) return new Map()
  return new Map(store.all(IN_ORDER, [JSON.stringify(sessions)]).map(({ session }, at) => [session as number, at]))
}

/** As lookups have it: a copy that keeps the times of its original ends later, as a rule, or says what it is a copy of. */
const IN_ORDER = `SELECT s.session FROM sessions AS s
WHERE s.session IN (SELECT value FROM json_each(?))
ORDER BY s.started_at IS NULL, s.started_at,
  EXISTS (SELECT 1 FROM lineage AS l WHERE l.session = s.session AND l.kind IN ('forked-from', 'resumed-from')),
  s.ended_at, s.session`

/** The same passage has nearly the same score everywhere: only what stands beside it in a unit differs. */
const AS_GOOD = 0.8

/** At the place of the best. A fork goes on otherwise: what is found behind the place where it leaves is not in its original. */
function preferFirst(group: readonly RankedSession[], places: ReadonlyMap<number, number>): Conversation {
  const [best] = group as [RankedSession]
  const placeOf = ({ session }: RankedSession): number => places.get(session) ?? Number.POSITIVE_INFINITY
  const first = group
    .filter(session => bestOf(session).score >= bestOf(best).score * AS_GOOD)
    .reduce((earliest, session) => (placeOf(session) < placeOf(earliest) ? session : earliest), best)
  const copies = group.filter(session => session !== first).map(({ session }) => session)
  return { ...first, score: best.score, copies }
}
