import { expect, test } from 'vitest'
import { parsePathQuery, rankPath } from './path-query.ts'

const PLACE = { cwd: '/home/ada/app', home: '/home/ada' }

function checkRank(text: string, path: string, rank: number | undefined): void {
  expect(rankPath(parsePathQuery(text, PLACE), path)).toBe(rank)
}

test('a whole path is meant by itself, from the working folder and from home', () => {
  for (const text of [
    '/home/ada/app/src/a.ts',
    'src/a.ts',
    './src/a.ts',
    '~/app/src/a.ts',
    'src/x/../a.ts',
    'src\\a.ts',
  ]) {
    checkRank(text, '/home/ada/app/src/a.ts', 4)
  }
  checkRank('C:\\app\\a.ts', 'C:/app/a.ts', 4)
})

test('the end of a path means every path that ends in these parts', () => {
  checkRank('store/lock.ts', '/x/src/store/lock.ts', 3)
  checkRank('lock.ts', '/x/src/store/lock.ts', 3)
  checkRank('ock.ts', '/x/src/store/lock.ts', undefined)
  checkRank('tore/lock.ts', '/x/src/store/lock.ts', undefined)
  checkRank('../lock.ts', '/x/lock.ts', 3)
})

test('other capitals are a last resort', () => {
  checkRank('readme.md', '/x/README.md', 1)
  checkRank('README.md', '/x/README.md', 3)
  checkRank('/X/readme.md', '/x/README.md', 2)
})

test('a folder above everything ends no path', () => {
  for (const text of ['', '.', '..', '/', '~', '~/..']) checkRank(text, '/x/README.md', undefined)
})

test('one place is told from a name', () => {
  const isPlace = (text: string): boolean => parsePathQuery(text, PLACE).isPlace
  expect(['/x', '~/x', './x', '../x', 'C:\\x', '..'].map(isPlace)).toEqual([true, true, true, true, true, true])
  expect(['x', 'src/x', '.env', '..x', '~x'].map(isPlace)).toEqual([false, false, false, false, false])
})
