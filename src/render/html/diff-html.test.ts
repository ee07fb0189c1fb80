import { expect, test } from 'vitest'
import type { Hunk } from '../view/part.ts'
import { diffHtml } from './diff-html.ts'
import { diffWords } from './diff-words.ts'
import { markupOf } from './safe-html.ts'

test('numbers lines as they were and as they are', () => {
  checkCells(
    [{ oldStart: 9, newStart: 19, lines: [' a', '-b', '+c', '+d', ' e', '\\ No newline at end of file'] }],
    [
      ['9', '19', ' ', 'a'],
      ['10', '', '-', 'b'],
      ['\n', '20\n21', '+\n+', 'c\nd'],
      ['11', '22', ' ', 'e'],
      ['', '', '\\', ' No newline at end of file'],
    ],
  )
})

test('keeps a line one line, whatever it holds', () => {
  checkCells(
    [{ oldStart: 1, newStart: 1, lines: ['+a\u2028b\nc\r', ''] }],
    [
      ['', '1', '+', 'a␊b␊c'],
      ['1', '2', ' ', ''],
    ],
  )
})

test('leaves the columns out where no place is known', () => {
  const markup = draw([{ oldStart: undefined, newStart: undefined, lines: ['-a', '+b'] }])
  expect(markup).toContain('class="diff no-numbers"')
})

test('parts two places of a file', () => {
  const hunk = { oldStart: 1, newStart: 1, lines: [' a'] }
  expect(draw([hunk]).includes('class="gap"')).toBe(false)
  expect(draw([hunk, hunk]).match(/class="gap"/g)).toHaveLength(1)
})

test('marks the words that differ, also in the second of two changed lines', () => {
  const markup = draw([
    { oldStart: 1, newStart: 1, lines: ['-let a = 1', '-let b = old', '+let a = 1 // ', '+let b = new'] },
  ])
  expect(markup).toContain('let b = <mark>old</mark>')
  expect(markup).toContain('let b = <mark>new</mark>')
})

test('marks nothing in lines that have little in common or are very long', () => {
  expect(diffWords('const a = 1', 'return something else entirely')).toBeUndefined()
  expect(diffWords(`${'a '.repeat(400)}x`, `${'a '.repeat(400)}y`)).toBeUndefined()
})

test('keeps every line of a very long change, the rest behind a fold', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `+line${at}.`)
  const markup = draw([{ oldStart: 0, newStart: 1, lines }])
  expect(markup).toContain('<summary>400 more lines</summary>')
  expect(lines.every(line => markup.includes(line.slice(1)))).toBe(true)
})

test('holds few elements, also where every other line was changed', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => (at % 2 ? `+b ${at}` : `-a ${at}`))
  const markup = draw([{ oldStart: 1, newStart: 1, lines }])
  expect(markup.match(/<[a-z]/g)?.length).toBeLessThan(500)
  expect(lines.every(line => markup.includes(line.slice(1)))).toBe(true)
})

function draw(hunks: readonly Hunk[]): string {
  return markupOf(diffHtml({ kind: 'diff', path: 'a.ts', hunks }))
}

function checkCells(hunks: readonly Hunk[], expected: readonly (readonly string[])[]): void {
  const rows = [...draw(hunks).matchAll(/<tr class="(?!gap)[a-z]+">(.*?)<\/tr>/gs)]
  const cells = rows.map(([, row]) => [...(row ?? '').matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell))
  expect(cells).toEqual(expected)
}
