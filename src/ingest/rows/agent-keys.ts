import type { Agent, Session, Thread } from '../../model/session.ts'

/** What names a thread within its session. */
export type ThreadName = Pick<Thread, 'file' | 'agentId'>

export interface AgentKeys {
  /** The `agent` column of every table: empty for the main thread. */
  of(thread: ThreadName): string
}

/**
 * Agents go by their id. Where one id has several threads (old and new layout at once), the first keeps it and the others
 * become `id~2`, `id~3` …: those with a file of their own before the others, then by file.
 */
export function agentKeys(session: Pick<Session, 'agents'>): AgentKeys {
  const keys = new Map<string, string>()
  const taken = new Set<string>([''])
  for (const { thread } of session.agents.toSorted(byStorage)) {
    const id = (thread.agentId ?? '').toWellFormed()
    let key = id
    for (let count = 2; taken.has(key); count++) key = `${id}~${count}`
    taken.add(key)
    keys.set(nameOf(thread), key)
  }
  return { of: thread => (thread.agentId === undefined ? '' : (keys.get(nameOf(thread)) ?? thread.agentId)) }
}

const STORAGE: readonly Agent['storedAs'][] = ['file', 'in-main-file', 'progress-copies']

function byStorage(a: Agent, b: Agent): number {
  return STORAGE.indexOf(a.storedAs) - STORAGE.indexOf(b.storedAs) || a.thread.file - b.thread.file
}

function nameOf({ file, agentId }: ThreadName): string {
  return `${file} ${agentId}`
}
