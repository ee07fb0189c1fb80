import type { Store } from '../../store/store.ts'

/** Something on the list of the main thread that was neither done nor dropped. */
export interface OpenTask {
  readonly subject: string
  /** As the client says: `pending`, `in_progress`. */
  readonly status: string
}

/** In the order in which they were put on the list. */
export function listOpenTasks(store: Store, session: number): readonly OpenTask[] {
  const tasks = new Map<string, OpenTask>()
  for (const row of store.all(CHANGES, [session])) {
    const { list, task_id, to_status } = row
    const subject = (row.subject ?? '') as string
    // Positions of todos move, and so their words are what makes them the same.
    const key = `${list} ${list === 'todos' ? subject : task_id}`
    tasks.set(key, { subject: subject || (tasks.get(key)?.subject ?? ''), status: to_status as string })
  }
  return [...tasks.values()].filter(({ subject, status }) => subject !== '' && !CLOSED.has(status))
}

const CLOSED: ReadonlySet<string> = new Set(['completed', 'deleted', 'cancelled'])

const CHANGES = `SELECT list, task_id, subject, to_status FROM tasks WHERE session = ? AND agent = '' ORDER BY number`
