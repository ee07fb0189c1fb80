import { expect, test } from 'vitest'
import type { Hunk } from '../view/part.ts'
import { diffLines } from './diff.ts'
import { printLine } from './line.ts'
import { plainStyle } from './style.ts'

test('numbers removed lines by the old file and all others by the new one', () => {
  checkDiff(
    [{ oldStart: 9, newStart: 9, lines: [' a', '-b', '-c', '+d', ' e'] }],
    [' 9   a', '10 - b', '11 - c', '10 + d', '11   e'],
  )
})

test('marks the gap between two places', () => {
  checkDiff(
    [
      { oldStart: 1, newStart: 1, lines: ['+x'] },
      { oldStart: 40, newStart: 41, lines: ['-y', '\\ No newline at end of file'] },
    ],
    [' 1 + x', ' ⋮', '40 - y', '   \\  No newline at end of file'],
  )
})

test('leaves numbers out where the place is not known', () => {
  checkDiff([{ oldStart: undefined, newStart: undefined, lines: ['-old', '+new'] }], ['- old', '+ new'])
})

test('survives a hunk with empty lines and control characters', () => {
  checkDiff([{ oldStart: 1, newStart: 1, lines: ['', '+\x1b[2J'] }], ['1', '2 + ␛[2J'])
})

function checkDiff(hunks: readonly Hunk[], expected: readonly string[]): void {
  const lines = [...diffLines({ kind: 'diff', path: 'x', hunks }, 60)]
  expect(lines.map(line => printLine(line, plainStyle))).toEqual(expected)
}
