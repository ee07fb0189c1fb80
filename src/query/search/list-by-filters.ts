import type { TextColumn } from '../../model/text-column.ts'
import type { SqlValue } from '../../store/define-table.ts'
import { FULL_TEXTS } from '../../store/full-text.ts'
import type { Store } from '../../store/store.ts'
import type { Place } from './filter-choices.ts'
import { toUnit, type UnitMatch } from './match-units.ts'
import type { Narrowing } from './narrow.ts'
import type { RankedSession } from './rank-sessions.ts'

const UNIT = 'unit, session, agent, kind, number, first_turn, last_turn, first_entry, last_entry, first_at, at, chars'

/** A filter alone is a query: what it leaves, newest first, shown where the filter fits, else where the session begins. */
export function listByFilters(
  store: Store,
  narrowing: Narrowing,
  unwanted: ReadonlySet<number>,
): readonly RankedSession[] {
  const isWanted = (unit: UnitMatch): boolean => !unwanted.has(unit.unit) && narrowing.isWanted(unit)
  const isWhole = !narrowing.isFine && !narrowing.columns && narrowing.kinds.length > 1 && unwanted.size === 0
  const ranked =
    narrowing.places.size > 0
      ? byPlaces(store, narrowing, isWanted)
      : isWhole
        ? bySessions(store, narrowing)
        : byUnits(store, narrowing, isWanted)
  return ranked.map((session, at) => ({ ...session, score: 1 / (1 + at) }))
}

type IsWanted = (unit: UnitMatch) => boolean

const MAX_PLACES = 50

function byPlaces(store: Store, narrowing: Narrowing, isWanted: IsWanted): readonly RankedSession[] {
  const { sessions, places } = narrowing
  const candidates = [...places].filter(([session]) => sessions === undefined || sessions.has(session))
  candidates.sort((a, b) => (b[1][0]?.at ?? 0) - (a[1][0]?.at ?? 0))
  return candidates.flatMap(([session, list]) => {
    const units = list.slice(0, MAX_PLACES).flatMap(place => findUnit(store, place, narrowing, isWanted) ?? [])
    const distinct = [...new Map(units.map(unit => [unit.unit, unit])).values()]
    return distinct.length > 0 ? [{ session, units: distinct, hints: [], score: 0 }] : []
  })
}

/** The call itself, else the prose of that turn. */
export function findUnit(
  store: Store,
  { session, agent, turn, call, entry }: Place,
  { kinds }: Pick<Narrowing, 'kinds'>,
  isWanted: IsWanted,
): UnitMatch | undefined {
  const place = `SELECT ${UNIT} FROM units WHERE session = ? AND agent = ?`
  const calls = call === undefined ? [] : store.all(`${place} AND kind = 'tool' AND number = ?`, [session, agent, call])
  const prose = `${place} AND kind = 'prose'`
  const around =
    entry === undefined
      ? []
      : store.all(`${prose} AND first_entry <= ? AND last_entry >= ? LIMIT 3`, [session, agent, entry, entry])
  const inTurn = `${prose} AND first_turn <= ? AND last_turn >= ? ORDER BY number LIMIT 3`
  return [...calls, ...around, ...store.all(inTurn, [session, agent, turn, turn])]
    .map(toUnit)
    .find(unit => kinds.includes(unit.kind) && isWanted(unit))
}

/** Newest units first; what was said tells more of a session than one of its calls. */
function byUnits(store: Store, { sessions, kinds, columns }: Narrowing, isWanted: IsWanted): readonly RankedSession[] {
  const found = new Map<number, UnitMatch[]>()
  const values: SqlValue[] = sessions ? [JSON.stringify([...sessions])] : []
  const inside = sessions ? ' WHERE session IN (SELECT value FROM json_each(?))' : ''
  for (const row of store.iterate(`SELECT ${UNIT} FROM units${inside} ORDER BY at DESC, unit`, values)) {
    const unit = toUnit(row)
    if (!kinds.includes(unit.kind) || !isWanted(unit)) continue
    if (columns && !holdsWords(store, unit, columns)) continue
    const group = found.get(unit.session)
    if (group) group.push(unit)
    else found.set(unit.session, [unit])
  }
  return [...found].map(([session, units]) => ({ session, units: preferProse(units), hints: [], score: 0 }))
}

/** The full-text table knows how many words each column of a unit has: one number after the other, seven bits a byte. */
function holdsWords(store: Store, unit: UnitMatch, wanted: readonly TextColumn[]): boolean {
  const { name, columns } = FULL_TEXTS[unit.kind]
  const sizes = store.get(`SELECT sz FROM ${name}_docsize WHERE id = ?`, [unit.unit])?.sz as Uint8Array | undefined
  let column = 0
  let words = 0
  for (const byte of sizes ?? []) {
    words = words * 128 + (byte & 127)
    if (byte >= 128) continue
    if (words > 0 && wanted.includes(columns[column] as TextColumn)) return true
    column++
    words = 0
  }
  return false
}

function preferProse(units: readonly UnitMatch[]): readonly UnitMatch[] {
  return [...units].sort((a, b) => Number(a.kind === 'tool') - Number(b.kind === 'tool') || (b.at ?? 0) - (a.at ?? 0))
}

/** Whole sessions, shown where they begin. */
function bySessions(store: Store, { sessions }: Narrowing): readonly RankedSession[] {
  const inside = sessions ? ' AND session IN (SELECT value FROM json_each(?))' : ''
  const values: SqlValue[] = sessions ? [JSON.stringify([...sessions])] : []
  const rows = store.all(
    `SELECT ${UNIT} FROM units WHERE unit IN (
       SELECT min(unit) FROM units WHERE agent = ''${inside} AND number = 0 GROUP BY session, kind)
     ORDER BY kind`,
    values,
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
