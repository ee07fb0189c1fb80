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

/** What a turn of a passage is known by: its prompt. */
interface TurnName {
  readonly uuid: string | undefined
  readonly text: string
}

type GroupFinder = (unit: UnitMatch, names: readonly TurnName[], piece: string | undefined, newGroup: number) => number

/** Gives a passage the group of one that is the same, or the new one. */
function createGroupFinder(): GroupFinder {
  const byPiece = new Map<string, number>()
  const byUuid = new Map<string, { readonly group: number; readonly text: string }>()
  const byTime = new Map<string, { readonly group: number; readonly text: string }>()
  return (unit, names, piece, newGroup) => {
    const text = names.map(name => name.text).join('\n')
    // Without a time or words there is nothing to tell it by.
    const time = unit.at === undefined || text === '' ? undefined : `${unit.kind} ${unit.at} ${unit.chars}`
    const group = groupOfPiece() ?? groupOfPrompt() ?? groupOfTime() ?? newGroup
    if (piece !== undefined && !byPiece.has(piece)) byPiece.set(piece, group)
    if (time !== undefined && !byTime.has(time)) byTime.set(time, { group, text })
    for (const name of names) {
      if (name.uuid !== undefined && !byUuid.has(name.uuid)) byUuid.set(name.uuid, { group, text: name.text })
    }
    return group

    function groupOfPiece(): number | undefined {
      return piece === undefined ? undefined : byPiece.get(piece)
    }

    /** Uuids that somebody made up are the same in sessions that have nothing in common: the wording must be, too. */
    function groupOfPrompt(): number | undefined {
      for (const name of names) {
        const known = name.uuid === undefined ? undefined : byUuid.get(name.uuid)
        if (known?.text === name.text) return known.group
      }
      return undefined
    }

    /** For copies that were given new uuids. */
    function groupOfTime(): number | undefined {
      const known = time === undefined ? undefined : byTime.get(time)
      return known?.text === text ? known.group : undefined
    }
  }
}

/**
 * Of the best unit of each session. A unit spans up to two turns, and is cut elsewhere in a copy that begins later: either
 * turn names it. One statement for all, as one for each took longer than the search itself.
 */
function readNames(store: Store, ranked: readonly RankedSession[]): ReadonlyMap<number, readonly TurnName[]> {
  const names = new Map<number, TurnName[]>()
  const headless: (readonly [unit: number, turn: number])[] = []
  for (const { unit, turn, uuid, text } of store.all(PROMPTS, [JSON.stringify(ranked.map(one => bestOf(one).unit))])) {
    add(unit as number, { uuid: (uuid as string | null) ?? undefined, text: text as string })
    if (uuid === null) headless.push([unit as number, turn as number])
  }
  if (headless.length === 0) return names
  for (const { unit, entry_uuid, uuid, text } of store.all(HEADLESS, [JSON.stringify(headless)])) {
    add(unit as number, { uuid: entry_uuid as string, text: '' })
    if (uuid !== null) add(unit as number, { uuid: uuid as string, text: text as string })
  }
  return names

  function add(unit: number, name: TurnName): void {
    const known = names.get(unit)
    if (known) known.push(name)
    else names.set(unit, [name])
  }
}

const PROMPTS = `SELECT u.unit, t.number AS turn, t.text, p.uuid
FROM json_each(?) AS j
CROSS JOIN units AS u ON u.unit = j.value
CROSS JOIN turns AS t ON t.session = u.session AND t.agent = u.agent AND t.number IN (u.first_turn, u.last_turn)
LEFT JOIN entries AS p ON p.session = t.session AND p.agent = t.agent AND p.number = t.prompt_entry`

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
