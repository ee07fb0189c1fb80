import type { Store } from '../store/store.ts'

const JOINED = 'joined_sessions'

/** There are sessions that nobody has looked for among the prompts that are kept under none. */
export function hasUnjoined(store: Store): boolean {
  const loose = store.get("SELECT 1 AS found FROM files WHERE session = 0 AND role = 'history' LIMIT 1")
  return loose !== undefined && newestSession(store) > joinedTo(store)
}

/** Up to which session this was done: their numbers only ever grow. */
export function joinedTo(store: Store): number {
  return Number(store.meta.get(JOINED) ?? 0)
}

export function noteJoined(store: Store): void {
  store.meta.set(JOINED, String(newestSession(store)))
}

function newestSession(store: Store): number {
  return (store.get('SELECT max(session) AS newest FROM sessions')?.newest as number | null | undefined) ?? 0
}
