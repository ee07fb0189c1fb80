import type { Store } from '../store/store.ts'
import type { Plan } from './plan.ts'

/** Notes which files are gone from disk, and which came back. What is kept of them stays. */
export function markMissing(
  store: Store,
  { missing, returned }: Pick<Plan, 'missing' | 'returned'>,
  now: number,
): void {
  if (missing.length === 0 && returned.length === 0) return
  store.transaction(() => {
    for (const path of missing) {
      store.run('UPDATE checks SET is_present = 0, missed_at = ? WHERE path = ? AND is_present = 1', [now, path])
    }
    for (const path of returned) {
      store.run('UPDATE checks SET is_present = 1, missed_at = NULL WHERE path = ? AND is_present = 0', [path])
    }
  })
}
