import { UserError } from '../user-error.ts'
import type { Store } from './store.ts'

/** Reads the whole index, full text included, and says what is wrong with it. Nothing where it is sound. */
export function checkStore(store: Store): readonly string[] {
  try {
    const findings = store.all('PRAGMA quick_check(20)').map(row => String(row.quick_check))
    return findings.filter(finding => finding !== 'ok')
  } catch (error) {
    if (error instanceof UserError && error.code === 'index-damaged') return [error.message]
    throw error
  }
}
