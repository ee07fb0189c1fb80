import { expect, test } from 'vitest'
import { openTempStore } from '../../test/store-rows.ts'
import { TEXT_COLUMNS } from '../model/text-column.ts'
import { INTERNAL_TABLES } from './schema.ts'
import * as conversation from './tables/conversation.ts'
import * as facts from './tables/facts.ts'
import * as internal from './tables/internal.ts'
import * as kept from './tables/kept.ts'
import * as narrative from './tables/narrative.ts'
import { DERIVED, TABLES } from './tables/table.ts'

const DEFINED = [kept, conversation, facts, narrative, internal].flatMap(module => Object.values(module))

test('every table that is defined is made, once', () => {
  const listed = [...TABLES, ...INTERNAL_TABLES]
  expect(new Set(listed)).toEqual(new Set(DEFINED))
  expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length)
})

test('the tables have the columns, keys and indexes of their definitions', () => {
  const store = openTempStore()
  for (const { name, columns, key, indexes } of [...TABLES, ...INTERNAL_TABLES]) {
    const found = store.all('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', [name])
    const expected = Object.entries(columns).map(([column, { type, isNullable }]) => {
      return { name: column, type, notnull: isNullable ? 0 : 1, pk: key.indexOf(column) + 1 }
    })
    expect(found.map(row => ({ ...row }))).toEqual(expected)
    const made = store.all("SELECT name FROM pragma_index_list(?) WHERE origin = 'c'", [name])
    expect(made).toHaveLength(indexes.length)
  }
})

test('a key is a beginning of the columns, so that rows of a session lie together', () => {
  for (const { name, columns, key } of TABLES) expect(Object.keys(columns).slice(0, key.length), name).toEqual(key)
  for (const { name, columns } of DERIVED) expect(Object.keys(columns)[0], name).toBe('session')
})

test('a column takes no value of another type', () => {
  const store = openTempStore()
  const insert = () => store.run("INSERT INTO kinds (session, file, kind, count) VALUES (1, 1, 'user', 'many')")
  expect(insert).toThrow(/cannot store TEXT value in INTEGER column/)
})

test('the full-text table has the text columns and stores no text', () => {
  const store = openTempStore()
  expect(store.all("SELECT name FROM pragma_table_info('prose_text')").map(row => row.name)).toEqual([...TEXT_COLUMNS])
  store.run('INSERT INTO prose_text (rowid, prompt) VALUES (1, ?)', ['Crème brûlée, running tests'])
  const match = (query: string) => store.all('SELECT prompt FROM prose_text WHERE prose_text MATCH ?', [query])
  expect(match('creme BRULEE run test').map(row => row.prompt)).toEqual([null])
  expect(match('answer: creme')).toEqual([])
})
