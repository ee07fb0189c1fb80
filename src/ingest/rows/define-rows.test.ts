import { expect, test } from 'vitest'
import { defineTable, int, maybeInt, maybeReal, maybeText, text } from '../../store/define-table.ts'
import { rowMaker } from './define-rows.ts'

const TABLE = defineTable({
  name: 'things',
  says: 'For this test.',
  columns: {
    number: int('number'),
    size: maybeInt('size'),
    cost: maybeReal('cost'),
    name: text('name'),
    note: maybeText('note'),
  },
  key: ['number'],
})

test('numbers that no column can hold are made to fit', () => {
  const toRow = rowMaker(TABLE)
  const rest = { name: '', note: undefined }
  expect(toRow({ number: 1.9, size: 1e300, cost: 0.5, ...rest })).toEqual([1, Number.MAX_SAFE_INTEGER, 0.5, '', null])
  expect(toRow({ number: Number.NaN, size: Number.NaN, cost: Number.NaN, ...rest })).toEqual([0, null, null, '', null])
  expect(toRow({ number: -1e300, size: -1.5, cost: 2, ...rest })).toEqual([Number.MIN_SAFE_INTEGER, -1, 2, '', null])
})

test('half a character is replaced as SQLite would', () => {
  const row = rowMaker(TABLE)({ number: 1, size: null, cost: null, name: 'a\ud800', note: '😀' })
  expect(row).toEqual([1, null, null, 'a\ufffd', '😀'])
})

test('fields in another order than the columns are a mistake that shows', () => {
  const row = { size: 1, number: 1, cost: 1, name: '', note: '' }
  expect(() => rowMaker(TABLE)(row)).toThrow('fields of things')
})
