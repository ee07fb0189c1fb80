import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fillSession, makeRow, makeUnit, openTempStore, search } from '../../test/store-rows.ts'
import { checkStore } from './check-store.ts'
import { eraseTraces, forgetSession, hasTraces } from './forget-session.ts'
import { openStoreForReading } from './open-store.ts'
import { createRowWriter } from './row-writer.ts'
import { settleRequests } from './settle-requests.ts'
import type { Store } from './store.ts'
import { requests } from './tables/conversation.ts'
import { checks, files, sessions } from './tables/kept.ts'
import { TABLES } from './tables/table.ts'

const SECRET = 'zqxsecretxqz'

/** How often the secret stands in the bytes of the index and its log. */
function countTraces(store: Store): number {
  const paths = ['', '-wal'].map(suffix => store.path + suffix).filter(path => existsSync(path))
  return paths.reduce((sum, path) => sum + readFileSync(path, 'latin1').split(SECRET).length - 1, 0)
}

/** Sessions that grew and were written anew in turns, so that pages were split, moved and freed. */
function makeHistory(): Store {
  const store = openTempStore()
  const writer = createRowWriter(store)
  for (let round = 1; round <= 12; round++) {
    store.transaction(() => {
      for (const session of [1, 2, 3]) {
        if (round % (session + 3) === 0) writer.removeSession(session)
        const word = session === 2 ? SECRET : 'harmless'
        fillSession(writer, session, `${word} `.repeat((round * 7) % 13), 3 + round * 2)
        writer.insert(checks, [makeRow(checks, { path: `/${word}/${session}/${round}`, file: session * 1000 })])
      }
      settleRequests(store, [1, 2, 3])
    })
  }
  return store
}

test('a forgotten session leaves no byte of its text behind', () => {
  const store = makeHistory()
  expect(countTraces(store)).toBeGreaterThan(100)
  expect(search(store, SECRET)).not.toEqual([])
  const others = store.all('SELECT * FROM turns WHERE session <> 2')

  expect(forgetSession(store, 2)).toEqual({ isErased: true })

  expect(countTraces(store)).toBe(0)
  expect(search(store, SECRET)).toEqual([])
  for (const { name, columns } of TABLES.filter(table => 'session' in table.columns)) {
    expect(store.all(`SELECT * FROM "${name}" WHERE session = 2`), `${name} ${Object.keys(columns)[0]}`).toEqual([])
  }
  expect(store.all('SELECT * FROM checks WHERE path LIKE ?', [`%${SECRET}%`])).toEqual([])
  expect(store.all('SELECT * FROM turns')).toEqual(others)
  expect(search(store, 'harmless')).not.toEqual([])
  expect(checkStore(store)).toEqual([])
  expect(hasTraces(store)).toBe(false)
})

test('words of a forgotten session are gone from an index that was written at once', () => {
  const store = openTempStore()
  const writer = createRowWriter(store)
  writer.insert(sessions, [makeRow(sessions, { session: 1 }), makeRow(sessions, { session: 2 })])
  writer.insert(files, [makeRow(files, { file: 1, session: 1 })])
  store.transaction(() => {
    writer.putUnit(1, makeUnit({ texts: { prompt: SECRET } }))
    writer.putUnit(2, makeUnit({ texts: { prompt: 'harmless' } }))
  })
  forgetSession(store, 1)
  expect(countTraces(store)).toBe(0)
  store.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, prose_text, 'row')")
  expect(store.all('SELECT term FROM words').map(row => row.term)).toEqual(['harmless'])
})

test('what a forgotten session shared now counts for the other', () => {
  const store = openTempStore()
  const writer = createRowWriter(store)
  for (const session of [1, 2]) {
    writer.insert(sessions, [makeRow(sessions, { session })])
    writer.insert(requests, [
      makeRow(requests, { session, key: 'k', first_at: session, output_tokens: session * 10, is_counted: 1 }),
    ])
  }
  settleRequests(store, [1, 2])
  forgetSession(store, 1)
  expect(store.all('SELECT session, own_output_tokens FROM sessions').map(row => ({ ...row }))).toEqual([
    { session: 2, own_output_tokens: 20 },
  ])
})

test('while somebody reads, rows go at once and traces later', () => {
  const store = makeHistory()
  store.exec('PRAGMA busy_timeout = 20')
  const reader = openStoreForReading(store.path) as Store
  reader.begin()
  expect(search(reader, SECRET)).not.toEqual([])
  expect(forgetSession(store, 2)).toEqual({ isErased: false })
  expect(search(store, SECRET)).toEqual([])
  expect(hasTraces(store)).toBe(true)
  reader.close()
  expect(eraseTraces(store)).toBe(true)
  expect(hasTraces(store)).toBe(false)
  expect(countTraces(store)).toBe(0)
})
