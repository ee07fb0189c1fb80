import { describe, expect, test } from 'vitest'
import { fillSession, search, tempIndexPath } from '../../../test/store-rows.ts'
import { openStoreForReading, openStoreForWriting } from '../open-store.ts'
import { createRowWriter } from '../row-writer.ts'
import type { Store } from '../store.ts'
import type { Migration } from './migrate.ts'
import { MIGRATIONS } from './table.ts'

const NEXT = MIGRATIONS.length + 2

const addMood: Migration = {
  to: NEXT,
  why: 'turns have a mood',
  up: store => {
    store.exec("ALTER TABLE turns ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")
  },
}
const addWeather: Migration = {
  to: NEXT + 1,
  why: 'and days a weather',
  up: store => {
    store.exec("CREATE TABLE weather (day TEXT) STRICT; INSERT INTO weather VALUES ('sunny')")
  },
}
const rebuild: Migration = { to: NEXT + 1, why: 'entries are counted in another way', up: 'rebuild' }
const fail: Migration = {
  to: NEXT + 1,
  why: 'it does not work',
  up: store => {
    store.exec('DELETE FROM turns')
    throw new Error('no')
  },
}

/** An index of the current version with one session in it. */
function makeIndex(): string {
  const path = tempIndexPath()
  const store = openStoreForWriting(path)
  fillSession(createRowWriter(store), 1, 'alpha')
  store.close()
  return path
}

function reopen(path: string, migrations: readonly Migration[]): Store {
  return openStoreForWriting(path, { migrations: [...MIGRATIONS, ...migrations] })
}

describe('an index of an older version', () => {
  test('is brought up to date step by step and keeps its rows', () => {
    const path = makeIndex()
    const store = reopen(path, [addWeather, addMood])
    expect(store.state).toBe('migrated')
    expect(store.all('SELECT mood FROM turns').map(row => row.mood)).toEqual(['calm', 'calm', 'calm'])
    expect(store.get('SELECT day FROM weather')?.day).toBe('sunny')
    expect(search(store, 'alpha')).toHaveLength(3)
    store.close()
    expect(reopen(path, [addMood, addWeather]).state).toBe('current')
  })

  test('that a step cannot keep is left as it is, to be rebuilt', () => {
    const path = makeIndex()
    const store = reopen(path, [addMood, rebuild])
    expect(store.state).toBe('must-rebuild')
    store.close()
    const same = openStoreForWriting(path)
    expect(same.state).toBe('current')
    expect(search(same, 'alpha')).toHaveLength(3)
  })

  test('is as it was when a step fails', () => {
    const path = makeIndex()
    expect(() => reopen(path, [addMood, fail])).toThrow('no')
    const store = openStoreForWriting(path)
    expect(store.state).toBe('current')
    expect(store.all('SELECT * FROM turns')).toHaveLength(3)
    expect(store.all("SELECT * FROM pragma_table_info('turns') WHERE name = 'mood'")).toEqual([])
  })

  test('is refused by a reader until it is migrated, and by an older backscroll afterwards', () => {
    const path = makeIndex()
    const migrations = [...MIGRATIONS, addMood]
    expect(() => openStoreForReading(path, { migrations })).toThrow(expect.objectContaining({ code: 'index-older' }))
    reopen(path, [addMood]).close()
    expect(openStoreForReading(path, { migrations })?.all('SELECT mood FROM turns')).toHaveLength(3)
    expect(() => openStoreForReading(path)).toThrow(expect.objectContaining({ code: 'index-newer' }))
    expect(() => openStoreForWriting(path)).toThrow(expect.objectContaining({ code: 'index-newer' }))
  })
})

test('versions go up one by one', () => {
  expect(MIGRATIONS.map(({ to }) => to)).toEqual(MIGRATIONS.map((_, at) => at + 2))
})
