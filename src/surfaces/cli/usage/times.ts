import type { UsageCut } from '../../../query/usage/cuts/cut.ts'
import { shorten } from '../../../text/head.ts'
import type { Calendar, DateRange } from '../../../time/calendar.ts'
import { parseSince, parseUntil } from '../../../time/parse-since.ts'
import { createZone, localZone, type Zone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { type CommandRequest, countOption, textOption } from '../define-command.ts'
import { machineZoneName } from '../machine-zone.ts'

/** Which time a report is about, in the zone that its days are of (R30). */
export interface UsageTimes {
  readonly zone: Zone
  /** Epoch milliseconds: from then on, and before. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** `--last` of a report by blocks: only the requests can say when these began. */
  readonly lastBlocks: number | undefined
}

type ZonedApp = Pick<App, 'config' | 'env' | 'platform'>
type UsageApp = ZonedApp & Pick<App, 'now'>

export function readUsageTimes(app: UsageApp, request: CommandRequest, cut: Pick<UsageCut, 'name'>): UsageTimes {
  const zone = usageZone(app, request)
  const now = app.now()
  const last = countOption(request, 'last')
  if (last !== undefined && textOption(request, 'since') !== undefined) throw lastWithSince()
  const until = requireBound(request, 'until', text => parseUntil(text, now, zone.calendar))
  const since = requireBound(request, 'since', text => parseSince(text, now, zone.calendar))
  if (since !== undefined && until !== undefined && since >= until) throw sinceAfterUntil(request)
  if (last === undefined) return { zone, since, until, lastBlocks: undefined }
  if (cut.name === 'blocks') return { zone, since, until, lastBlocks: last }
  const range = lastRange(last, cut.name, { calendar: zone.calendar, at: lastMoment(now, until) })
  return { zone, since: range.from, until: Math.min(until ?? range.to, range.to), lastBlocks: undefined }
}

/** `--tz`, else `--timezone`, else the setting, else the machine's. */
export function usageZone(app: ZonedApp, request: CommandRequest): Zone {
  const name = textOption(request, 'tz') ?? textOption(request, 'timezone') ?? app.config.zone
  if (name === undefined) return localZone(() => machineZoneName(app))
  const zone = createZone(name.trim())
  if (zone) return zone
  throw new UserError({
    code: 'bad-zone',
    message: `there is no time zone "${shorten(name)}"`,
    hint: 'Write it as Europe/Berlin, America/New_York, UTC or +02:00.',
  })
}

/** With `--until` the last days are those before it. */
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
  request: CommandRequest,
  name: 'since' | 'until',
  parse: (text: string) => number | undefined,
): number | undefined {
  const text = textOption(request, name)
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

function sinceAfterUntil(request: CommandRequest): UserError {
  const since = shorten(textOption(request, 'since') ?? '')
  const until = shorten(textOption(request, 'until') ?? '')
  return new UserError({
    code: 'since-after-until',
    message: `nothing lies between --since "${since}" and --until "${until}"`,
    hint: '--since must be the earlier one.',
  })
}
