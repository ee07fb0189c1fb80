import type { Calendar, DateRange } from './calendar.ts'
import {
  agoRange,
  type DatePhrase,
  type DateWord,
  MONTHS,
  readDatePhrase,
  type Today,
  unitOf,
  type YearlyDate,
} from './date-phrase.ts'
import { localCalendar } from './local-calendar.ts'

/**
 * The time somebody means by `2026-11-01`, `20261101`, `2026-11`, `2026`, `today`, `2w` (the day that long ago),
 * `3 days ago`, `last week`, `this month`, `last 7 days`, `monday` (the last one, today too), `november`, `nov 2026`,
 * `8 may` (the last one), or `2026-11-16T09:30` (that minute); undefined where it is none. A hyphen or underscore may
 * stand for a space. In the machine's time zone unless another calendar is given, weeks from Monday on. What is before a date ends at its `from`; what is after it begins
 * there, so that `after 2026-11-01` holds that day.
 */
export function parseDateRange(text: string, now: number, calendar = localCalendar): DateRange | undefined {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LENGTH) return undefined
  const today = { now, calendar }
  return (
    parseTime(trimmed, calendar) ??
    parseCompact(trimmed, calendar) ??
    parseSpan(trimmed, today) ??
    parsePhrase(trimmed, today)
  )
}

const MAX_LENGTH = 100
const MINUTE = 60_000

function parseTime(text: string, { clock }: Calendar): DateRange | undefined {
  const [, offset] = /^\d{4}-\d{2}-\d{2}[tT ]\d{2}:\d{2}[\d:.]*(.*)$/.exec(text) ?? []
  if (offset === undefined) return undefined
  const iso = text.replace(/[t ]/, 'T')
  const from = offset === '' ? clock.momentOf(Date.parse(`${iso}Z`)) : Date.parse(iso)
  return Number.isNaN(from) ? undefined : { from, to: from + MINUTE }
}

/** `20261101`, as ccusage writes it. Only where a date is expected: in a sentence it is a number. */
function parseCompact(text: string, calendar: Calendar): DateRange | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  return calendar.dayRange(Number(year), Number(month), Number(day))
}

/** `2w`, `3 mo`. */
function parseSpan(text: string, today: Today): DateRange | undefined {
  const [, count, name] = /^(\d{1,5})\s*([a-z]+)$/i.exec(text) ?? []
  const unit = unitOf((name ?? '').toLowerCase())
  return unit && agoRange({ count: Number(count), unit }, today)
}

function parsePhrase(text: string, today: Today): DateRange | undefined {
  const isIso = /^\d{4}[-/]/.test(text)
  const words = (isIso ? [text] : text.split(/[\s_,-]+/))
    .filter(word => word !== '' && !/^(the|of)$/i.test(word))
    .map(word => ({ text: word.toLowerCase().replace(/\.$/, ''), isLast: false }))
  const found = readDatePhrase(words, 0, today)
  return found?.length === words.length ? toRange(found.when, today) : undefined
}

/** The last one that has begun. */
function toRange(when: DateRange | YearlyDate, { now, calendar }: Today): DateRange | undefined {
  if (!('month' in when)) return when
  const { month, day } = when
  const thisYear = calendar.dateAt(now).year
  // Eight years may lie between two 29ths of February.
  for (let year = thisYear; year >= thisYear - 8; year--) {
    const range = day === undefined ? calendar.monthRange(year, month) : calendar.dayRange(year, month, day)
    if (range && range.from <= now) return range
  }
  return undefined
}

/** A date in a sentence. Where the year is known it is a range, else a day or month of any year. */
export interface FoundDate {
  readonly when: DateRange | YearlyDate
  /** Which words say it; `in` or `on` before them is not among these. */
  readonly words: readonly number[]
}

/**
 * Dates inside an ordinary sentence: `last week`, `yesterday`, `two months ago` (that month), `on 8 May`, `May 8, 2023`,
 * `2026-11-01`. A month alone is one with a capital letter or after a word like `in`, a year alone only after one: `may`
 * is mostly a verb and `2023` mostly a number.
 */
export function findDates(words: readonly string[], now: number): readonly FoundDate[] {
  const read = words.map(toDateWord)
  const found: FoundDate[] = []
  for (let at = 0; at < read.length; ) {
    const phrase = readDatePhrase(read, at, { now, calendar: localCalendar })
    if (!phrase || !isMeant(phrase, { words, read, at, now })) {
      at++
      continue
    }
    found.push({
      when: phrase.around ?? phrase.when,
      words: Array.from({ length: phrase.length }, (_, more) => at + more),
    })
    at += phrase.length
  }
  return found
}

function toDateWord(word: string): DateWord {
  if (word.length > MAX_LENGTH) return { text: '', isLast: true }
  const [, text = '', end = ''] = /^["'(]*(.*?)(?:'s)?([.,;:?!)"']*)$/s.exec(word) ?? []
  const lower = text.toLowerCase()
  // `Nov. 8` goes on, `in May. 8 tests` does not.
  const isShort =
    end === '.' && /^[a-z]{3,4}$/.test(lower) && MONTHS.some(name => name !== lower && name.startsWith(lower))
  return { text: lower, isLast: end !== '' && end !== ',' && !isShort }
}

interface Sentence {
  readonly words: readonly string[]
  readonly read: readonly DateWord[]
  readonly at: number
  readonly now: number
}

const LEADS = new Set('in on during since until till before after from by around early late mid'.split(' '))
const VERBS = new Set(['may', 'march'])
/** Before it a number is one more often than a year. */
const MIN_YEAR = 2001

function isMeant({ form, when, length }: DatePhrase, { words, read, at, now }: Sentence): boolean {
  const hasLead =
    LEADS.has(read[at - 1]?.text ?? '') || (read[at - 1]?.text === 'the' && LEADS.has(read[at - 2]?.text ?? ''))
  const text = read[at]?.text ?? ''
  const isCapital = /^[("']*[A-Z][a-z]/.test(words[at] ?? '')
  if (form === 'time') return false
  if (form === 'weekday') return text.endsWith('day')
  if (form === 'year') return hasLead && Number(text) >= MIN_YEAR && Number(text) <= new Date(now).getFullYear() + 1
  if (form === 'calendar') return !isDoubtful(words[at + 1] ?? '', read[at + 1]?.text ?? '')
  if (!('month' in when)) return true
  if (form === 'month') {
    const beginsSentence = at === 0 || (read[at - 1]?.isLast ?? true)
    return hasLead || (isCapital && !(VERBS.has(text) && beginsSentence))
  }
  // `all 8 may fail` is no date, `8 May` and `on 8 may` are.
  const month = at + length - 1
  const isVerb = VERBS.has(read[month]?.text ?? '') && !/^[A-Z]/.test(words[month] ?? '')
  return hasLead || !isVerb || /[a-z]$/.test(text)
}

/** `the last may fail`, `who last sat there`. */
function isDoubtful(word: string, text: string): boolean {
  return /^[a-z]/.test(word) && (VERBS.has(text) || /^(mon|tue|wed|thu|fri|sat|sun|mar)$/.test(text))
}
