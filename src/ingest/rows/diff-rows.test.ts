import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineTable, int, maybeInt, maybeText, type SqlValue, text } from '../../store/define-table.ts'
import { requests } from '../../store/tables/conversation.ts'
import { diffRows } from './diff-rows.ts'

const TABLE = defineTable({
  name: 'things',
  says: 'For this test.',
  columns: { session: int('session'), agent: text('agent'), number: int('number'), note: maybeText('note') },
  key: ['session', 'agent', 'number'],
})

type Row = [session: number, agent: string, number: number, note: string | null]

/** Removing and inserting as told makes `after` of `before`; nothing is done to a row that stays. */
function checkDiff(before: readonly Row[], after: readonly Row[]): ReturnType<typeof diffRows> {
  const diff = diffRows(TABLE, [...before], [...after])
  const rows = new Map(before.map(row => [keyOf(row), row as SqlValue[]]))
  for (const key of diff.remove) expect(rows.delete(JSON.stringify(key))).toBe(true)
  for (const row of diff.insert) {
    expect(rows.has(keyOf(row))).toBe(false)
    rows.set(keyOf(row), row)
  }
  expect(rows).toEqual(new Map(after.map(row => [keyOf(row), row])))
  return diff
}

function keyOf(row: readonly SqlValue[]): string {
  return JSON.stringify(row.slice(0, 3))
}

test('equal rows make no work', () => {
  const rows: Row[] = [
    [1, '', 0, 'a'],
    [1, '', 1, null],
  ]
  expect(checkDiff(rows, structuredClone(rows))).toEqual({ remove: [], insert: [] })
})

test('an append inserts what is new, and a row that changed on the way is replaced', () => {
  const before: Row[] = [
    [1, '', 0, 'a'],
    [1, '', 1, 'b'],
    [1, 'x', 0, 'c'],
  ]
  const after: Row[] = [
    [1, '', 0, 'a'],
    [1, '', 1, 'B'],
    [1, '', 2, 'new'],
    [1, 'x', 0, 'c'],
  ]
  expect(checkDiff(before, after)).toEqual({
    remove: [[1, '', 1]],
    insert: [
      [1, '', 1, 'B'],
      [1, '', 2, 'new'],
    ],
  })
})

test('keys that read alike when put together are told apart', () => {
  const first: Row = [1, '1,2', 3, null]
  checkDiff([first, [1, '1', 23, null]], [[1, '1', 23, 'x'], first, [1, '1,2,3', 0, null]])
})

test('any two states, in any order', () => {
  const row = fc.tuple(fc.constant(1), fc.constantFrom('', 'a', 'b'), fc.nat(12), fc.constantFrom(null, 'x', 'y'))
  const rows = fc.uniqueArray(row, { selector: keyOf, maxLength: 30 })
  fc.assert(fc.property(rows, rows, (before, after) => void checkDiff(before, after)))
})

test('columns that are settled over all sessions are no difference', () => {
  const names = Object.keys(requests.columns)
  const before: SqlValue[] = names.map(() => 0)
  const after = names.map((name): SqlValue => (name === 'is_counted' || name === 'counted_session' ? 1 : 0))
  expect(diffRows(requests, [before], [after])).toEqual({ remove: [], insert: [] })
  expect(diffRows(requests, [before], [names.map(() => 1)])).toMatchObject({ insert: [expect.anything()] })
})

test('a key may be a single number', () => {
  const table = defineTable({ name: 't', says: '', columns: { id: int('id'), value: maybeInt('value') }, key: ['id'] })
  const before = [
    [1, 5],
    [2, 6],
  ]
  expect(diffRows(table, before, [[2, 6]])).toEqual({ remove: [[1]], insert: [] })
})
