import { UserError } from '../user-error.ts'
import { mergeFullText } from './full-text.ts'
import { quote } from './schema.ts'
import { settleRequests } from './settle-requests.ts'
import type { Store } from './store.ts'
import { files } from './tables/kept.ts'
import { TABLES } from './tables/table.ts'
import { createUnitWriter } from './unit-writer.ts'

/** Every table that speaks of a session, or of a file of it. `files` comes last, as the others look there. */
const REMOVALS = [...TABLES]
  .sort((a, b) => Number(a === files) - Number(b === files))
  .filter(({ columns }) => 'session' in columns || 'file' in columns)
  .map(({ name, columns }) =>
    'session' in columns
      ? `DELETE FROM ${quote(name)} WHERE session = ?`
      : `DELETE FROM ${quote(name)} WHERE file IN (SELECT file FROM files WHERE session = ?)`,
  )

const TRACES = 'has_traces'

/**
 * Takes a session out so that no byte of its text is left in the file or its log. Requests that other sessions repeat now
 * count for those. Where traces could not be erased, the rows are gone all the same: see eraseTraces.
 */
export function forgetSession(store: Store, session: number): { readonly isErased: boolean } {
  store.exec('PRAGMA secure_delete = ON')
  try {
    store.transaction(() => {
      createUnitWriter(store).removeUnits(session)
      for (const sql of REMOVALS) store.run(sql, [session])
      settleRequests(store, [])
      mergeFullText(store)
      store.meta.set(TRACES, '1')
    })
    return { isErased: eraseTraces(store) }
  } finally {
    store.exec('PRAGMA secure_delete = OFF')
  }
}

/** Something was forgotten and may still be found in the bytes of the file. */
export function hasTraces(store: Store): boolean {
  return store.meta.get(TRACES) !== undefined
}

/**
 * Writes the file anew and empties its log. Secure delete alone is not enough: pages that were split or moved before keep
 * what stood in their gaps (seen in tests). False where there is no space for it, or a reader holds an old state.
 */
export function eraseTraces(store: Store): boolean {
  // In memory, the copy would be as large as the index.
  store.exec('PRAGMA temp_store = FILE')
  try {
    store.exec('VACUUM')
    if (!truncateLog(store)) return false
    store.meta.set(TRACES, undefined)
    return truncateLog(store)
  } catch (error) {
    if (error instanceof UserError && (error.code === 'index-full' || error.code === 'index-busy')) return false
    throw error
  } finally {
    store.exec('PRAGMA temp_store = MEMORY')
  }
}

function truncateLog(store: Store): boolean {
  return store.get('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0
}
