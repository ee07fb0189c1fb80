import type { SessionSource } from '../../source/session-source.ts'
import type { Store } from '../../store/store.ts'

/** Requests of a session that count for another one, as far as the index has read both: their keys and that session's id. */
export function readCopies(store: Store, source: SessionSource): ReadonlyMap<string, string> {
  const session = findNumber(store, source)
  if (session === undefined) return new Map()
  return new Map(store.all(COPIES, [session]).map(row => [row.key as string, row.id as string]))
}

const COPIES = `SELECT r.key, s.id FROM requests AS r
JOIN requests AS o ON o.key = r.key AND o.is_counted = 1 JOIN sessions AS s ON s.session = o.session
WHERE r.session = ?1 AND r.is_counted = 0 AND s.id <> (SELECT id FROM sessions WHERE session = ?1)`

/** Two sessions may have one id: then the file decides. */
function findNumber(store: Store, { id, name, folder, kept }: SessionSource): number | undefined {
  if (kept) return kept.session
  const found = store.all('SELECT session, folder FROM sessions WHERE id = ? AND name = ?', [id, name])
  const own = found.find(row => row.folder === folder) ?? (found.length === 1 ? found[0] : undefined)
  return own?.session as number | undefined
}
