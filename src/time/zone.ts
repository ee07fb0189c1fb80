import { type Calendar, type Clock, createCalendar, DAY, dateOfWall, dayOfWall, weekOfWall } from './calendar.ts'
import { findNamedOffsets } from './named-offsets.ts'
import { findChange, keepOffsets, type OffsetAt } from './zone-offsets.ts'

/** Days, weeks and months as people of one time zone count them (R30). */
export interface Zone extends Clock {
  /** IANA name, `Europe/Berlin`. */
  readonly name: string
  /** `2026-11-16`. */
  dayOf(at: number): string
  /** The Monday it begins with: `2026-11-16`. */
  weekOf(at: number): string
  /** `2026-11`. */
  monthOf(at: number): string
  /** Of the day: `09:05`. */
  timeOf(at: number): string
  /** Where days, weeks and months begin and end. */
  readonly calendar: Calendar
}

/** Undefined where there is no such zone. Names in any case, and offsets such as `+02:00`. */
export function createZone(name: string): Zone | undefined {
  const found = findNamedOffsets(name)
  return found && { name: found.name, ...zoneParts(found.offsetAt) }
}

/**
 * The machine's. It asks `Date`, which needs no Intl. Only the name does, which takes 20 ms the first time: `findName` may
 * know it otherwise.
 */
export function localZone(findName: () => string | undefined = () => undefined): Zone {
  return {
    get name() {
      const known = findName()
      if (known !== undefined) return known
      // Without any sign of a zone Node says undefined or Etc/Unknown, and Date goes by UTC.
      const name = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''
      return name === '' || name === 'Etc/Unknown' ? 'UTC' : name
    },
    ...zoneParts(at => new Date(at).getTimezoneOffset() * -60_000),
  }
}

function zoneParts(read: OffsetAt): Omit<Zone, 'name'> {
  const offsetAt = keepOffsets(read)
  const wallOf = (at: number) => at + offsetAt(at)
  const days = new Map<number, DayNames>()
  // Requests come in the order of time: most are of the same day as the one before.
  let known = { from: 0, to: 0, names: nameDay(0) }
  const namesAt = (at: number): DayNames => {
    if (at >= known.from && at < known.to) return known.names
    const offset = offsetAt(at)
    const day = Math.floor((at + offset) / DAY)
    const names = days.get(day) ?? nameDay(day)
    days.set(day, names)
    const from = day * DAY - offset
    const isPlain = offsetAt(from) === offset && offsetAt(from + DAY - 1) === offset
    known = { from, to: isPlain ? from + DAY : from, names }
    return names
  }
  const clock = { wallOf, momentOf: (wall: number) => findMoment(wall, offsetAt) }
  return {
    ...clock,
    dayOf: at => namesAt(at).day,
    weekOf: at => namesAt(at).week,
    monthOf: at => namesAt(at).month,
    timeOf: at => formatWallTime(wallOf(at)),
    calendar: createCalendar(clock),
  }
}

interface DayNames {
  readonly day: string
  readonly week: string
  readonly month: string
}

function nameDay(day: number): DayNames {
  const wall = day * DAY
  const text = formatWallDay(wall)
  return { day: text, week: formatWallDay(weekOfWall(wall)), month: text.slice(0, -3) }
}

/** `2026-11-16`. */
export function formatWallDay(wall: number): string {
  const { year, month, day } = dateOfWall(Math.min(Math.max(wall, -MAX_TIME), MAX_TIME))
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/** What `Date` can hold: clocks ahead of UTC show more at the very end. */
const MAX_TIME = 8.64e15

function formatWallTime(wall: number): string {
  const minutes = Math.floor((wall - dayOfWall(wall)) / 60_000)
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** Clocks may show a time twice (the first counts) or leap over it (the leap counts). */
function findMoment(wall: number, offsetAt: OffsetAt): number {
  // No zone is a day from UTC, so one of these offsets is that of the moment.
  const before = offsetAt(wall - DAY)
  const after = offsetAt(wall + DAY)
  const early = wall - Math.max(before, after)
  const late = wall - Math.min(before, after)
  if (early + offsetAt(early) === wall) return early
  if (late + offsetAt(late) === wall) return late
  return findChange({ from: early, to: late, before }, offsetAt)
}
