import type { OffsetAt } from './zone-offsets.ts'

/** A zone of the time zone database, as Intl knows it. */
export interface NamedOffsets {
  /** As the zone is usually written. */
  readonly name: string
  readonly offsetAt: OffsetAt
}

/** Undefined where there is no such zone. */
export function findNamedOffsets(name: string): NamedOffsets | undefined {
  // The first use of Intl in a process takes 16 ms.
  if (name.toUpperCase() === 'UTC') return { name: 'UTC', offsetAt: () => 0 }
  const format = createFormat(name)
  return format && { name: spelledName(name, format), offsetAt: at => readOffset(at, format) }
}

function createFormat(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // Intl throws a RangeError for a name that it does not know.
    return undefined
  }
}

/** From `11/16/2026, 09:05:00`: numbers in this order, whatever stands between. */
function readOffset(at: number, format: Intl.DateTimeFormat): number {
  const numbers = (format.format(at).match(/\d+/g) ?? []).map(Number)
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = numbers
  const wall = new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
  return wall - Math.floor(at / 1000) * 1000
}

/** Intl knows some zones by an old name, as Asia/Katmandu: a name that somebody spelled right stays as it is. */
function spelledName(name: string, format: Intl.DateTimeFormat): string {
  const known = format.resolvedOptions().timeZone
  return known.toLowerCase() === name.toLowerCase() || name === name.toLowerCase() ? known : name
}
