import { expect, test } from 'vitest'
import { type LineWords, readLineWords } from './line-words.ts'

function check(words: readonly string[], expected: Partial<LineWords>): void {
  const nothing = { template: undefined, isPlain: false, unknown: undefined }
  expect(readLineWords(['statusline', ...words])).toEqual({ ...nothing, ...expected })
}

test('knows the words of the line itself', () => {
  check([], {})
  check(['--template', '-x', '--no-color'], { template: '-x', isPlain: true })
  check(['--template={model}', '--plain', '--no-pager'], { template: '{model}' })
  check(['--template', '--install'], { template: '--install' })
})
test('is a line whatever else is said', () => {
  check(['--bogus', 'extra'], { unknown: '--bogus' })
  check(['--json', '--template', 'x'], { unknown: '--json', template: 'x' })
  check(['--template'], { unknown: '--template' })
})
test('leaves other tasks to the whole command line', () => {
  for (const words of [
    [],
    ['ls'],
    ['statusline', '--help'],
    ['statusline', '--install'],
    ['statusline', '--bogus', '--install'],
    ['statusline', '--refresh'],
  ])
    expect(readLineWords(words)).toBeUndefined()
})
