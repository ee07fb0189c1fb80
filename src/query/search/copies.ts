import type { Row, Store } from '../../store/store.ts'
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
  const sessions = readSessions(store, ranked)
  const passages = readPassages(store, ranked)
  const groups: RankedSession[][] = []
  const groupOf = createGroups()
  for (const session of ranked) {
    const unit = bestOf(session)
    const { names = [], moments = [] } = passages.get(unit.unit) ?? {}
    const known = groupOf(unit, [...names, sessions.get(session.session)?.name ?? ''], moments, groups.length)
    if (known === groups.length) groups.push([session])
    else groups[known]?.push(session)
  }
  return groups.slice(0, limit).map(group => preferFirst(group, sessions))
}

function bestOf({ units }: RankedSession): UnitMatch {
  return units[0] as UnitMatch
}

/** Gives a unit the group of whichever shares a name with it, or this new one. */
function createGroups() {
  const byName = new Map<string, number>()
  const byMoment = new Map<string, { readonly group: number; readonly unit: UnitMatch }>()
  return (unit: UnitMatch, names: readonly string[], moments: readonly string[], newGroup: number): number => {
    const sameTime = moments.map(moment => byMoment.get(moment)).find(known => known && mayBeSame(known.unit, unit))
    const group = names.map(name => byName.get(name)).find(known => known !== undefined) ?? sameTime?.group ?? newGroup
    for (const name of names) if (!byName.has(name)) byName.set(name, group)
    for (const moment of moments) if (!byMoment.has(moment)) byMoment.set(moment, { group, unit })
    return group
  }
}

/** What ends at the same time and spans as many turns is as long, if it is the same. */
function mayBeSame(one: UnitMatch, other: UnitMatch): boolean {
  const isSamePiece =
    one.kind === other.kind && one.at === other.at && one.lastTurn - one.firstTurn === other.lastTurn - other.firstTurn
  return !isSamePiece || one.chars === other.chars
}

interface SessionPlace {
  /** Pieces of one session that were kept apart (a file and an older copy of it in another folder) are one conversation. */
  readonly name: string
  /** Smaller: stood first. */
  readonly rank: number
}

function readSessions(store: Store, ranked: readonly RankedSession[]): ReadonlyMap<number, SessionPlace> {
  const rows = store.all(SESSIONS, [JSON.stringify(ranked.map(({ session }) => session))])
  return new Map(
    rows.map(({ session, id, project_path }, rank) => [
      session as number,
      { name: `session ${id} ${project_path}`, rank },
    ]),
  )
}

/** As lookups have it: a copy that keeps the times of its original ends later, as a rule, or says what it is a copy of. */
const SESSIONS = `SELECT s.session, s.id, s.project_path FROM sessions AS s
WHERE s.session IN (SELECT value FROM json_each(?))
ORDER BY s.started_at IS NULL, s.started_at,
  EXISTS (SELECT 1 FROM lineage AS l WHERE l.session = s.session AND l.kind IN ('forked-from', 'resumed-from')),
  s.ended_at, s.session`

/** What a passage is known by. A window spans two turns and is cut elsewhere in a copy that begins later: either turn will do. */
interface Passage {
  /** By uuid: of the prompts of its turns. */
  readonly names: string[]
  /** By time and wording, for copies that were given new uuids. */
  readonly moments: string[]
}

/** By unit. Two statements for all of them: one each took longer than the search itself. */
function readPassages(store: Store, ranked: readonly RankedSession[]): ReadonlyMap<number, Passage> {
  const passages = new Map<number, Passage>()
  const headless: (readonly [unit: number, turn: number])[] = []
  for (const row of store.all(TURNS, [JSON.stringify(ranked.map(session => bestOf(session).unit))])) {
    const unit = row.unit as number
    const passage = passageOf(unit)
    if (row.uuid === null) headless.push([unit, row.turn as number])
    else passage.names.push(nameOf(row))
    if (row.at !== null && row.text !== '')
      passage.moments.push(`${row.agent === ''} ${row.at} ${row.answered_at} ${row.text}`)
  }
  if (headless.length === 0) return passages
  for (const row of store.all(HEADLESS, [JSON.stringify(headless)])) {
    const { names } = passageOf(row.unit as number)
    names.push(`entry ${row.own}`)
    if (row.uuid !== null) names.push(nameOf(row))
  }
  return passages

  function passageOf(unit: number): Passage {
    const known = passages.get(unit) ?? { names: [], moments: [] }
    passages.set(unit, known)
    return known
  }
}

/** With its wording: uuids that people made up are the same in sessions that have nothing to do with each other. */
function nameOf({ uuid, text }: Row): string {
  return `prompt ${uuid} ${text}`
}

const TURNS = `SELECT u.unit, u.agent, t.number AS turn, t.text, p.uuid, p.at, a.at AS answered_at
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
SELECT o.unit, o.uuid AS own, p.uuid, t.text
FROM own AS o
CROSS JOIN entries AS e ON e.uuid = o.uuid AND e.is_repeat = 0
LEFT JOIN turns AS t ON t.session = e.session AND t.agent = e.agent AND t.number = e.turn
LEFT JOIN entries AS p ON p.session = t.session AND p.agent = t.agent AND p.number = t.prompt_entry`

/** The same passage has nearly the same score everywhere: only what stands beside it in a unit differs. */
const AS_GOOD = 0.8

/** At the place of the best. A fork goes on otherwise: what is found behind the place where it leaves is not in its original. */
function preferFirst(group: readonly RankedSession[], sessions: ReadonlyMap<number, SessionPlace>): Conversation {
  const [best] = group as [RankedSession]
  const rankOf = ({ session }: RankedSession): number => sessions.get(session)?.rank ?? Number.POSITIVE_INFINITY
  const first = group
    .filter(session => bestOf(session).score >= bestOf(best).score * AS_GOOD)
    .reduce((earliest, session) => (rankOf(session) < rankOf(earliest) ? session : earliest), best)
  const copies = group.filter(session => session !== first).map(({ session }) => session)
  return { ...first, score: best.score, copies }
}
