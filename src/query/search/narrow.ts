import type { Marks } from '../../archive/marks.ts'
import type { TextColumn } from '../../model/text-column.ts'
import type { SqlValue } from '../../store/define-table.ts'
import type { UnitKind } from '../../store/full-text.ts'
import type { Store } from '../../store/store.ts'
import type { UnitMatch } from './match-units.ts'
import type { Filter, FilterName } from './query.ts'

/** Where something happened that a filter asks for. */
export interface Place {
  readonly session: number
  readonly agent: string
  readonly turn: number
  /** Number of the tool call, where it is one. */
  readonly call: number | undefined
  readonly at: number | undefined
}

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
  /** Places that filters name, by session, newest first: a session without words to find is shown there. */
  readonly places: ReadonlyMap<number, readonly Place[]>
}

export type UnitPlace = Pick<UnitMatch, 'session' | 'agent' | 'kind' | 'number' | 'firstTurn' | 'lastTurn' | 'at'>

/** What one filter means: which sessions, and which units in them. */
interface Choice {
  readonly sessions?: ReadonlySet<number>
  isWanted?(unit: UnitPlace): boolean
  /** Where it differs from the opposite: a unit has several turns, and may be wanted both ways. */
  isOther?(unit: UnitPlace): boolean
  readonly places?: readonly Place[]
  readonly columns?: readonly TextColumn[]
  readonly kinds?: readonly UnitKind[]
}

interface Asked {
  readonly store: Store
  readonly marks: Marks
  readonly value: string
  readonly range: Filter['range']
}

/**
 * Filters of one name are alternatives (`project:a project:b`), filters of different names must all fit. Those on files,
 * commits, pull requests, branches and the like choose sessions; those on tools, commands, errors, roles and times choose
 * the turns in them.
 */
