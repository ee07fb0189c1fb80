import type { PagedRows } from '../../../../../render/view/paged-rows.ts'
import { type DataLevel, type LoadedRow, type UnitName, UnitRows, unitOf } from './unit.ts'

/** As much JSON as is kept of what was read before. */
const MAX_BYTES = 24_000_000

/** Rows that are here, by unit and level. What was used last is kept longest. */
export class RowCache {
  private readonly units = new Map<string, UnitRows>()
  private bytes = 0
  private clock = 0

  get(unit: UnitName, level: DataLevel): UnitRows | undefined {
    return this.units.get(keyOf(unit, level))
  }

  /** Notes that somebody looks at it. */
  use(unit: UnitName, level: DataLevel): void {
    const found = this.get(unit, level)
    if (found) found.usedAt = ++this.clock
  }

  /** `isAnew`: what stood there is told again from `offset` on. */
  put(page: PagedRows, sizeBytes: number, isAnew = false): void {
    const unit = unitOf(page.agent === undefined ? { turn: page.turn } : { agent: page.agent })
    const level = dataLevel(page.level)
    const known = this.get(unit, level) ?? new UnitRows()
    this.units.set(keyOf(unit, level), known)
    const old = isAnew ? known.rows.splice(page.offset) : []
    if (isAnew) known.end = undefined
    for (const [at, { row, isCut, ...more }] of page.rows.entries()) {
      const place = page.offset + at
      const index = 'index' in more && typeof more.index === 'number' ? more.index : place
      const name = nameOf(unit, level, { index, isPlaced: 'index' in more || level !== 'answers' })
      const fresh: LoadedRow = { name, unit, level, index, row, isCut }
      known.rows[place] = sameOr(old[at], fresh)
    }
    if (!page.hasMore) known.end = page.offset + page.rows.length
    known.bytes += sizeBytes
    known.usedAt = ++this.clock
    this.bytes += sizeBytes
  }

  /** A row as it is recorded, in the place of one that ended early. */
  putWhole(loaded: LoadedRow, row: LoadedRow['row']): LoadedRow {
    const whole = { ...loaded, row, isCut: false }
    const known = this.get(loaded.unit, loaded.level)
    const at = known?.rows.indexOf(loaded) ?? -1
    if (known && at >= 0) known.rows[at] = whole
    return whole
  }

  drop(unit: UnitName): void {
    for (const level of ['answers', 'all', 'raw'] as const) this.dropOne(keyOf(unit, level))
  }

  clear(): void {
    this.units.clear()
    this.bytes = 0
  }

  names(): Iterable<UnitName> {
    return new Set([...this.units.keys()].map(key => key.slice(key.indexOf(' ') + 1)))
  }

  /** Lets go of what was not used for longest; true when something went. */
  trim(): boolean {
    if (this.bytes <= MAX_BYTES) return false
    const byAge = [...this.units].sort(([, one], [, other]) => one.usedAt - other.usedAt)
    for (const [key] of byAge) {
      if (this.bytes <= MAX_BYTES * 0.8 || this.units.size <= 2) break
      this.dropOne(key)
    }
    return true
  }

  private dropOne(key: string): void {
    this.bytes -= this.units.get(key)?.bytes ?? 0
    this.units.delete(key)
  }
}

function keyOf(unit: UnitName, level: DataLevel): string {
  return `${level} ${unit}`
}

function dataLevel(level: PagedRows['level']): DataLevel {
  return level === 'all' || level === 'raw' ? level : 'answers'
}

function nameOf(
  unit: UnitName,
  level: DataLevel,
  { index, isPlaced }: { readonly index: number; readonly isPlaced: boolean },
): string {
  if (level === 'raw') return `${unit}/r${index}`
  return isPlaced ? `${unit}/${index}` : `${unit}/~${index}`
}

/** The old value where nothing is new, so that what is drawn of it stays. */
function sameOr(old: LoadedRow | undefined, fresh: LoadedRow): LoadedRow {
  return old && old.name === fresh.name && JSON.stringify(old.row) === JSON.stringify(fresh.row) ? old : fresh
}
