import type { SqlValue } from '../store/define-table.ts'

/** A part of a statement with the values it has places for. */
export interface SqlCondition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** All of them must hold. */
export function allOf(conditions: readonly (SqlCondition | string | undefined)[]): SqlCondition {
  const parts = conditions
    .filter(condition => condition !== undefined)
    .map(condition => (typeof condition === 'string' ? { sql: condition, values: [] } : condition))
  return {
    sql: parts.length === 0 ? '1' : parts.map(({ sql }) => `(${sql})`).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  }
}

/** One of them must hold. */
export function anyOf(conditions: readonly SqlCondition[]): SqlCondition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' OR '),
    values: conditions.flatMap(({ values }) => values),
  }
}
