import type { Marks } from '../../archive/marks.ts'
import type { Store } from '../../store/store.ts'
import { type FilterName, ROLES, STATES } from './query.ts'

/** What a filter can be set to, for whoever chooses instead of typing. */
export interface FilterValues {
  readonly schema: 'backscroll.filter-values/1'
  readonly filter: FilterName
  /** Those that most sessions have come first; fixed words in their own order. */
  readonly values: readonly FilterValue[]
}

export interface FilterValue {
  readonly value: string
  /** Sessions that have it; null where they are not counted. */
  readonly sessions: number | null
}

/** Filters whose values can be listed: the others are about a text, a number or a time. */
export const LISTED_FILTERS = ['project', 'branch', 'tool', 'model', 'agent', 'tag', 'role', 'is'] as const
export type ListedFilter = (typeof LISTED_FILTERS)[number]

export interface FilterValuesRequest {
  readonly filter: ListedFilter
  /** Only values with this in them, in upper or lower case. */
  readonly text: string
  readonly limit: number
  readonly marks: Marks
}

export function listFilterValues(store: Store, request: FilterValuesRequest): FilterValues {
  const { filter, text, limit } = request
  const wanted = text.trim().toLowerCase()
  const values = READERS[filter](store, request).filter(({ value }) => value.toLowerCase().includes(wanted))
  return { schema: 'backscroll.filter-values/1', filter, values: values.slice(0, limit) }
}

type Reader = (store: Store, request: FilterValuesRequest) => readonly FilterValue[]

const READERS: { readonly [Name in ListedFilter]: Reader } = {
  project: countIn(`SELECT project_name AS value, count(*) AS sessions FROM sessions WHERE has_conversation = 1`),
  branch: countIn(
    `SELECT b.value, count(DISTINCT session) AS sessions FROM sessions, json_each(branches) AS b WHERE has_conversation = 1`,
  ),
  model: countIn(
    `SELECT m.value, count(DISTINCT session) AS sessions FROM sessions, json_each(models) AS m WHERE has_conversation = 1`,
  ),
  tool: countIn(`SELECT name AS value, count(DISTINCT session) AS sessions FROM tool_calls WHERE name <> ''`),
  agent: countIn(
    `SELECT agent_type AS value, count(DISTINCT session) AS sessions FROM agents WHERE coalesce(agent_type, '') <> ''`,
  ),
  tag: (_store, { marks }) =>
    [...marks.tags()]
      .map(([value, ids]) => ({ value, sessions: ids.length }))
      .filter(({ sessions }) => sessions > 0)
      .sort((a, b) => b.sessions - a.sessions),
  role: () => ROLES.map(value => ({ value, sessions: null })),
  is: () => STATES.map(value => ({ value, sessions: null })),
}

function countIn(select: string): Reader {
  const sql = `${select} GROUP BY 1 ORDER BY 2 DESC, 1`
  return store => store.all(sql).map(row => ({ value: String(row.value), sessions: row.sessions as number }))
}
