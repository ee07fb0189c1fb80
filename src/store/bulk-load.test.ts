import { expect, test } from 'vitest'
import { fillSession, openTempStore, search } from '../../test/store-rows.ts'
import { beginBulkLoad, endBulkLoad, isBulkLoading } from './bulk-load.ts'
import { checkStore } from './check-store.ts'
import { openStoreForReading, openStoreForWriting } from './open-store.ts'
import { createRowWriter } from './row-writer.ts'
import type { Store } from './store.ts'

function load(store: Store): void {
  const writer = createRowWriter(store)
  for (let session = 1; session <= 20; session++) store.transaction(() => fillSession(writer, session, 'word'))
}

function listIndexes(store: Store): unknown[] {
  return store.all("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name").map(row => row.name)
}

/** Levels of the full-text table, read from what it stores: one segment after a merge. */
function countSegments(store: Store): number {
  return store.all('SELECT DISTINCT segid FROM prose_text_idx').length
}

test('a bulk load ends as if the rows had come one by one', () => {
  const store = openTempStore()
  const indexes = listIndexes(store)
  beginBulkLoad(store)
  expect(listIndexes(store)).toHaveLength(indexes.length - 1)
  load(store)
  expect(search(openStoreForReading(store.path) as Store, 'word')).toHaveLength(60)
  expect(countSegments(store)).toBe(20)
  endBulkLoad(store)
  expect(listIndexes(store)).toEqual(indexes)
  expect(countSegments(store)).toBe(1)
  expect(search(store, 'word')).toHaveLength(60)
  expect(checkStore(store)).toEqual([])
})

test('a bulk load that was cut off is known and can be ended later', () => {
  const cut = openTempStore()
  const indexes = listIndexes(cut)
  beginBulkLoad(cut)
  load(cut)
  cut.close()
  const store = openStoreForWriting(cut.path)
  expect(isBulkLoading(store)).toBe(true)
  beginBulkLoad(store)
  endBulkLoad(store)
  expect(isBulkLoading(store)).toBe(false)
  expect(listIndexes(store)).toEqual(indexes)
  endBulkLoad(store)
  expect(listIndexes(store)).toEqual(indexes)
})
