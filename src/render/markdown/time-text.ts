import { formatIso } from '../../time/day.ts'

/** Times the same on every machine: an offset is given, never looked up. */
export interface TimeText {
  /** `2026-11-16 09:05 UTC`, `2026-11-16 11:05 +02:00`; empty where there is no time. */
  moment(at: number | undefined): string
  /** `2026-11-16 09:05 – 10:12 UTC`. */
  span(from: number | undefined, to: number | undefined): string
}

export function createTimeText(utcOffsetMinutes: number): TimeText {
  const zone = zoneName(utcOffsetMinutes)
  const wall = (at: number | undefined): string =>
    at === undefined ? '' : (formatIso(at + utcOffsetMinutes * 60_000) ?? '').slice(0, 16).replace('T', ' ')
  const withZone = (text: string): string => (text === '' ? '' : `${text} ${zone}`)
  return {
    moment: at => withZone(wall(at)),
    span: (from, to) => {
      const start = wall(from)
      const end = wall(to)
      if (start === '' || end === '' || start === end) return withZone(start === '' ? end : start)
      return withZone(`${start} – ${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`)
    },
  }
}

function zoneName(offset: number): string {
  if (offset === 0) return 'UTC'
  const minutes = Math.abs(offset)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
