import { expect, test } from 'vitest'
import { textToFind } from './text-to-find.ts'

function find(snippet: string, marked: string, typed: string): string {
  const from = snippet.indexOf(marked)
  return textToFind({ snippet, highlights: [[from, from + marked.length]] }, typed)
}

test('what was typed is looked for, where it stands', () => {
  expect(find('the shadow branch is gone', 'shadow branch', 'shadow branch')).toBe('shadow branch')
  expect(find('two Shadow Branches are gone', 'Shadow Branches', '"shadow branch"')).toBe('shadow branch')
})

test('words of it that stand together are looked for together', () => {
  expect(find('should have two decimals', 'two decimals', 'feet two decimals')).toBe('two decimals')
})

test('of a longer word that was found, the part that was typed', () => {
  expect(find('call getShadowBranchNameForCommit()', 'getShadowBranchNameForCommit', 'shadow branch')).toBe('shadow')
})

test('where another word was found, that one', () => {
  expect(find('the colour of beans', 'colour', 'color project:garden')).toBe('colour')
})
