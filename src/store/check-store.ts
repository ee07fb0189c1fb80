import { UserError } from '../user-error.ts'
import type { Table } from './define-table.ts'
import type { Store } from './store.ts'
import { damaged } from './store-error.ts'

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

/** The same for one table, without its full text. */
export function isSoundTable(store: Store, { name }: Table): boolean {
  return store.all(`PRAGMA quick_check(${name})`).every(row => row.quick_check === 'ok')
}

/**
 * What is behind an error that came while the index was asked: that it is damaged, or the error itself. What we packed
 * ourselves can always be unpacked; anything else is a bug of ours unless the index is not sound.
 */
export function findDamage(store: Store, error: unknown): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error
  const isPacked =
    error instanceof SyntaxError || ('code' in error && /^(?:ERR_)?(?:ZLIB|ZSTD|Z_)/.test(String(error.code)))
  return isPacked || checkStore(store).length > 0 ? damaged(store.path, error) : error
}
