import { shorten } from '../../text/head.ts'
import type { Calendar, DateRange } from '../../time/calendar.ts'
import { parseSince, parseUntil } from '../../time/parse-since.ts'
import type { Zone } from '../../time/zone.ts'
import { UserError } from '../../user-error.ts'
import type { UsageCut } from './cuts/cut.ts'

/** Times as somebody typed them. */
export interface TypedTimes {
  readonly since: string | undefined
  readonly until: string | undefined
  /** So many days; weeks, months or blocks of those reports. */
  readonly last: number | undefined
}

/** Which time a report is about. */
export interface UsageTimes {
  /** Epoch milliseconds: from then on, and before. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** `last` of a report by blocks: only the requests can say when these began. */
  readonly lastBlocks: number | undefined
}

/** In the zone that the report's days are of (R30). */
export function readUsageTimes(
  typed: TypedTimes,
  { zone, now }: { readonly zone: Zone; readonly now: number },
  cut: Pick<UsageCut, 'name'>,
): UsageTimes {
  const { last } = typed
  if (last !== undefined && typed.since !== undefined) throw lastWithSince()
  const until = requireBound('until', typed.until, text => parseUntil(text, now, zone.calendar))
  const since = requireBound('since', typed.since, text => parseSince(text, now, zone.calendar))
  if (since !== undefined && until !== undefined && since >= until) throw sinceAfterUntil(typed)
  if (last === undefined) return { since, until, lastBlocks: undefined }
  if (cut.name === 'blocks') return { since, until, lastBlocks: last }
  const range = lastRange(last, cut.name, { calendar: zone.calendar, at: lastMoment(now, until) })
  return { since: range.from, until: Math.min(until ?? range.to, range.to), lastBlocks: undefined }
}

/** With `until` the last days are those before it. */
function lastMoment(now: number, until: number | undefined): number {
  return until === undefined ? now : Math.min(now, until - 1)
}

/**
 * The last so many days, weeks or months; the one that is not over yet is one of them. Behind it there may be requests,
 * too: of a machine whose clock is wrong.
 */
function lastRange(count: number, report: string, { calendar, at }: LastPlace): DateRange {
  const last = rangeAt(calendar, report, at)
  const begin =
    report === 'monthly'
      ? calendar.addMonths(at, 1 - count)
      : calendar.addDays(at, (1 - count) * (report === 'weekly' ? 7 : 1))
  // More days than the calendar has: then all of them.
  return { from: rangeAt(calendar, report, begin)?.from ?? 0, to: last?.to ?? at + 1 }
}

interface LastPlace {
  readonly calendar: Calendar
  readonly at: number
}

function rangeAt(calendar: Calendar, report: string, at: number): DateRange | undefined {
  if (report === 'weekly') return calendar.weekAt(at)
  return report === 'monthly' ? calendar.monthAt(at) : calendar.dayAt(at)
}

function requireBound(
  name: 'since' | 'until',
  text: string | undefined,
  parse: (text: string) => number | undefined,
): number | undefined {
  if (text === undefined) return undefined
  const at = parse(text)
  if (at !== undefined) return at
  throw new UserError({
    code: 'bad-time',
    message: `--${name} does not know the time "${shorten(text)}"`,
    hint: 'Write it as 7d, 12h, 2w, today, yesterday, last month, 2026-11, 2026-11-01 or 2026-11-01T09:30.',
  })
}

function lastWithSince(): UserError {
  return new UserError({
    code: 'last-with-since',
    message: '--last and --since both say where to begin',
    hint: 'Leave out one of them.',
  })
}

function sinceAfterUntil({ since = '', until = '' }: TypedTimes): UserError {
  return new UserError({
    code: 'since-after-until',
    message: `nothing lies between --since "${shorten(since)}" and --until "${shorten(until)}"`,
    hint: '--since must be the earlier one.',
  })
}
