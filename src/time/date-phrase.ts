import { type Calendar, type DateRange, isYear } from './calendar.ts'

/** A month, or a day in it, of whatever year: `in November`, `8 May`. Both count from 1. */
export interface YearlyDate {
  readonly month: number
  readonly day?: number
}

/** One word of a phrase, in lower case and without punctuation. */
export interface DateWord {
  readonly text: string
  /** What follows belongs to something else: a sentence ends here. */
  readonly isLast: boolean
}

export type DateForm = 'iso' | 'day' | 'time' | 'calendar' | 'ago' | 'weekday' | 'month' | 'day-month' | 'year'

/** A date as people say it, at some place among words. */
export interface DatePhrase {
  readonly form: DateForm
  readonly when: DateRange | YearlyDate
  /** The unit that `2 weeks ago` counts in, as a range: what somebody means who does not remember the day. */
  readonly around?: DateRange | undefined
  /** Words it takes. */
  readonly length: number
}

interface Place {
  readonly words: readonly DateWord[]
  readonly at: number
  readonly today: Today
}

/** Now, and where: what dates such as `yesterday` are counted from. */
export interface Today {
  readonly now: number
  readonly calendar: Calendar
}

/** The longest phrase that begins at this word; undefined where none does. */
export function readDatePhrase(words: readonly DateWord[], at: number, today: Today): DatePhrase | undefined {
  for (const read of READERS) {
    const found = read({ words, at, today })
    if (found) return found
  }
  return undefined
}

const READERS: readonly ((place: Place) => DatePhrase | undefined)[] = [
  readIso,
  readToday,
  readCalendar,
  readAgo,
  readWeekday,
  readDayMonth,
  readMonth,
  readYear,
]

export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** `2026-11-01`, `2026/11/01`, `2026-11`. Day and month the other way round mean different days to different people. */
function readIso({ words, at, today: { calendar } }: Place): DatePhrase | undefined {
  const [, year, , month, day] = /^(\d{4})([-/])(\d{1,2})(?:\2(\d{1,2}))?$/.exec(wordAt(words, at)) ?? []
  if (year === undefined) return undefined
  const when =
    day === undefined
      ? calendar.monthRange(Number(year), Number(month))
      : calendar.dayRange(Number(year), Number(month), Number(day))
  return when && { form: 'iso', when, length: 1 }
}

function readToday({ words, at, today: { now, calendar } }: Place): DatePhrase | undefined {
  const days = { today: 0, yesterday: -1 }[wordAt(words, at)]
  const when = days === undefined ? undefined : calendar.dayAt(calendar.addDays(now, days))
  return when && { form: 'day', when, length: 1 }
}

/** `this week`, `last month`, `last Monday`, `last May`, `last 3 days`. */
function readCalendar(place: Place): DatePhrase | undefined {
  const { words, at, today } = place
  const which = wordAt(words, at)
  if (which !== 'this' && which !== 'last' && which !== 'past') return undefined
  const next = wordAfter(words, at)
  const when = which === 'this' ? unitAt(next, today, 0) : (unitAt(next, today, -1) ?? lastNamed(next, today))
  if (when) return { form: 'calendar', when, length: 2 }
  const span = which === 'this' ? undefined : readSpan({ ...place, at: at + 1 })
  const from = span && !words[at]?.isLast ? agoRange(span, today) : undefined
  if (!span || !from) return undefined
  const to = today.calendar.dayAt(today.now)?.to ?? today.now
  return { form: 'calendar', when: { from: from.from, to }, length: 3 }
}

function unitAt(unit: string, { now, calendar }: Today, offset: 0 | -1): DateRange | undefined {
  if (unit === 'week') return calendar.weekAt(calendar.addDays(now, 7 * offset))
  if (unit === 'month') return calendar.monthAt(calendar.addMonths(now, offset))
  return unit === 'year' ? calendar.yearAt(calendar.addMonths(now, 12 * offset)) : undefined
}

/** Before today, and before this month. */
function lastNamed(name: string, { now, calendar }: Today): DateRange | undefined {
  const date = calendar.dateAt(now)
  const weekday = nameIndex(WEEKDAYS, name)
  if (weekday !== undefined) {
    return calendar.dayAt(calendar.addDays(now, -((date.daysSinceMonday - weekday + 6) % 7) - 1))
  }
  const month = nameIndex(MONTHS, name)
  if (month === undefined) return undefined
  return calendar.monthRange(date.year - (month + 1 < date.month ? 0 : 1), month + 1)
}

/** `3 days ago`, `a week ago`. */
function readAgo(place: Place): DatePhrase | undefined {
  const span = readSpan(place)
  if (!span || wordAfter(place.words, place.at + 1) !== 'ago') return undefined
  const when = agoRange(span, place.today)
  if (!when) return undefined
  const form = span.unit === 'hour' || span.unit === 'minute' ? 'time' : 'ago'
  return { form, when, around: aroundOf(span.unit, when, place.today.calendar), length: 3 }
}

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export interface Span {
  readonly count: number
  readonly unit: Unit
}

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ['m', 'minute'],
  ['min', 'minute'],
  ['minute', 'minute'],
  ['h', 'hour'],
  ['hr', 'hour'],
  ['hour', 'hour'],
  ['d', 'day'],
  ['day', 'day'],
  ['w', 'week'],
  ['wk', 'week'],
  ['week', 'week'],
  ['mo', 'month'],
  ['month', 'month'],
  ['y', 'year'],
  ['yr', 'year'],
  ['year', 'year'],
])

