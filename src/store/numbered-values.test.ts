import { expect, test } from 'vitest'
import { withPlainMarks } from './numbered-values.ts'

test('a value named twice is given twice', () => {
  expect(withPlainMarks('a = ?1 OR b = ?2 OR c = ?1', ['x', 'y'])).toEqual({
    sql: 'a = ? OR b = ? OR c = ?',
    values: ['x', 'y', 'x'],
  })
})

test('a plain mark takes the next value, as in SQLite', () => {
  expect(withPlainMarks('a <> ? AND b = ?2 AND c = ?2', ['', 'sha']).values).toEqual(['', 'sha', 'sha'])
  expect(withPlainMarks('a = ?2 AND b = ?', [1, 2, 3]).values).toEqual([2, 3])
})

test('other statements stay as they are', () => {
  const values = [1]
  expect(withPlainMarks('a = ?', values)).toEqual({ sql: 'a = ?', values })
})
