import type { SqlValue } from '../../store/define-table.ts'
import type { UnitKind } from '../../store/full-text.ts'
import type { Row, Store } from '../../store/store.ts'
import type { UnitMatch } from './match-units.ts'
import type { Narrowing, Place } from './narrow.ts'
import type { SearchQuery } from './query.ts'
import type { RankedSession } from './rank-sessions.ts'

const UNIT = 'unit, session, agent, kind, number, first_turn, last_turn, first_entry, last_entry, at, chars'

/** A filter alone is a query: what it leaves, newest first, shown where the filter fits, else where the session begins. */
export function listByFilters(store: Store, narrowing: Narrowing, query: SearchQuery): readonly RankedSession[] {
  if (query.filters.length === 0) return []
  const ranked =
    narrowing.isFine || narrowing.places.size > 0 ? byPlaces(store, narrowing) : bySessions(store, narrowing)
  return ranked.map((session, at) => ({ ...session, score: 1 / (1 + at) }))
}

function byPlaces(store: Store, narrowing: Narrowing): readonly RankedSession[] {
  const { sessions, places } = narrowing
  const found: RankedSession[] = []
  if (places.size > 0) {
    const candidates = [...places].filter(([session]) => sessions === undefined || sessions.has(session))
    candidates.sort((a, b) => (b[1][0]?.at ?? 0) - (a[1][0]?.at ?? 0))
    for (const [session, list] of candidates) {
      const units = list.slice(0, MAX_PLACES).flatMap(place => findUnit(store, place, narrowing) ?? [])
      if (units.length > 0) found.push({ session, units: unique(units), hints: [], score: 0 })
    }
    return found
  }
  const seen = new Map<number, UnitMatch[]>()
  const values: SqlValue[] = sessions ? [JSON.stringify([...sessions])] : []
  const inside = sessions ? ' AND session IN (SELECT value FROM json_each(?))' : ''
  for (const row of store.iterate(`SELECT ${UNIT} FROM units WHERE at IS NOT NULL${inside} ORDER BY at DESC`, values)) {
    const unit = toUnit(row)
    if (!narrowing.kinds.includes(unit.kind) || !narrowing.isWanted(unit)) continue
    const group = seen.get(unit.session)
    if (group) group.push(unit)
    else seen.set(unit.session, [unit])
  }
  return [...seen].map(([session, units]) => ({ session, units: preferProse(units), hints: [], score: 0 }))
}

const MAX_PLACES = 50

/** The call itself, else the prose of that turn. */
export function findUnit(store: Store, place: Place, narrowing: Narrowing): UnitMatch | undefined {
  const { session, agent, turn, call } = place
  const rows =
    call === undefined
      ? []
      : store.all(`SELECT ${UNIT} FROM units WHERE session = ? AND agent = ? AND kind = 'tool' AND number = ?`, [
          session,
          agent,
          call,
        ])
  const prose = `SELECT ${UNIT} FROM units WHERE session = ? AND agent = ? AND kind = 'prose' AND first_turn <= ? AND last_turn >= ?`
  return [...rows, ...store.all(`${prose} ORDER BY number LIMIT 3`, [session, agent, turn, turn])]
    .map(toUnit)
    .find(unit => narrowing.kinds.includes(unit.kind) && narrowing.isWanted(unit))
}

function unique(units: readonly UnitMatch[]): readonly UnitMatch[] {
  return [...new Map(units.map(unit => [unit.unit, unit])).values()]
}

/** What was said tells more of a session than one of its calls. */
function preferProse(units: readonly UnitMatch[]): readonly UnitMatch[] {
  return [...units].sort((a, b) => Number(a.kind === 'tool') - Number(b.kind === 'tool') || (b.at ?? 0) - (a.at ?? 0))
}

function bySessions(store: Store, { sessions }: Narrowing): readonly RankedSession[] {
  if (!sessions) return []
  const rows = store.all(
    `SELECT ${UNIT} FROM units WHERE unit IN (
       SELECT min(unit) FROM units WHERE agent = '' AND session IN (SELECT value FROM json_each(?))
         AND number = 0 GROUP BY session, kind)
     ORDER BY kind`,
    [JSON.stringify([...sessions])],
  )
  const first = new Map<number, UnitMatch>()
  for (const unit of rows.map(toUnit)) if (!first.has(unit.session)) first.set(unit.session, unit)
  const newest = store.all(
    'SELECT session FROM sessions WHERE session IN (SELECT value FROM json_each(?)) ORDER BY ended_at DESC, session',
    [JSON.stringify([...first.keys()])],
  )
  return newest.map(({ session }) => ({
    session: session as number,
    units: [first.get(session as number) as UnitMatch],
    hints: [],
    score: 0,
  }))
}

export function toUnit(row: Row): UnitMatch {
  return {
    unit: row.unit as number,
    session: row.session as number,
    agent: row.agent as string,
    kind: row.kind as UnitKind,
    number: row.number as number,
    firstTurn: row.first_turn as number,
    lastTurn: row.last_turn as number,
    firstEntry: row.first_entry as number,
    lastEntry: row.last_entry as number,
    at: (row.at as number | null) ?? undefined,
    chars: row.chars as number,
    score: 0,
    fit: 'some',
  }
}
