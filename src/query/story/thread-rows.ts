import type { OpenThread } from '../../narrative/story.ts'
import { projectKeyOf } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import type { FactRow } from '../lookups/collapse-copies.ts'
import { allOf, type SqlCondition } from '../sql-condition.ts'

/** Something a session left open at its end. */
export interface ThreadRow extends FactRow {
  readonly kind: OpenThread['kind']
  readonly text: string
  /** What tells whether a later session closed it: the subject of a task, the key of tests. */
  readonly key: string
}

/** What tells which sessions are of one project, and in which order they went on. */
export interface SessionFacts {
  readonly session: number
  readonly id: string
  readonly project: string
  readonly startedAt: number
  readonly endedAt: number
}

/** Sessions by number; `within` is a condition on sessions `s`. */
export function readSessionFacts(store: Store, within: SqlCondition = allOf([])): ReadonlyMap<number, SessionFacts> {
  return new Map(
    store.all(`${SESSIONS} AND (${within.sql}) ORDER BY s.id`, within.values).map(row => [
      row.session as number,
      {
        session: row.session as number,
        id: row.id as string,
        project: projectKeyOf({
          path: row.project_path as string,
          name: '',
          remote: (row.project_remote ?? undefined) as string | undefined,
        }),
        startedAt: (row.started_at ?? row.changed_at ?? 0) as number,
        endedAt: (row.ended_at ?? row.changed_at ?? 0) as number,
      },
    ]),
  )
}

const SESSIONS = `SELECT session, id, project_path, project_remote, started_at, ended_at, changed_at FROM sessions AS s
WHERE has_conversation = 1`

/** What these sessions left open, by their numbers. */
export function readThreads(store: Store, sessions: readonly number[]): readonly ThreadRow[] {
  return store.all(OF_SESSIONS, [JSON.stringify(sessions)]) as unknown as ThreadRow[]
}

const OF_SESSIONS = `SELECT f.session, f.agent, f.number, f.turn, f.entry, f.call, f.at, f.kind, f.text, f.key,
  NULL AS call_id, NULL AS uuid
FROM json_each(?) AS j CROSS JOIN open_threads AS f ON f.session = j.value`
