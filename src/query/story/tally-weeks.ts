import type { Store } from '../../store/store.ts'
import type { Zone } from '../../time/zone.ts'
import { collapseCopies, type FactRow } from '../lookups/collapse-copies.ts'
import { FACT_AT, type LookupScope, scopeConditions } from '../lookups/scope.ts'
import type { SqlCondition } from '../sql-condition.ts'
import type { FrictionWorld } from './friction.ts'
import { WeekTally } from './week-tally.ts'

/** All that happened, each thing once however many sessions repeat it, in the week in which it happened. */
export function tallyWeeks(
  store: Store,
  {
    friction,
    zone,
    project,
  }: { readonly friction: FrictionWorld; readonly zone: Zone; readonly project: string | undefined },
): WeekTally {
  const tally = new WeekTally(zone)
  const where = scopeConditions({ project, since: undefined, until: undefined, limit: 0 } satisfies LookupScope)
  const read = <Row extends FactRow>(sql: string, contentOf: (row: Row) => string): readonly Row[] => {
    const rows = store.all(sql, where.values) as unknown as readonly Row[]
    return collapseCopies(rows, friction.names, contentOf).map(({ row }) => row)
  }
  tallyTurns(
    tally,
    read<TurnRow>(turnsOf(where), row => row.text),
    friction,
  )
  for (const row of read<TouchRow>(factsOf(where, TOUCHES), ({ path }) => path)) {
    tally.add('changedLines', row, row.added + row.removed)
    tally.addOnce('changedFiles', row, row.path)
  }
  for (const row of read<CommitRow>(factsOf(where, COMMITS), ({ sha }) => sha.slice(0, 7))) {
    tally.addOnce('commits', row, row.sha.slice(0, 7))
  }
  tallyPullRequests(
    tally,
    read<PullRequestRow>(factsOf(where, PULL_REQUESTS), ({ url }) => url),
  )
  for (const row of read<TestRow>(factsOf(where, TEST_RUNS), ({ command }) => command)) {
    tally.add('testRuns', row, 1)
    if (row.outcome === 'passed') tally.add('passedRuns', row, 1)
    if (row.outcome === 'failed') tally.add('failedRuns', row, 1)
  }
  for (const row of read<CorrectionRow>(factsOf(where, CORRECTIONS), ({ text }) => text))
    tally.add('corrections', row, 1)
  for (const row of read<ErrorRow>(factsOf(where, ERRORS), ({ message }) => message)) tally.add('errors', row, 1)
  return tally
}

interface TurnRow extends FactRow {
  readonly text: string
  readonly active_ms: number
}

/** A session counts in every week with a turn of its own; its friction in the first of them. */
function tallyTurns(tally: WeekTally, turns: readonly TurnRow[], friction: FrictionWorld): void {
  const begun = new Set<number>()
  for (const row of turns) {
    tally.addOnce('sessions', row, String(row.session))
    if (row.number > 0) tally.add('turns', row, 1)
    tally.add('activeMs', row, row.active_ms)
    if (begun.has(row.session) || friction.contained.has(row.session)) continue
    begun.add(row.session)
    const score = friction.of(row.session)?.score
    if (score !== undefined) tally.add('friction', row, score)
  }
}

function turnsOf({ sql }: SqlCondition): string {
  return `SELECT f.session, '' AS agent, f.number, f.number AS turn, f.prompt_entry AS entry, NULL AS call,
  coalesce(p.at, f.started_at) AS at, NULL AS call_id, p.uuid, f.text, f.active_ms
FROM (SELECT *, started_at AS at FROM turns WHERE agent = '') AS f JOIN sessions AS s USING (session)
LEFT JOIN entries AS p ON p.session = f.session AND p.agent = '' AND p.number = f.prompt_entry
WHERE (${sql}) AND (f.number > 0 OR f.messages > 0) ORDER BY at, f.session, f.number`
}

interface TouchRow extends FactRow {
  readonly path: string
  readonly added: number
  readonly removed: number
}

interface CommitRow extends FactRow {
  readonly sha: string
}

interface PullRequestRow extends FactRow {
  readonly url: string
}

interface TestRow extends FactRow {
  readonly command: string
  readonly outcome: string
}

interface CorrectionRow extends FactRow {
  readonly text: string
}

interface ErrorRow extends FactRow {
  readonly message: string
}

/** In the week in which it came up first: it is named again and again. */
function tallyPullRequests(tally: WeekTally, rows: readonly PullRequestRow[]): void {
  const known = new Set<string>()
  for (const row of rows) {
    if (known.has(row.url)) continue
    known.add(row.url)
    tally.add('pullRequests', row, 1)
  }
}

interface FactTable {
  readonly table: string
  readonly columns: readonly string[]
  readonly only?: string
}

const TOUCHES: FactTable = {
  table: 'file_touches',
  columns: ['path', 'added', 'removed'],
  only: "f.action <> 'read'",
}
const COMMITS: FactTable = { table: 'commits', columns: ['sha'] }
const PULL_REQUESTS: FactTable = { table: 'pull_requests', columns: ['url'] }
const TEST_RUNS: FactTable = { table: 'test_runs', columns: ['command', 'outcome'] }
const CORRECTIONS: FactTable = { table: 'corrections', columns: ['text'], only: "f.source <> 'rewind'" }
const ERRORS: FactTable = { table: 'errors', columns: ['message'] }

function factsOf({ sql }: SqlCondition, { table, columns, only = '1' }: FactTable): string {
  return `SELECT f.session, f.agent, f.number, f.turn, f.entry, f.call, ${FACT_AT} AS at, c.call_id,
  iif(c.call_id IS NULL, e.uuid, NULL) AS uuid, ${columns.map(column => `f.${column}`).join(', ')}
FROM "${table}" AS f JOIN sessions AS s USING (session)
LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
LEFT JOIN entries AS e ON f.call IS NULL AND e.session = f.session AND e.agent = f.agent AND e.number = f.entry
WHERE (${sql}) AND ${only} ORDER BY ${FACT_AT}, f.session, f.agent, f.number`
}
