import type { SqlValue } from '../../store/define-table.ts'
import type { Store } from '../../store/store.ts'
import { allOf, type SqlCondition } from '../sql-condition.ts'
import { collapseCopies, type FactRow, type SoleFact } from './collapse-copies.ts'
import type { KeptSession } from './kept-sessions.ts'
import { FACT_AT, type LookupScope, scopeConditions } from './scope.ts'

/** Rows that are looked at in one lookup, which takes about 60 ms; those beyond are the oldest. */
const MAX_ROWS = 5000

export interface FactRequest<Row extends FactRow> {
  readonly table:
    | 'errors'
    | 'commands'
    | 'commits'
    | 'pull_requests'
    | 'urls'
    | 'file_touches'
    | 'decisions'
    | 'open_threads'
  /** Columns of its own, as SQL, of the fact `f` or its call `c`. */
  readonly columns: readonly string[]
  readonly scope: LookupScope
  readonly where: SqlCondition
  /** Decides where SQL cannot. */
  readonly fits: (row: Row) => boolean
  /** What makes two facts of one call or entry the same. */
  readonly contentOf: (row: Row) => string
}

export interface SelectedFacts<Row extends FactRow> {
  /** Newest first. */
  readonly facts: readonly SoleFact<Row>[]
  /** There are more, older ones that were not looked at. */
  readonly isMore: boolean
}

/** Facts of one table, each once however many sessions repeat it, newest first. */
export function selectFacts<Row extends FactRow>(
  store: Store,
  sessions: ReadonlyMap<number, KeptSession>,
  request: FactRequest<Row>,
): SelectedFacts<Row> {
  const { sql, values } = allOf([scopeConditions(request.scope), request.where])
  const rows = store.all(statement(request, sql), [...values, MAX_ROWS + 1] as SqlValue[]) as unknown as Row[]
  const isMore = rows.length > MAX_ROWS
  const fitting = rows.slice(0, MAX_ROWS).filter(request.fits)
  const facts = collapseCopies(fitting, sessions, request.contentOf)
  return { facts: leaveOut(facts, sessions, request.scope.limits?.without), isMore }
}

/** What the session that asks holds is in front of it: there, and wherever it was copied from or to. */
function leaveOut<Row extends FactRow>(
  facts: readonly SoleFact<Row>[],
  sessions: ReadonlyMap<number, KeptSession>,
  asking: string | undefined,
): readonly SoleFact<Row>[] {
  if (asking === undefined) return facts
  const isAsking = (session: number): boolean => sessions.get(session)?.sessionId === asking
  return facts.filter(({ row, copies }) => !isAsking(row.session) && ![...copies].some(isAsking))
}

/** Calls and entries are joined to the rows that are left after sorting: a lookup among all rows would cost more than the rest. */
function statement({ table, columns }: FactRequest<never>, where: string): string {
  return `SELECT f.session, f.agent, f.number, f.turn, f.entry, f.call, f.happened_at AS at, c.call_id,
  iif(c.call_id IS NULL, e.uuid, NULL) AS uuid, ${columns.join(', ')}
FROM (
  SELECT f.*, ${FACT_AT} AS happened_at FROM "${table}" AS f JOIN sessions AS s USING (session)
  WHERE ${where} ORDER BY happened_at DESC, f.session DESC, f.agent DESC, f.number DESC LIMIT ?
) AS f
LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
LEFT JOIN entries AS e ON f.call IS NULL AND e.session = f.session AND e.agent = f.agent AND e.number = f.entry
ORDER BY f.happened_at DESC, f.session DESC, f.agent DESC, f.number DESC`
}
