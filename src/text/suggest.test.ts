import { expect, test } from 'vitest'
import { suggest } from './suggest.ts'

function checkSuggestion(typed: string, expected: string | undefined): void {
  expect(suggest(typed, ['ls', 'show', 'tail', 'doctor', 'config', 'completions'])).toBe(expected)
}

test('finds a swapped letter', () => checkSuggestion('sohw', 'show'))
test('finds a missing letter', () => checkSuggestion('docter', 'doctor'))
test('finds a beginning', () => checkSuggestion('compl', 'completions'))
test('finds nothing in nonsense', () => checkSuggestion('xyzzy', undefined))
