import type { Marks } from '../../archive/marks.ts'
import type { Store } from '../../store/store.ts'
import { sharedLength } from '../short-ids.ts'

/** What a hit tells of its session. */
export interface SessionFacts {
  readonly session: number
  readonly id: string
  readonly shortId: string
  readonly title: string
  readonly project: string
  readonly projectPath: string
  readonly branch: string | undefined
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly isPinned: boolean
  readonly tags: readonly string[]
}

export function readSessionFacts(
  store: Store,
  marks: Pick<Marks, 'isPinned' | 'tagsOf'>,
  sessions: readonly number[],
): ReadonlyMap<number, SessionFacts> {
  const rows = store.all(
    `SELECT session, id, title, project_name, project_path, branch, started_at, ended_at FROM sessions
     WHERE session IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(sessions)],
  )
  return new Map(
    rows.map(row => {
      const id = row.id as string
      return [
        row.session as number,
        {
          session: row.session as number,
          id,
          shortId: shortIdOf(store, id, row.session as number),
          title: (row.title as string).toWellFormed(),
          project: row.project_name as string,
          projectPath: row.project_path as string,
          branch: (row.branch as string | null) ?? undefined,
          startedAt: (row.started_at as number | null) ?? undefined,
          endedAt: (row.ended_at as number | null) ?? undefined,
          isPinned: marks.isPinned(id),
          tags: marks.tagsOf(id),
        },
      ]
    }),
  )
}

const MIN_LENGTH = 8

/**
 * The shortest beginning that no other id shares, from its neighbours in the index: no list of all ids is needed. Where
 * several sessions bear one id, all but the largest end in `~2`, `~3` …
 */
export function shortIdOf(store: Store, id: string, session: number): string {
  const before = store.get('SELECT id FROM sessions WHERE id < ? ORDER BY id DESC LIMIT 1', [id])
  const after = store.get('SELECT id FROM sessions WHERE id > ? ORDER BY id LIMIT 1', [id])
  const shared = Math.max(
    sharedLength(id, before?.id as string | undefined),
    sharedLength(id, after?.id as string | undefined),
  )
  const copies = store.all('SELECT session FROM sessions WHERE id = ? ORDER BY size_bytes DESC, path', [id])
  const at = copies.findIndex(row => row.session === session)
  return `${id.slice(0, Math.max(MIN_LENGTH, shared + 1))}${at > 0 ? `~${at + 1}` : ''}`
}
