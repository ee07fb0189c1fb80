import type { Marks } from '../../archive/marks.ts'
import type { TextColumn } from '../../model/text-column.ts'
import type { UnitKind } from '../../store/full-text.ts'
import type { Store } from '../../store/store.ts'
import { CHOICES, type Choice, type Place, type TextPlace, type UnitPlace } from './filter-choices.ts'
import type { Filter } from './query.ts'

/** What the filters leave. */
export interface Narrowing {
  /** Undefined: all. */
  readonly sessions: ReadonlySet<number> | undefined
  readonly columns: readonly TextColumn[] | undefined
  readonly kinds: readonly UnitKind[]
  /** Between these times, which the index can tell by itself. */
  readonly time: { readonly from: number | undefined; readonly to: number | undefined }
  /** Conditions on single units remain, beyond those on whole sessions. */
  readonly isFine: boolean
  isWanted(unit: UnitPlace): boolean
  /** A unit spans two turns: of those that are wanted, this text is one that the filters mean. */
  isWantedText(text: TextPlace): boolean
  /** Places that filters name, by session, newest first: a session without words to find is shown there. */
  readonly places: ReadonlyMap<number, readonly Place[]>
}

/**
 * Filters of one name are alternatives (`project:a project:b`), filters of different names must all fit. Those on files,
 * commits, pull requests, branches and the like choose sessions; those on tools, commands, errors, roles and times choose
 * the turns in them. `limits`: what holds whatever was typed.
 */
export function narrow(
  store: Store,
  marks: Marks,
  filters: readonly Filter[],
  limits: readonly Choice[] = [],
): Narrowing {
  const groups = new Map<string, Choice[]>()
  for (const { name, value, isNot, range } of filters) {
    const choice = CHOICES[name]({ store, marks, value, range })
    // Each exclusion must hold by itself, and so must the two ends of a time.
    const key = isNot || name === 'before' || name === 'after' || name === 'is' ? `${groups.size} ${name}` : name
    const group = groups.get(key) ?? []
    groups.set(key, [...group, isNot ? exclude(store, choice) : choice])
  }
  const choices = [...[...groups.values()].map(anyOf), ...limits]
  const isWanted = choices.flatMap(choice => (choice.isWanted ? [choice.isWanted] : []))
  const kinds = choices.flatMap(choice => (choice.kinds ? [choice.kinds] : []))
  const isWantedText = choices.flatMap(choice => (choice.isWantedText ? [choice.isWantedText] : []))
  return {
    sessions: choices.reduce<ReadonlySet<number> | undefined>(
      (left, { sessions }) => intersect(left, sessions),
      undefined,
    ),
    columns: choices.reduce<readonly TextColumn[] | undefined>(
      (left, { columns }) => (left && columns ? left.filter(column => columns.includes(column)) : (left ?? columns)),
      undefined,
    ),
    kinds: (['prose', 'tool'] as const).filter(kind => kinds.every(wanted => wanted.includes(kind))),
    time: timeOf(filters),
    isFine: isWanted.length > 0,
    isWanted: unit => isWanted.every(wanted => wanted(unit)),
    isWantedText: text => isWantedText.every(wanted => wanted(text)),
    places: groupPlaces(choices.flatMap(choice => choice.places ?? [])),
  }
}

/** Times that must all hold; alternatives (`on:` twice) and exclusions are left to `isWanted`. */
function timeOf(filters: readonly Filter[]): Narrowing['time'] {
  const ranges = filters.filter(({ isNot, name }) => {
    return !isNot && (name !== 'on' || filters.filter(other => other.name === 'on').length === 1)
  })
  const from = ranges.flatMap(({ range }) => range?.from ?? [])
  const to = ranges.flatMap(({ range }) => range?.to ?? [])
  return {
    from: from.length > 0 ? Math.max(...from) : undefined,
    to: to.length > 0 ? Math.min(...to) : undefined,
  }
}

function exclude(store: Store, choice: Choice): Choice {
  const { sessions, isWanted, isOther, isWantedText, isOtherText, columns, kinds } = choice
  if (isWanted) {
    const other = isOtherText ?? (isWantedText && ((text: TextPlace) => !isWantedText(text)))
    return { isWanted: isOther ?? (unit => !isWanted(unit)), ...(other ? { isWantedText: other } : {}) }
  }
  if (sessions) {
    const rows = store.all('SELECT session FROM sessions')
    return { sessions: new Set(rows.map(row => row.session as number).filter(session => !sessions.has(session))) }
  }
  if (columns) return { columns: ALL_COLUMNS.filter(column => !columns.includes(column)) }
  return kinds ? { kinds: (['prose', 'tool'] as const).filter(kind => !kinds.includes(kind)) } : {}
}

const ALL_COLUMNS: readonly TextColumn[] = ['prompt', 'answer', 'thinking', 'note', 'input', 'output']

function anyOf(choices: readonly Choice[]): Choice {
  const [first] = choices
  if (choices.length < 2 || !first) return first ?? {}
  const union = <T>(lists: readonly (Iterable<T> | undefined)[]): T[] | undefined =>
    lists.includes(undefined) ? undefined : [...new Set(lists.flatMap(list => [...(list ?? [])]))]
  const sessions = union(choices.map(choice => choice.sessions))
  const columns = union(choices.map(choice => choice.columns))
  const kinds = union(choices.map(choice => choice.kinds))
  const isFine = choices.every(choice => choice.isWanted)
  return {
    places: choices.flatMap(choice => choice.places ?? []),
    ...(sessions ? { sessions: new Set(sessions) } : {}),
    ...(columns ? { columns } : {}),
    ...(kinds ? { kinds } : {}),
    ...(isFine ? { isWanted: (unit: UnitPlace) => choices.some(choice => choice.isWanted?.(unit)) } : {}),
    ...(choices.every(choice => choice.isWantedText)
      ? { isWantedText: (text: TextPlace) => choices.some(choice => choice.isWantedText?.(text)) }
      : {}),
  }
}

function intersect(
  left: ReadonlySet<number> | undefined,
  right: ReadonlySet<number> | undefined,
): ReadonlySet<number> | undefined {
  if (!left || !right) return left ?? right
  return new Set([...left].filter(session => right.has(session)))
}

function groupPlaces(places: readonly Place[]): ReadonlyMap<number, readonly Place[]> {
  const groups = new Map<number, Place[]>()
  for (const place of places) {
    const group = groups.get(place.session)
    if (group) group.push(place)
    else groups.set(place.session, [place])
  }
  for (const group of groups.values()) group.sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
  return groups
}
