import type { Store } from '../../store/store.ts'
import { readNamedSessions } from '../lookups/kept-sessions.ts'
import type { UsageRow } from '../usage/usage-report.ts'
import type { UsageNumbers } from '../usage/usage-sum.ts'
import type { WorkSession } from './read-work.ts'

/** A session that took tokens in some time and has no prompt in it: a turn goes on over midnight, a helper ran alone. */
export interface RunningSession {
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  readonly project: string
  readonly projectPath: string
  readonly usage: UsageNumbers & Pick<UsageRow, 'firstAt' | 'lastAt'>
}

/** Of the rows of `usage sessions` in that time, those that are not told; the dearest first. */
export function listAlsoRunning(
  store: Store,
  rows: readonly UsageRow[],
  told: readonly WorkSession[],
): readonly RunningSession[] {
  const known = new Set(told.map(({ sessionId }) => sessionId))
  const others = rows.filter(({ key, totalTokens }) => totalTokens > 0 && !known.has(key))
  if (others.length === 0) return []
  const found = others.map(row => ({ row, about: store.get(ABOUT, [row.key]) ?? {} }))
  const names = readNamedSessions(
    store,
    found.flatMap(({ about }) => (typeof about.session === 'number' ? [about.session] : [])),
  )
  return found.map(
    ({ row: { key, label: _label, about: _about, models: _models, parts: _parts, ...usage }, about }) => ({
      sessionId: key,
      shortId: names.get(about.session as number)?.shortId ?? key,
      title: (about.title ?? '') as string,
      project: (about.project_name ?? '') as string,
      projectPath: (about.project_path ?? '') as string,
      usage,
    }),
  )
}

/** Of several files that bear one id, the one that the id alone names. */
const ABOUT = `SELECT s.session, s.title, s.project_name, s.project_path
FROM sessions AS s WHERE s.id = ? ORDER BY s.size_bytes DESC, s.path LIMIT 1`
