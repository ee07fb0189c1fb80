import type { Agent, Session, Thread } from './session.ts'

/** What names a thread within its session. */
export type ThreadName = Pick<Thread, 'file' | 'agentId'>

export interface AgentKeys {
  /** The `agent` column of every table: empty for the main thread. */
  of(thread: ThreadName): string
}

/** The keys of a session that was read whole. */
export function agentKeys({ agents }: Pick<Session, 'agents'>): AgentKeys {
  return threadKeys(agents.map(({ thread: { file, agentId }, storedAs }) => ({ file, agentId, storedAs })))
}

/**
 * Agents go by their id. Where one id has several threads (old and new layout at once), the first keeps it and the others
 * become `id~2`, `id~3` …: those with a file of their own before the others, then by file.
 */
export function threadKeys(threads: readonly (ThreadName & Pick<Agent, 'storedAs'>)[]): AgentKeys {
  const keys = new Map<string, string>()
  const taken = new Set<string>([''])
  const sorted = threads.toSorted(
    (a, b) => STORAGE.indexOf(a.storedAs) - STORAGE.indexOf(b.storedAs) || a.file - b.file,
  )
  for (const thread of sorted) {
    const id = (thread.agentId ?? '').toWellFormed()
    let key = id
    for (let count = 2; taken.has(key); count++) key = `${id}~${count}`
    taken.add(key)
    keys.set(nameOf(thread), key)
  }
  return { of: thread => (thread.agentId === undefined ? '' : (keys.get(nameOf(thread)) ?? thread.agentId)) }
}

const STORAGE: readonly Agent['storedAs'][] = ['file', 'in-main-file', 'progress-copies', 'result-only']

function nameOf({ file, agentId }: ThreadName): string {
  return `${file} ${agentId}`
}
