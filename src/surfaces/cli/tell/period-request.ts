import type { WorkUsageRequest } from '../../../query/story/work-usage.ts'
import { requireText } from '../../../query/usage/asked-usage.ts'
import { shorten } from '../../../text/head.ts'
import { DAY, type DateRange } from '../../../time/calendar.ts'
import { parseIsoWeek } from '../../../time/iso-week.ts'
import { parseDateRange } from '../../../time/parse-moment.ts'
import type { Zone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { type CommandRequest, listArg, textOption } from '../define-command.ts'
import { usageZone } from '../usage/times.ts'

/** And an hour, where clocks were put back. */
const WEEK = 7 * DAY + 3_600_000

type Setting = Omit<WorkUsageRequest, 'from' | 'to'>

/** What the reports of a day or a week are asked with, but for the time. */
export function reportSetting(app: App, request: CommandRequest): Setting {
  return {
    scope: { project: requireText('project', textOption(request, 'project')), limits: undefined },
    zone: usageZone(app, request),
    now: app.now(),
    pricer: createAppPricer(app),
  }
}

/** The day that somebody typed, or today. */
export function dayRequest(app: App, request: CommandRequest): WorkUsageRequest {
  const setting = reportSetting(app, request)
  const { zone, now } = setting
  const text = listArg(request, 'date').join(' ').trim()
  const range = text === '' ? undefined : (findIsoWeek(text, setting) ?? requireRange(text, setting))
  const day = requireDay(zone, range?.from ?? now, text)
  if (range && range.to > day.to) {
    throw new UserError({
      code: 'bad-day',
      message: `"${shorten(text)}" is more than a day`,
      hint: `Ask for one day, or for a week: \`${app.commandName} week${range.to - range.from > WEEK ? '' : ` ${shorten(text)}`}\`.`,
    })
  }
  return { ...setting, ...day }
}

/** The week in which that day is, or this one. */
export function weekRequest(app: App, request: CommandRequest): WorkUsageRequest {
  const setting = reportSetting(app, request)
  const { zone, now } = setting
  const text = listArg(request, 'date').join(' ').trim()
  const range = text === '' ? undefined : (findIsoWeek(text, setting) ?? parseDateRange(text, now, zone.calendar))
  if (text !== '' && !range) throw badWeek(text)
  const week = zone.calendar.weekAt(range?.from ?? now)
  if (!week) throw badWeek(text)
  if (range && range.to - range.from > week.to - week.from) {
    throw new UserError({
      code: 'bad-week',
      message: `"${shorten(text)}" is more than a week`,
      hint: `Name a day of the week, or see many of them: \`${app.commandName} trends\`.`,
    })
  }
  return { ...setting, ...week }
}

/** `2026-W47`, `W47`: as `trends` names them. */
function findIsoWeek(text: string, { now, zone }: Setting): DateRange | undefined {
  const { clock, weekAt } = zone.calendar
  const monday = parseIsoWeek(text, clock.wallOf(now))
  return monday === undefined ? undefined : weekAt(clock.momentOf(monday))
}

function badWeek(text: string): UserError {
  return new UserError({
    code: 'bad-week',
    message: `"${shorten(text)}" is no week`,
    hint: 'Write it as last week, 2 weeks ago, 2026-W47, or a day of it: monday, 2026-11-01.',
  })
}

function requireRange(text: string, { now, zone }: Setting): DateRange {
  const range = parseDateRange(text, now, zone.calendar)
  if (!range) throw badDay(text)
  return range
}

function requireDay(zone: Zone, at: number, text: string): DateRange {
  const day = zone.calendar.dayAt(at)
  if (!day) throw badDay(text)
  return day
}

function badDay(text: string): UserError {
  return new UserError({
    code: 'bad-day',
    message: `"${shorten(text)}" is no day`,
    hint: 'Write it as today, yesterday, monday, 2026-11-01 or 3 days ago.',
  })
}
