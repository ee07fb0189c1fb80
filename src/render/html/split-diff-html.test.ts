import { expect, test } from 'vitest'
import { markupOf } from './safe-html.ts'
import { splitDiffHtml } from './split-diff-html.ts'

/** The cells of each row, without their classes. */
function rowsOf(lines: readonly string[], path = 'a.ts'): readonly (readonly string[])[] {
  const markup = markupOf(splitDiffHtml({ kind: 'diff', path, hunks: [{ oldStart: 5, newStart: 5, lines }] }))
  return [...markup.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell.replace(/<span class="sr">.*?<\/span>/g, ''),
    ),
  )
}

test('what was stands on the left, what is on the right', () => {
  expect(rowsOf([' same', '-zebra', '+completely other', ' end'])).toEqual([
    ['5', 'same', '5', 'same'],
    ['6', 'zebra', '6', 'completely other'],
    ['7', 'end', '7', 'end'],
  ])
})

test('the longer side goes on beside nothing', () => {
  expect(rowsOf(['-a', '-b', '-c', '+x'])).toEqual([
    ['5', 'a', '5', 'x'],
    ['6', 'b', '', ''],
    ['7', 'c', '', ''],
  ])
  expect(rowsOf(['+only'])).toEqual([['', '', '5', 'only']])
})

test('words that changed are marked on both sides', () => {
  const [row = []] = rowsOf(['-const count = 1', '+const count = 2'])
  expect([row[1], row[3]]).toEqual(['const count = <mark>1</mark>', 'const count = <mark>2</mark>'])
})

test('lines and paths of a transcript stay text', () => {
  const markup = markupOf(
    splitDiffHtml({
      kind: 'diff',
      path: '"><script>',
      hunks: [{ oldStart: 1, newStart: 1, lines: ['+<img onerror=x>'] }],
    }),
  )
  expect(markup).not.toMatch(/<script|<img/)
})
