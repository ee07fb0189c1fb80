import type { Marks } from '../../archive/marks.ts'
import type { TextColumn } from '../../model/text-column.ts'
import type { SqlValue } from '../../store/define-table.ts'
import type { UnitKind } from '../../store/full-text.ts'
import { listGone } from '../../store/gone-sessions.ts'
import type { Store } from '../../store/store.ts'
import { ofAnyProject } from '../session-limits.ts'
import type { HitRole } from './answer.ts'
import type { UnitMatch } from './match-units.ts'
import type { Filter, FilterName } from './query.ts'

/** Where something happened that a filter asks for. */
export interface Place {
  readonly session: number
  readonly agent: string
  readonly turn: number
  /** Number of the tool call, where it is one. */
  readonly call: number | undefined
  readonly entry: number | undefined
  readonly at: number | undefined
}

export type UnitPlace = Pick<
  UnitMatch,
  'session' | 'agent' | 'kind' | 'number' | 'firstTurn' | 'lastTurn' | 'firstAt' | 'at'
>

/** A text of a unit: where it stands and what it is. */
export interface TextPlace {
  readonly session: number
  readonly agent: string
  readonly kind: UnitKind
  readonly turn: number
  readonly at: number | undefined
  readonly role: HitRole
}

/** What one filter means: which sessions, and which units in them. */
export interface Choice {
  readonly sessions?: ReadonlySet<number>
  isWanted?(unit: UnitPlace): boolean
  /** Where it differs from the opposite: a unit has several turns, and may be wanted both ways. */
  isOther?(unit: UnitPlace): boolean
  /** The same for its single texts. */
  isWantedText?(text: TextPlace): boolean
  isOtherText?(text: TextPlace): boolean
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

/** One row per filter. */
export const CHOICES: { readonly [Name in FilterName]: (asked: Asked) => Choice } = {
  project: ({ store, value }) => {
    const wanted = value.toLowerCase().replace(/(?<=.)[\\/]+$/, '')
    const { sql } = ofAnyProject(({ path, name, remote }) => ({
      sql: `instr(lower(${name}), ?1) OR lower(${path}) = ?1 OR instr(lower(coalesce(${remote}, '')), ?1)
       OR substr('/' || replace(lower(${path}), '\\', '/'), -length(?1) - 1) = '/' || ?1`,
      values: [],
    }))
    return bySession(store, sql, [wanted])
  },
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
    return turnsOf(byPlace(store, `tool_calls WHERE ${fits}`, [name], CALL_NAMES))
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
      ...byPlace(store, "tool_calls WHERE status = 'error'", [], CALL_NAMES),
    ]),
  deleted: ({ store }) => ({ sessions: listGone(store) }),
  subagent: () => ({ isWanted: unit => unit.agent !== '' }),
  rewound: ({ store }) => {
    const rows = store.all('SELECT session, agent, number, prompt_entry, started_at FROM turns WHERE is_rewound = 1')
    const choice = turnsOf(
      rows.map(row => ({
        session: row.session as number,
        agent: row.agent as string,
        turn: row.number as number,
        call: undefined,
        entry: (row.prompt_entry as number | null) ?? undefined,
        at: (row.started_at as number | null) ?? undefined,
      })),
    )
    // Calls are rewound with their turn.
    return { ...choice, isWanted: choice.isInTurns, isOther: choice.isOutside, isWantedText: choice.isTextInTurns }
  },
  pinned: ({ store, marks }) => byId(store, marks.pinned()),
}

function bySession(store: Store, condition: string, values: readonly SqlValue[]): Choice {
  const rows = store.all(`SELECT s.session FROM sessions AS s WHERE ${condition}`, values)
  return { sessions: new Set(rows.map(row => row.session as number)) }
}

function byId(store: Store, ids: readonly string[]): Choice {
  return bySession(store, 'id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)])
}

function byPlace(store: Store, from: string, values: readonly SqlValue[], names = FACT_NAMES): readonly Place[] {
  return store.all(`SELECT session, agent, turn, ${names}, at FROM ${from}`, values).map(row => ({
    session: row.session as number,
    agent: row.agent as string,
    turn: row.turn as number,
    call: (row.call as number | null) ?? undefined,
    entry: (row.entry as number | null) ?? undefined,
    at: (row.at as number | null) ?? undefined,
  }))
}

const FACT_NAMES = 'call, entry'
const CALL_NAMES = 'number AS call, use_entry AS entry'

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
  const isTextInTurns = ({ session, agent, turn }: TextPlace): boolean => turns.has(`${session} ${agent} ${turn}`)
  return {
    ...sessionsOf(places),
    isInTurns,
    isOutside,
    isTextInTurns,
    // A call is chosen as a whole.
    isWantedText: text => text.kind === 'tool' || isTextInTurns(text),
    isOtherText: text => text.kind === 'tool' || !isTextInTurns(text),
    isWanted: unit => (unit.kind === 'tool' ? isInCall(unit) : isInTurns(unit)),
    isOther: unit => (unit.kind === 'tool' ? !isInCall(unit) : isOutside(unit)),
  }
}

interface TurnTests {
  /** Some turn of the unit is one of them. */
  isInTurns(unit: UnitPlace): boolean
  /** Some turn of the unit is none of them. */
  isOutside(unit: UnitPlace): boolean
  isTextInTurns(text: TextPlace): boolean
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
  const handed = `(SELECT session, agent, turn, NULL AS call, number AS entry, at FROM entries WHERE role = 'plan-handover')`
  const choice = turnsOf([...byPlace(store, 'plans WHERE 1', []), ...byPlace(store, `${handed} WHERE 1`, [])])
  return { ...choice, columns: ['note', 'input'], ...onlyRole('plan') }
}

function chooseSummaries(store: Store): Choice {
  const rows = `(SELECT session, agent, turn, NULL AS call, number AS entry, at FROM entries
    WHERE role = 'compact-summary' OR kind IN ('summary', 'system/away_summary'))`
  const choice = turnsOf(byPlace(store, `${rows} WHERE 1`, []))
  return { ...choice, columns: ['note'], kinds: ['prose'], ...onlyRole('summary') }
}

function onlyRole(role: HitRole): Pick<Choice, 'isWantedText' | 'isOtherText'> {
  return { isWantedText: text => text.role === role, isOtherText: text => text.role !== role }
}

function within(range: Filter['range']): Choice {
  const from = range?.from ?? Number.NEGATIVE_INFINITY
  const to = range?.to ?? Number.POSITIVE_INFINITY
  const isInside = (at: number): boolean => at >= from && at < to
  return {
    isWanted: ({ firstAt, at }) => at !== undefined && at >= from && (firstAt ?? at) < to,
    isOther: ({ firstAt, at }) => at === undefined || !isInside(at) || !isInside(firstAt ?? at),
    isWantedText: ({ at }) => at === undefined || isInside(at),
    isOtherText: ({ at }) => at === undefined || !isInside(at),
  }
}
