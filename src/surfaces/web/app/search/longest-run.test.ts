import { expect, test } from 'vitest'
import { longestRun } from './longest-run.ts'

function check(snippet: string, words: readonly string[], expected: string): void {
  const highlights = words.map((word): [number, number] => [snippet.indexOf(word), snippet.indexOf(word) + word.length])
  expect(longestRun({ snippet, highlights })).toBe(expected)
}

test('words that stand beside each other are looked for as one', () =>
  check('Feet should have two decimals', ['Feet', 'two', 'decimals'], 'two decimals'))
test('of words apart the longest is looked for', () => check('tide and footnotes', ['tide', 'footnotes'], 'footnotes'))
test('nothing is looked for over the end of a line', () => check('old\ntide', ['old', 'tide'], 'tide'))
test('without words there is nothing to look for', () => check('anything', [], ''))
