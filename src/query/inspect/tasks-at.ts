import type { TaskItem } from './inspect-tasks.ts'

/** An item with the status it had at the end of a turn. */
export interface TaskAt {
  readonly item: TaskItem
  readonly status: string
}

/** The list as it stood at the end of a turn; undefined: as it is now. What was dropped or cleared is not on it. */
export function listTasksAt(items: readonly TaskItem[], turn: number | undefined): readonly TaskAt[] {
  return items.flatMap(item => {
    const last = item.changes.findLast(change => turn === undefined || (change.turn ?? 0) <= turn)
    return last && last.to !== 'deleted' && last.to !== 'cleared' ? [{ item, status: last.to }] : []
  })
}
