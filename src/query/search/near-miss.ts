import { shorten } from '../../text/head.ts'
import { suggest } from '../../text/suggest.ts'
import { FILTER_NAMES, type FilterName, ROLES, STATES } from './query.ts'

/** Sentences about what looks like a filter and is none. It was taken as text; each says how it is written. */

/** Names from elsewhere: other tools, our own options. */
const OTHER_NAMES: ReadonlyMap<string, FilterName> = new Map([
  ['since', 'after'],
  ['until', 'before'],
  ['date', 'on'],
  ['repo', 'project'],
  ['path', 'file'],
  ['command', 'cmd'],
  ['prs', 'pr'],
])
/** Too short to be told from any other word by a letter that differs. */
const LONG_NAMES = FILTER_NAMES.filter(name => name.length > 2)

/** For `projct:api`; undefined where the name is near none. */
export function describeUnknownName(name: string, value: string): string | undefined {
  const typed = name.toLowerCase()
  const meant = OTHER_NAMES.get(typed) ?? (typed.length > 2 ? suggest(typed, LONG_NAMES) : undefined)
  return meant && `${show(name, value)} is taken as text: did you mean ${formatFilter(meant, value)}?`
}

/** For `role:foo`, `before:foo`. */
export function describeBadValue(name: FilterName, value: string): string {
  const choices: readonly string[] = CHOICES.get(name) ?? []
  const meant = suggest(value, choices)
  if (meant !== undefined) return `${show(name, value)} is taken as text: did you mean ${name}:${meant}?`
  if (choices.length > 0)
    return `${show(name, value)} is taken as text: ${name}: takes ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
  return `${show(name, value)} is taken as text: write a date as ${name}:2w, ${name}:yesterday, ${name}:last-week or ${name}:2026-11-01`
}

/** For `project: api`, and `project:` at the end. */
export function describeGap(name: FilterName, next: string | undefined): string {
  const example = formatFilter(name, next ?? 'value')
  return `"${name}:" is taken as text: a filter has no space after the colon, as in ${example}`
}

/** For `project:"api`. */
export function describeOpenQuote(name: FilterName, value: string): string {
  return `${show(name, value)} is taken as text: the quotes of its value are empty or not closed`
}

/** For `-name` among the options of a command. */
export function describeOption(word: string): string {
  return `"-${shorten(word)}" is taken as text, as this looks like a command: write -"${shorten(word)}" to leave out a word`
}

/** For `-name` at the beginning of a line of output. */
export function describePastedMinus(word: string): string {
  return `"-${shorten(word)}" is taken as text, as this looks like pasted output: write -"${shorten(word)}" to leave out a word`
}

export const CHOICES: ReadonlyMap<FilterName, readonly string[]> = new Map<FilterName, readonly string[]>([
  ['role', ROLES],
  ['is', STATES],
])

function show(name: string, value: string): string {
  return `"${name}:${shorten(value)}"`
}

function formatFilter(name: string, value: string): string {
  return /\s/.test(value) ? `${name}:"${shorten(value)}"` : `${name}:${shorten(value)}`
}
