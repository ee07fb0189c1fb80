import { expect, test } from 'vitest'
import { formatBar, formatSparkline } from './bars.ts'

test.each([
  [10, 10, 4, '████'],
  [5, 10, 4, '██'],
  [1, 10, 10, '█'],
  [1.5, 10, 10, '█▌'],
  [0.001, 10, 4, '▏'],
  [0, 10, 4, ''],
  [0, 0, 4, ''],
  [Number.NaN, 10, 4, ''],
  [20, 10, 4, '████'],
])('a bar of %d out of %d in %d columns is %j', (value, largest, columns, bar) =>
  expect(formatBar(value, largest, columns)).toBe(bar),
)

test('a sparkline shows each value, and a dot for nothing', () => {
  expect(formatSparkline([0, 1, 4, 8])).toBe('·▂▅█')
  expect(formatSparkline([0.001, 8])).toBe('▁█')
  expect(formatSparkline([0, 0])).toBe('··')
  expect(formatSparkline([])).toBe('')
})