export function unitOf(text: string): Unit | undefined {
  return UNITS.get(text) ?? (text.length > 2 && text.endsWith('s') ? UNITS.get(text.slice(0, -1)) : undefined)
}

/** `3 days`, `two weeks`, `a month`. */
function readSpan({ words, at }: Place): Span | undefined {
  const first = wordAt(words, at)
  const named = first === 'a' || first === 'an' ? 1 : NUMBERS.indexOf(first) + 1
  const count = named > 0 ? named : /^\d{1,5}$/.test(first) ? Number(first) : undefined
  const unit = unitOf(wordAfter(words, at))
  return count === undefined || unit === undefined ? undefined : { count, unit }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** That long ago: the day, or for minutes and hours as much time from then on. */
export function agoRange({ count, unit }: Span, { now, calendar }: Today): DateRange | undefined {
  if (unit === 'minute') return { from: now - count * MINUTE, to: now - count * MINUTE + MINUTE }
  if (unit === 'hour') return { from: now - count * HOUR, to: now - count * HOUR + HOUR }
  if (unit === 'day' || unit === 'week') {
    return calendar.dayAt(calendar.addDays(now, -count * (unit === 'week' ? 7 : 1)))
  }
  return calendar.dayAt(calendar.addMonths(now, -count * (unit === 'year' ? 12 : 1)))
}

function aroundOf(unit: Unit, { from }: DateRange, calendar: Calendar): DateRange | undefined {
  if (unit === 'week') return calendar.weekAt(from)
  if (unit === 'month') return calendar.monthAt(from)
  return unit === 'year' ? calendar.yearAt(from) : undefined
}

/** The last one, which may be today. */
function readWeekday({ words, at, today: { now, calendar } }: Place): DatePhrase | undefined {
  const weekday = nameIndex(WEEKDAYS, wordAt(words, at))
  if (weekday === undefined) return undefined
  const { daysSinceMonday } = calendar.dateAt(now)
  const when = calendar.dayAt(calendar.addDays(now, -((daysSinceMonday - weekday + 7) % 7)))
  return when && { form: 'weekday', when, length: 1 }
}

/** `8 May`, `8th of May 2023`. */
function readDayMonth({ words, at, today }: Place): DatePhrase | undefined {
  const day = dayIn(wordAt(words, at))
  if (day === undefined || words[at]?.isLast) return undefined
  const monthAt = wordAt(words, at + 1) === 'of' ? at + 2 : at + 1
  const month = nameIndex(MONTHS, wordAt(words, monthAt))
  if (month === undefined) return undefined
  const date = { year: yearIn(wordAfter(words, monthAt)), month: month + 1, day }
  return datePhrase(date, monthAt - at + 1, today)
}

/** `May`, `May 8`, `May 2023`, `May 8th, 2023`. */
function readMonth({ words, at, today }: Place): DatePhrase | undefined {
  const month = nameIndex(MONTHS, wordAt(words, at))
  if (month === undefined) return undefined
  const next = wordAfter(words, at)
  const day = dayIn(next)
  const year = yearIn(day === undefined ? next : wordAfter(words, at + 1))
  const dated = day === undefined ? undefined : datePhrase({ year, month: month + 1, day }, 2, today)
  return dated ?? datePhrase({ year: yearIn(next), month: month + 1, day: undefined }, 1, today)
}

function datePhrase(
  date: { readonly year: number | undefined; readonly month: number; readonly day: number | undefined },
  length: number,
  { calendar }: Today,
): DatePhrase | undefined {
  const { year, month, day } = date
  const form = day === undefined ? 'month' : 'day-month'
  if (year === undefined) {
    if (day === undefined) return { form, when: { month }, length }
    // 2024 has the most days a year can have.
    return calendar.dayRange(2024, month, day) && { form, when: { month, day }, length }
  }
  const when = day === undefined ? calendar.monthRange(year, month) : calendar.dayRange(year, month, day)
  return when && { form, when, length: length + 1 }
}

function readYear({ words, at, today }: Place): DatePhrase | undefined {
  const year = yearIn(wordAt(words, at))
  const when = year === undefined ? undefined : today.calendar.yearRange(year)
  return when && { form: 'year', when, length: 1 }
}

function yearIn(text: string): number | undefined {
  return /^\d{4}$/.test(text) && isYear(Number(text)) ? Number(text) : undefined
}

function dayIn(text: string): number | undefined {
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text) ?? []
  return day !== undefined && Number(day) >= 1 && Number(day) <= 31 ? Number(day) : undefined
}

/** By the whole name or its first letters, as `nov`, `sept`, `tues` and `thurs`. */
function nameIndex(names: readonly string[], text: string): number | undefined {
  if (text.length < 3) return undefined
  const at = names.findIndex(name => name === text || (text.length <= 5 && name.startsWith(text)))
  return at < 0 ? undefined : at
}

function wordAt(words: readonly DateWord[], at: number): string {
  return words[at]?.text ?? ''
}

/** Empty where the phrase ends with this one. */
function wordAfter(words: readonly DateWord[], at: number): string {
  return words[at]?.isLast ? '' : wordAt(words, at + 1)
}
