import { describe, expect, test } from 'vitest'
import { openTempStore } from '../../test/store-rows.ts'
import { MIGRATIONS } from './migrations/table.ts'
import { openStoreForReading } from './open-store.ts'
import type { Store } from './store.ts'

/** Whoever names the steps to its schema has tables of its own. */
const OWN_TABLES = { migrations: MIGRATIONS }

function openWithNumbers(): Store {
  const store = openTempStore()
  store.exec('CREATE TABLE numbers (n INTEGER)')
  for (let n = 1; n <= 5; n++) store.run('INSERT INTO numbers VALUES (?)', [n])
  return store
}

const readNumbers = (store: Store) => store.all('SELECT n FROM numbers ORDER BY n').map(row => row.n)

describe('a transaction', () => {
  test('keeps all of it or nothing', () => {
    const store = openWithNumbers()
    const fail = () =>
      store.transaction(() => {
        store.run('DELETE FROM numbers')
        throw new Error('changed my mind')
      })
    expect(fail).toThrow('changed my mind')
    expect(readNumbers(store)).toEqual([1, 2, 3, 4, 5])
    expect(store.transaction(() => store.run('DELETE FROM numbers WHERE n > 2').changes)).toBe(3)
    expect(readNumbers(store)).toEqual([1, 2])
  })

  test('inside another is a part of it', () => {
    const store = openWithNumbers()
    const fail = () =>
      store.transaction(() => {
        store.transaction(() => store.run('DELETE FROM numbers'))
        expect(store.isInTransaction).toBe(true)
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(readNumbers(store)).toHaveLength(5)
  })

  test('that was never begun can be taken back', () => {
    const store = openWithNumbers()
    store.rollback()
    expect(readNumbers(store)).toHaveLength(5)
  })

  test('is taken back when the store is closed', () => {
    const store = openWithNumbers()
    store.begin()
    store.run('DELETE FROM numbers')
    store.close()
    expect(readNumbers(openStoreForReading(store.path, OWN_TABLES) as Store)).toHaveLength(5)
  })
})

describe('rows one by one', () => {
  test('may be asked for inside each other', () => {
    const store = openWithNumbers()
    const pairs: unknown[] = []
    for (const a of store.iterate('SELECT n FROM numbers WHERE n < ?', [3])) {
      for (const b of store.iterate('SELECT n FROM numbers WHERE n < ?', [3])) pairs.push([a.n, b.n])
    }
    expect(pairs).toHaveLength(4)
  })

  test('hold no state once the loop is left', () => {
    const store = openWithNumbers()
    const reader = openStoreForReading(store.path, OWN_TABLES) as Store
    for (const _ of reader.iterate('SELECT n FROM numbers')) break
    store.run('DELETE FROM numbers')
    expect(store.get('PRAGMA wal_checkpoint(TRUNCATE)')?.busy).toBe(0)
  })
})

test('facts about the index are kept, replaced and removed', () => {
  const store = openTempStore()
  expect(store.meta.get('colour')).toBeUndefined()
  store.meta.set('colour', 'green')
  store.meta.set('colour', 'blue')
  expect(store.meta.get('colour')).toBe('blue')
  store.meta.set('colour', undefined)
  expect(store.meta.get('colour')).toBeUndefined()
})

test('a number that somebody else wrote and JavaScript cannot hold is damage', () => {
  const store = openWithNumbers()
  store.exec('INSERT INTO numbers VALUES (9007199254740993)')
  expect(() => readNumbers(store)).toThrow(expect.objectContaining({ code: 'index-damaged' }))
  const loop = () => [...store.iterate('SELECT n FROM numbers')]
  expect(loop).toThrow(expect.objectContaining({ code: 'index-damaged' }))
})

test('a mistake in SQL is a bug, not a problem of the user', () => {
  expect(() => openTempStore().all('SELECT nothing FROM nowhere')).toThrow(
    expect.objectContaining({ code: 'ERR_SQLITE_ERROR' }),
  )
})
