import { expect, test } from 'vitest'
import { readLineWords } from './line-words.ts'

test('knows the words of the line itself', () => {
  expect(readLineWords(['statusline'])).toEqual({ template: undefined, isPlain: false })
  expect(readLineWords(['statusline', '--template', '-x', '--no-color'])).toEqual({ template: '-x', isPlain: true })
  expect(readLineWords(['statusline', '--template={model}'])).toEqual({ template: '{model}', isPlain: false })
})
test('leaves everything else to the whole command line', () => {
  for (const words of [
    [],
    ['ls'],
    ['statusline', '--help'],
    ['statusline', '--install'],
    ['statusline', '--template'],
    ['statusline', 'x'],
  ])
    expect(readLineWords(words)).toBeUndefined()
})
