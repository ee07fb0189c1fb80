import { shorten } from '../../text/head.ts'
import { filterFrom, parseQuery } from './parse-query.ts'
import { FILTER_NAMES, type Filter, type FilterName, type SearchQuery } from './query.ts'

/**
 * A query as the shell hands it over: one argument for all, or one for each word. The shell has taken quotes away, so
 * that `cmd:"git push"` arrives as one argument with a space in it: beside others it is one filter. Alone it may as well
 * be a whole query, and is read as such, but for the words of a date.
 */
export function readWords(words: readonly string[], now: number): SearchQuery {
  const taken = words.map(word => takeFilter(word, { isAlone: words.length === 1, now }))
  const { notes, filters, ...query } = parseQuery(taken.map(({ rest }) => rest).join(' '), { now })
  return {
    ...query,
    text: words.join(' '),
    filters: [...taken.flatMap(({ filter }) => filter ?? []), ...filters],
    notes: [...notes, ...taken.flatMap(({ note }) => note ?? [])],
  }
}

/** What is left of an argument without the filter at its beginning. */
interface Taken {
  readonly rest: string
  readonly filter?: Filter
  readonly note?: string
}

const DATES: ReadonlySet<FilterName> = new Set(['before', 'after', 'on'])
/** Filters whose value may well have a space. */
const SPACED: ReadonlySet<FilterName> = new Set(['project', 'file', 'cmd', 'model', 'tool', 'agent', ...DATES])
/** `name:value more`, but not `a::b c` and `file:///a b`. */
const SPACED_FILTER = /^(-?)([a-z]{1,20}):(?!:|\/\/)(\S+\s.*)$/is
/** A second filter, or quotes: more than one value. */
const MORE = new RegExp(`["“”„«»]|\\s-?(?:${FILTER_NAMES.join('|')}):\\S`, 'i')
const MAX_DATE_WORDS = 6
/** Longer ones are questions, not values. */
const MAX_NOTED_WORDS = 4

function takeFilter(text: string, { isAlone, now }: { readonly isAlone: boolean; readonly now: number }): Taken {
  const [, minus, typed, value = ''] = SPACED_FILTER.exec(text) ?? []
  const name = FILTER_NAMES.find(known => known === typed?.toLowerCase())
  if (name === undefined || !SPACED.has(name) || MORE.test(value)) return { rest: text }
  const isNot = minus === '-'
  const whole = isAlone ? undefined : filterFrom(name, value, now)
  if (whole) return { rest: '', filter: { ...whole, isNot } }
  const words = value.trim().split(/\s+/)
  if (DATES.has(name)) return takeDate(words, name, now, isNot) ?? { rest: text }
  const [first = '', second] = words
  if (second === undefined || words.length > MAX_NOTED_WORDS) return { rest: text }
  const example = `'${name}:"${shorten(`${first} ${second}`)}"'`
  return { rest: text, note: `${name}: took "${shorten(first)}" alone; for more words write ${example}` }
}

/** As many words as make a date. */
function takeDate(words: readonly string[], name: FilterName, now: number, isNot: boolean): Taken | undefined {
  for (let count = Math.min(words.length, MAX_DATE_WORDS); count > 1; count--) {
    const filter = filterFrom(name, words.slice(0, count).join(' '), now)
    if (filter) return { rest: words.slice(count).join(' '), filter: { ...filter, isNot } }
  }
  return undefined
}