export function narrow(store: Store, marks: Marks, filters: readonly Filter[]): Narrowing {
  const groups = new Map<string, Choice[]>()
  for (const { name, value, isNot, range } of filters) {
    const choice = CHOICES[name]({ store, marks, value, range })
    // Each exclusion must hold by itself, and so must the two ends of a time.
    const key = isNot || name === 'before' || name === 'after' || name === 'is' ? `${groups.size} ${name}` : name
    const group = groups.get(key) ?? []
    groups.set(key, [...group, isNot ? exclude(store, choice) : choice])
  }
  const choices = [...groups.values()].map(anyOf)
  const isWanted = choices.flatMap(choice => (choice.isWanted ? [choice.isWanted] : []))
  const kinds = choices.flatMap(choice => (choice.kinds ? [choice.kinds] : []))
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

const CHOICES: { readonly [Name in FilterName]: (asked: Asked) => Choice } = {
  project: ({ store, value }) =>
    bySession(
      store,
      `instr(lower(project_name), ?1) OR lower(project_path) = ?1 OR instr(lower(coalesce(project_remote, '')), ?1)
       OR substr('/' || replace(lower(project_path), '\\', '/'), -length(?1) - 1) = '/' || ?1`,
      [value.toLowerCase().replace(/(?<=.)[\\/]+$/, '')],
    ),
  branch: ({ store, value }) =>
    bySession(store, 'EXISTS (SELECT 1 FROM json_each(branches) WHERE instr(lower(value), ?))', [value.toLowerCase()]),
  model: ({ store, value }) =>
    bySession(
      store,
      `EXISTS (SELECT 1 FROM json_each(models) WHERE instr(lower(value), ?1))
       OR session IN (SELECT session FROM agents WHERE instr(lower(models), ?1))`,
      [value.toLowerCase()],
    ),
  session: ({ store, value }) =>
    bySession(store, 'substr(lower(id), 1, length(?1)) = ?1', [value.toLowerCase().replace(/[:~]\d+$/, '')]),
  file: ({ store, value }) => chooseFile(store, value),
  pr: ({ store, value }) => {
    const number = /(\d+)\/?$/.exec(value)?.[1]
    const isAddress = /^\w+:\/\//.test(value)
    const repository = /^([\w.-]+\/[\w.-]+)#\d+$/.exec(value)?.[1]
    return sessionsOf(
      byPlace(
        store,
        `pull_requests WHERE ${isAddress ? 'lower(url) = ?' : repository ? 'pr_number = ? AND lower(repository) = ?' : 'pr_number = ?'}`,
        isAddress
          ? [value.toLowerCase().replace(/\/$/, '')]
          : [Number(number ?? -1), ...(repository ? [repository.toLowerCase()] : [])],
      ),
    )
  },
  commit: ({ store, value }) => {
    const sha = value.toLowerCase()
    const fits = 'sha <> ? AND (substr(lower(sha), 1, length(?2)) = ?2 OR substr(?2, 1, length(sha)) = lower(sha))'
    return sessionsOf(byPlace(store, `commits WHERE ${fits}`, ['', sha]))
  },
  tool: ({ store, value }) => {
    const name = value.toLowerCase()
    const fits = "lower(name) = ?1 OR (substr(name, 1, 5) = 'mcp__' AND instr(lower(name), ?1))"
    return turnsOf(byPlace(store, `tool_calls WHERE ${fits}`, [name], 'number'))
  },
  cmd: ({ store, value }) => turnsOf(byPlace(store, 'commands WHERE instr(lower(text), ?)', [value.toLowerCase()])),
  agent: ({ store, value }) => {
    const fits = 'instr(lower(coalesce(agent_type, ?2)), ?1) OR substr(lower(agent), 1, length(?1)) = ?1'
    const rows = store.all(`SELECT session, agent FROM agents WHERE ${fits}`, [value.toLowerCase(), ''])
    const threads = new Set(rows.map(row => `${row.session} ${row.agent}`))
    return {
      sessions: new Set(rows.map(row => row.session as number)),
      isWanted: unit => unit.agent !== '' && threads.has(`${unit.session} ${unit.agent}`),
    }
  },
  role: ({ store, value }) => chooseRole(store, value),
  is: asked => STATES[asked.value]?.(asked) ?? {},
  before: ({ range }) => within(range),
  after: ({ range }) => within(range),
  on: ({ range }) => within(range),
  tag: ({ store, marks, value }) => byId(store, marks.withTag(value)),
}

const STATES: { readonly [state: string]: (asked: Asked) => Choice } = {
  error: ({ store }) =>
    turnsOf([
      ...byPlace(store, 'errors WHERE 1', []),
      ...byPlace(store, "tool_calls WHERE status = 'error'", [], 'number'),
    ]),
  deleted: ({ store }) => ({ sessions: listDeleted(store) }),
  subagent: () => ({ isWanted: unit => unit.agent !== '' }),
  rewound: ({ store }) => {
    const rows = store.all('SELECT session, agent, number, started_at FROM turns WHERE is_rewound = 1')
    const choice = turnsOf(
      rows.map(row => ({
        session: row.session as number,
        agent: row.agent as string,
        turn: row.number as number,
        call: undefined,
        at: (row.started_at as number | null) ?? undefined,
      })),
    )
    // Calls are rewound with their turn.
    return { ...choice, isWanted: choice.isInTurns, isOther: choice.isOutside }
  },
  pinned: ({ store, marks }) => byId(store, marks.pinned()),
}

/** Sessions whose transcript is no longer where the client put it: all, or those of a list. */
export function listDeleted(store: Store, among?: readonly number[]): ReadonlySet<number> {
  const inside = among ? ' AND files.session IN (SELECT value FROM json_each(?))' : ''
  const rows = store.all(
    `SELECT session FROM (
       SELECT files.session, max(role = 'main') AS has_main, max(role = 'main' AND is_present = 1) AS is_main_present,
         max(coalesce(is_present, 0)) AS is_any_present
       FROM files LEFT JOIN checks ON checks.file = files.file AND checks.path = files.path
       WHERE role IN ('main', 'agent') AND files.session <> 0${inside} GROUP BY files.session)
     WHERE CASE WHEN has_main THEN coalesce(is_main_present, 0) = 0 ELSE is_any_present = 0 END`,
    among ? [JSON.stringify(among)] : [],
  )
  return new Set(rows.map(row => row.session as number))
}

function bySession(store: Store, condition: string, values: readonly SqlValue[]): Choice {
  const rows = store.all(`SELECT session FROM sessions WHERE ${condition}`, values)
  return { sessions: new Set(rows.map(row => row.session as number)) }
}

function byId(store: Store, ids: readonly string[]): Choice {
  return bySession(store, 'id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)])
}

function byPlace(store: Store, from: string, values: readonly SqlValue[], call = 'call'): readonly Place[] {
  return store.all(`SELECT session, agent, turn, ${call} AS call, at FROM ${from}`, values).map(row => ({
    session: row.session as number,
    agent: row.agent as string,
    turn: row.turn as number,
    call: (row.call as number | null) ?? undefined,
    at: (row.at as number | null) ?? undefined,
  }))
}

/** The whole sessions in which something happened; their places tell where to look first. */
function sessionsOf(places: readonly Place[]): Choice {
  return { places, sessions: new Set(places.map(({ session }) => session)) }
}

/** The turns and calls in which something happened. */
function turnsOf(places: readonly Place[]): Choice & TurnTests {
  const turns = new Set(places.map(({ session, agent, turn }) => `${session} ${agent} ${turn}`))
  const calls = new Set(places.map(({ session, agent, call }) => `${session} ${agent} ${call}`))
  const isInCall = ({ session, agent, number }: UnitPlace): boolean => calls.has(`${session} ${agent} ${number}`)
  const isInTurns = (unit: UnitPlace): boolean => listTurns(unit).some(turn => turns.has(turn))
  const isOutside = (unit: UnitPlace): boolean => listTurns(unit).some(turn => !turns.has(turn))
  return {
    ...sessionsOf(places),
    isInTurns,
    isOutside,
    isWanted: unit => (unit.kind === 'tool' ? isInCall(unit) : isInTurns(unit)),
    isOther: unit => (unit.kind === 'tool' ? !isInCall(unit) : isOutside(unit)),
  }
}

interface TurnTests {
  /** Some turn of the unit is one of them. */
  isInTurns(unit: UnitPlace): boolean
  /** Some turn of the unit is none of them. */
  isOutside(unit: UnitPlace): boolean
}

function listTurns({ session, agent, firstTurn, lastTurn }: UnitPlace): readonly string[] {
  return Array.from({ length: lastTurn - firstTurn + 1 }, (_, more) => `${session} ${agent} ${firstTurn + more}`)
}

/** By name, end of the path or a part of the name. */
function chooseFile(store: Store, value: string): Choice {
  const path = value
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^(?:~|\.)?\/+/, '')
  const base = path.split('/').at(-1) ?? path
  const exact = byPlace(
    store,
    `file_touches WHERE base_name = ?1 AND substr('/' || replace(lower(path), '\\', '/'), -length(?2) - 1) = '/' || ?2`,
    [base, path],
  )
  if (exact.length > 0) return sessionsOf(exact)
  return sessionsOf(byPlace(store, `file_touches WHERE instr(replace(lower(path), '\\', '/'), ?)`, [path]))
}

function chooseRole(store: Store, role: string): Choice {
  switch (role) {
    case 'prompt':
    case 'answer':
    case 'thinking':
      return { columns: [role], kinds: ['prose'] }
    case 'tool':
      return { kinds: ['tool'] }
    case 'output':
      return { columns: ['output'] }
    case 'plan':
      return choosePlans(store)
    default:
      return chooseSummaries(store)
  }
}

function choosePlans(store: Store): Choice {
  const handed = `(SELECT session, agent, turn, NULL AS call, at FROM entries WHERE role = 'plan-handover')`
  const choice = turnsOf([...byPlace(store, 'plans WHERE 1', []), ...byPlace(store, `${handed} WHERE 1`, [])])
  return { ...choice, columns: ['note', 'input'] }
}

function chooseSummaries(store: Store): Choice {
  const rows = `(SELECT session, agent, turn, NULL AS call, at FROM entries
    WHERE role = 'compact-summary' OR kind IN ('summary', 'system/away_summary'))`
  return { ...turnsOf(byPlace(store, `${rows} WHERE 1`, [])), columns: ['note'], kinds: ['prose'] }
}

function within(range: Filter['range']): Choice {
  const from = range?.from ?? Number.NEGATIVE_INFINITY
  const to = range?.to ?? Number.POSITIVE_INFINITY
  return { isWanted: ({ at }) => at !== undefined && at >= from && at < to }
}

function exclude(store: Store, { sessions, isWanted, isOther, columns, kinds }: Choice): Choice {
  if (isWanted) return { isWanted: isOther ?? (unit => !isWanted(unit)) }
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
