import type { IndexedKeep } from '../indexed-keep.ts'
import type { FactRow } from '../lookups/collapse-copies.ts'
import type { KeptSession } from '../lookups/kept-sessions.ts'
import { baseNameOf, unifySlashes } from '../lookups/path-query.ts'
import { selectFacts } from '../lookups/select-facts.ts'
import { createEntryReader } from '../search/entry-reader.ts'
import { type FileStep, lazyRecord, type StepKind } from './file-step.ts'
import { type BackupLog, listBackups } from './list-backups.ts'

interface StepRow extends FactRow {
  readonly action: Exclude<StepKind, 'backup'>
  readonly is_user_modified: number
  readonly name: string | null
  readonly use_entry: number | null
  readonly result_entry: number | null
  readonly done_at: number | null
}

export interface StepSource {
  readonly keep: IndexedKeep
  readonly sessions: ReadonlyMap<number, KeptSession>
  readonly backups: BackupLog
}

/**
 * All that is known of one file, under this very path, over all sessions and their subagents, in the order in which it
 * happened; each call once, however many sessions repeat it. No entry is read here but the lists of backups.
 */
export function listSteps({ keep, sessions, backups }: StepSource, path: string): readonly FileStep[] {
  const entries = createEntryReader(keep)
  const { facts } = selectFacts<StepRow>(keep.store, sessions, {
    table: 'file_touches',
    columns: ['f.action', 'f.is_user_modified', 'c.name', 'c.use_entry', 'c.result_entry', DONE_AT],
    scope: { project: undefined, since: undefined, until: undefined, limit: 0 },
    where: { sql: 'f.base_name = ? AND f.path = ?', values: [baseNameOf(unifySlashes(path)), path] },
    fits: () => true,
    contentOf: row => row.action,
  })
  const touches = facts
    .map(({ row }) => row)
    .sort((a, b) => rank(sessions, a) - rank(sessions, b) || compare(a.agent, b.agent) || a.number - b.number)
  const steps = touches.map((row): FileStep => {
    const { session, agent } = row
    const startedAt = row.at ?? 0
    const call = { tool: row.name ?? '', callId: row.call_id, useEntry: row.use_entry, resultEntry: row.result_entry }
    return {
      kind: row.action,
      session,
      agent,
      turn: row.turn,
      tool: call.tool,
      callId: row.call_id ?? undefined,
      call: row.call ?? undefined,
      entry: row.use_entry ?? undefined,
      resultEntry: row.result_entry ?? undefined,
      startedAt,
      at: Math.max(startedAt, row.done_at ?? 0),
      isUserModified: row.is_user_modified === 1,
      record: lazyRecord(entries, { session, agent, path, action: row.action, ...call }),
    }
  })
  const touched = inThreadOrder(steps)
  return inOrder([...touched, ...listBackups(keep, backups, { path, touches: touched })])
}

const DONE_AT = `(SELECT r.at FROM entries AS r
  WHERE r.session = f.session AND r.agent = f.agent AND r.number = c.result_entry) AS done_at`

function rank(sessions: ReadonlyMap<number, KeptSession>, { session }: StepRow): number {
  return sessions.get(session)?.rank ?? Number.MAX_SAFE_INTEGER
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Within a thread as recorded: a time that goes back, or is missing, moves nothing. */
function inThreadOrder(steps: readonly FileStep[]): readonly FileStep[] {
  const latest = new Map<string, number>()
  return steps.map(step => {
    const thread = `${step.session} ${step.agent}`
    const at = Math.max(latest.get(thread) ?? 0, step.at)
    latest.set(thread, at)
    return at === step.at ? step : { ...step, at }
  })
}

/** Between threads by time. A backup is made before the change of the same moment. */
function inOrder(steps: readonly FileStep[]): readonly FileStep[] {
  return [...steps].sort(
    (a, b) => a.at - b.at || Number(b.kind === 'backup') - Number(a.kind === 'backup') || a.startedAt - b.startedAt,
  )
}
