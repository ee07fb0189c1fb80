import { expect, test } from 'vitest'
import { diffTexts } from '../../text/text-diff.ts'
import { FileMemory } from './file-memory.ts'

test('knows a file that was read to its end, and no part of one', () => {
  const memory = new FileMemory()
  memory.note('Read', { file_path: 'a' }, { file: { content: 'one\n', startLine: 1, numLines: 2, totalLines: 2 } })
  memory.note('Read', { file_path: 'b' }, { file: { content: 'one\n', startLine: 1, numLines: 2, totalLines: 9 } })
  memory.note('Read', { file_path: 'c' }, { file: 'no object' })
  expect(['a', 'b', 'c'].map(path => memory.get(path))).toEqual(['one\n', undefined, undefined])
})

test('follows edits, and forgets a file it cannot follow', () => {
  const memory = new FileMemory()
  memory.note('Write', { file_path: 'a', content: 'pear and pear' }, {})
  memory.note('Edit', { file_path: 'a', old_string: 'pear', new_string: '$& plum' }, {})
  expect(memory.get('a')).toBe('$& plum and pear')
  memory.note(
    'MultiEdit',
    { file_path: 'a', edits: [{ old_string: 'pear', new_string: 'fig', replace_all: true }] },
    {},
  )
  expect(memory.get('a')).toBe('$& plum and fig')
  memory.note('Edit', { file_path: 'a', old_string: 'not there', new_string: 'x' }, {})
  expect(memory.get('a')).toBeUndefined()
  memory.note('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, { originalFile: 'xz' })
  expect(memory.get('a')).toBe('yz')
  memory.note('Edit', { file_path: 'a', old_string: 'y', new_string: 'x' }, { originalFile: 'yz', userModified: true })
  expect(memory.get('a')).toBeUndefined()
})

test('keeps the newest contents within its room, and neither huge nor binary ones', () => {
  const memory = new FileMemory()
  for (let at = 0; at < 10; at++) memory.set(`file ${at}`, 'x'.repeat(900_000))
  const kept = Array.from({ length: 10 }, (_, at) => at).filter(at => memory.get(`file ${at}`) !== undefined)
  expect(kept).toEqual([6, 7, 8, 9])
  memory.set('huge', 'x'.repeat(2_000_000))
  memory.set('binary', 'a\0b')
  expect([memory.get('huge'), memory.get('binary')]).toEqual([undefined, undefined])
})

test('compares texts by lines, and gives up on what would take too long', () => {
  expect(diffTexts('a\nb\n', 'a\nc\n')).toEqual([{ oldStart: 1, newStart: 1, lines: [' a', '-b', '+c'] }])
  expect(diffTexts('a', 'a')).toEqual([])
  const lines = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word} ${at}`).join('\n')
  expect(diffTexts(lines('a'), lines('b'))).toEqual([])
  expect(diffTexts('a', 'b'.repeat(2_000_000))).toEqual([])
})
