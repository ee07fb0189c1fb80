import type { Store } from '../../store/store.ts'
import { type LookupScope, scopedSessions } from '../lookups/scope.ts'
import { shortIds } from '../short-ids.ts'
import { allOf } from '../sql-condition.ts'

/** A kept session that has a story. */
export interface TellableSession {
  /** Its number in the index. */
  readonly session: number
  readonly sessionId: string
  /** Enough of it to name it. */
  readonly shortId: string
  readonly projectName: string
  readonly cwd: string | undefined
  /** Epoch milliseconds. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
}

/** Newest first. Of several files that bear one id, the one with most turns. */
export function listTellable(
  store: Store,
  scope: Omit<LookupScope, 'limit'>,
  ids?: readonly string[],
): readonly TellableSession[] {
  const { sql, values } = allOf([
    scopedSessions(scope),
    ids && { sql: 's.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] },
  ])
  const short = shortIds(store.all('SELECT DISTINCT id FROM sessions').map(row => row.id as string))
  const seen = new Set<string>()
  return store.all(`${SELECT} WHERE ${sql} ${ORDER}`, values).flatMap(row => {
    const sessionId = row.id as string
    if (seen.has(sessionId)) return []
    seen.add(sessionId)
    return {
      session: row.session as number,
      sessionId,
      shortId: short.get(sessionId) ?? sessionId,
      projectName: row.project_name as string,
      cwd: (row.cwd ?? undefined) as string | undefined,
      startedAt: (row.started_at ?? undefined) as number | undefined,
      endedAt: (row.ended_at ?? undefined) as number | undefined,
    }
  })
}

const SELECT = `SELECT s.session, s.id, s.project_name, s.cwd, s.started_at, s.ended_at
FROM sessions AS s JOIN stories AS t ON t.session = s.session`

const ORDER = `ORDER BY max(coalesce(s.ended_at, s.changed_at)) OVER (PARTITION BY s.id) DESC, s.id,
  (SELECT count(*) FROM turns AS n WHERE n.session = s.session AND n.agent = '') DESC, s.session`
