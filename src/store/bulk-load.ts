import { putOffMerging, setEverydayMerging, settleSegments } from './full-text.ts'
import { EVERYDAY_CHECKPOINT_PAGES } from './open-store.ts'
import { createIndex, indexName, quote } from './schema.ts'
import type { Store } from './store.ts'
import { TABLES } from './tables/table.ts'

/**
 * For a first sync or a rebuild: what costs most when done row by row is done once at the end. Readers find all rows
 * meanwhile, some of them more slowly. Pays from about 50 MB of new transcripts on; transactions of 8 to 16 MB of text
 * are best. A load that was cut off stays marked in `meta`: `isBulkLoading` says so, `endBulkLoad` finishes it.
 */

/** 64 MB: the same pages are written again and again, and only their last state needs carrying over. */
const BULK_CHECKPOINT_PAGES = 16_000

const BUILT_LAST = TABLES.flatMap(table => {
  return table.indexes.filter(index => index.isBuiltLast).map(index => ({ table, index }))
})

export function beginBulkLoad(store: Store): void {
  store.exec(`PRAGMA wal_autocheckpoint = ${BULK_CHECKPOINT_PAGES}`)
  if (isBulkLoading(store)) return
  store.transaction(() => {
    store.meta.set('bulk_load', 'begun')
    // In random order each row of a transaction changes a page of its own: 14 µs a row against 3, measured.
    for (const { table, index } of BUILT_LAST) store.exec(`DROP INDEX IF EXISTS ${quote(indexName(table, index))}`)
    putOffMerging(store)
  })
}

export function isBulkLoading(store: Store): boolean {
  return store.meta.get('bulk_load') !== undefined
}

export function endBulkLoad(store: Store): void {
  if (isBulkLoading(store)) {
    store.transaction(() => {
      for (const { table, index } of BUILT_LAST) store.exec(createIndex(table, index))
      setEverydayMerging(store)
      settleSegments(store)
      store.meta.set('bulk_load', undefined)
    })
  }
  store.exec(`PRAGMA wal_autocheckpoint = ${EVERYDAY_CHECKPOINT_PAGES}`)
}
