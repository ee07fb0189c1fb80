import { describe, expect, test } from 'vitest'
import { type Column, formatTable } from './table.ts'
import { displayWidth } from './width.ts'

const COLUMNS: Column[] = [
  { title: 'ID', dropOrder: 0 },
  { title: 'TITLE', isFlexible: true, minWidth: 6, dropOrder: 0 },
  { title: 'BRANCH', dropOrder: 2 },
  { title: 'TURNS', align: 'right', dropOrder: 1 },
]

const ROWS = [
  ['a1', 'Fix the login form', 'main', '3'],
  ['b2', '日本語のタイトル', 'feature', '12'],
]

function checkTable(width: number, expected: string[]): void {
  const lines = formatTable({ columns: COLUMNS, rows: ROWS, width })
  expect(lines).toEqual(expected)
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
}

describe('a table', () => {
  test('is as wide as its content when there is room', () =>
    checkTable(80, [
      'ID  TITLE               BRANCH   TURNS',
      'a1  Fix the login form  main         3',
      'b2  日本語のタイトル    feature     12',
    ]))
  test('cuts the flexible column first', () =>
    checkTable(30, [
      'ID  TITLE       BRANCH   TURNS',
      'a1  Fix the l…  main         3',
      'b2  日本語の…   feature     12',
    ]))
  test('then drops columns', () =>
    checkTable(20, ['ID  TITLE      TURNS', 'a1  Fix the …      3', 'b2  日本語の…     12']))
  test('at last cuts below the smallest width worth showing', () =>
    checkTable(9, ['ID  TITLE', 'a1  Fix …', 'b2  日本…']))
  test('leaves out a column without content', () => {
    const lines = formatTable({ columns: COLUMNS, rows: [['a1', 'x', '', '1']], width: 80 })
    expect(lines[0]).not.toContain('BRANCH')
  })
  test('has colour on the words only', () => {
    const columns: Column[] = [{ title: 'N', align: 'right', style: text => `<${text}>` }, { title: 'NAME' }]
    expect(
      formatTable({
        columns,
        rows: [
          ['1', 'a'],
          ['20', 'b'],
        ],
        width: 20,
      }),
    ).toEqual([' N  NAME', ' <1>  a', '<20>  b'])
  })
})
