import { expect, test } from 'vitest'
import { findLine, markFound } from './find-line.ts'
import { createStepLines } from './step-lines.ts'

test('finds the line whatever its colours and case', () => {
  const lines = createStepLines(['one', '\x1b[1mTw\x1b[22mo\x1b[2m', 'two'])
  expect(findLine(lines, 'two')).toBe(1)
  expect(findLine(lines, 'three')).toBeUndefined()
  expect(findLine(lines, '')).toBeUndefined()
})

test('marks each place and keeps the colours around and inside of it', () => {
  expect(markFound('a cat, a Cat', 'cat')).toBe('a \x1b[7mcat\x1b[27m, a \x1b[7mCat\x1b[27m')
  expect(markFound('\x1b[1mca\x1b[0mt\x1b[2m!\x1b[22m', 'cat')).toBe(
    '\x1b[1m\x1b[7mca\x1b[0m\x1b[7mt\x1b[2m\x1b[7m\x1b[27m!\x1b[22m',
  )
  expect(markFound('nothing', 'cat')).toBe('nothing')
  // Its lower case is longer: places would be off, so nothing is marked.
  expect(markFound('İ cat', 'cat')).toBe('İ cat')
})

test('lines are drawn no further than they are asked for', () => {
  let drawn = 0
  function* endless(): Iterable<string> {
    while (true) yield String(drawn++)
  }
  const lines = createStepLines(endless())
  expect(lines.has(10)).toBe(true)
  expect(lines.slice(2, 5)).toEqual(['2', '3', '4'])
  expect(lines.count).toBeUndefined()
  expect(drawn).toBe(11)
  const few = createStepLines(['a'])
  expect(few.has(1)).toBe(false)
  expect(few.count).toBe(1)
})
