import { expect, test } from 'vitest'
import type { JsonObject } from '../../format/json.ts'
import { ABSENT, textContent } from './file-content.ts'
import { readStepRecord } from './step-record.ts'

const PATH = '/home/dev/a.go'

function edit(input: JsonObject, result: JsonObject) {
  return readStepRecord({ tool: 'Edit', action: 'edit', path: PATH, input, result: { filePath: PATH, ...result } })
}

function checkAfter(record: ReturnType<typeof edit>, text: string | undefined): void {
  expect(record.after).toEqual(text === undefined ? undefined : textContent(text))
}

test('applies an edit to the recorded file, tabs and all', () => {
  const result = {
    oldString: 'two',
    newString: '2',
    originalFile: 'a\n\ttwo\n\tthree',
    structuredPatch: [
      {
        oldStart: 1,
        oldLines: 3,
        newStart: 1,
        newLines: 3,
        lines: [' a', '-  two', '+  2', '   three', '\\ No newline at end of file'],
      },
    ],
  }
  checkAfter(edit({}, result), 'a\n\t2\n\tthree')
})

test('replaces all where it was told to, and one else', () => {
  const words = { oldString: 'x', newString: 'y', originalFile: 'x x\n' }
  checkAfter(edit({}, { ...words, replaceAll: true }), 'y y\n')
  checkAfter(edit({}, { ...words, replaceAll: false }), 'y x\n')
})

test('takes what the patch has where the person changed the edit and the words do not say so', () => {
  const hunk = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' a', '-two', '+zwei'] }
  const result = { originalFile: 'a\ntwo\n', structuredPatch: [hunk], userModified: true }
  checkAfter(edit({ old_string: 'two', new_string: '2' }, result), 'a\nzwei\n')
  checkAfter(edit({ old_string: 'two', new_string: '2' }, { ...result, oldString: 'two', newString: '2' }), 'a\nzwei\n')
  checkAfter(edit({ old_string: 'two', new_string: '2' }, { originalFile: 'a\ntwo\n', userModified: true }), undefined)
})

test('knows nothing after an edit that does not fit, and what was before it all the same', () => {
  const record = edit({}, { oldString: 'no', newString: 'x', originalFile: 'a\n' })
  expect(record.before).toEqual(textContent('a\n'))
  checkAfter(record, undefined)
})

test('makes an edit to what is known where the file is not recorded, also in a file with CRLF', () => {
  const record = edit({ old_string: 'b\nc', new_string: 'd' }, { originalFile: null })
  expect(record.before).toBeUndefined()
  expect(record.change?.(textContent('a\r\nb\r\nc\r\n'))).toEqual(textContent('a\nd\n'))
  checkAfter(edit({ old_string: '', new_string: 'new' }, { originalFile: null }), 'new')
})

test('leaves alone a result that belongs to another call', () => {
  const record = edit({ old_string: 'a', new_string: 'b' }, { filePath: '/other', originalFile: 'a' })
  expect(record.before).toBeUndefined()
})

test('knows a new file from one that was written over', () => {
  const write = (action: string, result: JsonObject) =>
    readStepRecord({
      tool: 'Write',
      action,
      path: PATH,
      input: { content: 'x' },
      result: { filePath: PATH, ...result },
    })
  expect(write('create', { originalFile: null }).before).toEqual(ABSENT)
  expect(write('write', { originalFile: 'old' }).before).toEqual(textContent('old'))
  expect(write('write', { originalFile: null }).before).toBeUndefined()
  expect(write('write', {}).after).toEqual(textContent('x'))
})

test('reads a whole file, and no part of one', () => {
  const read = (file: JsonObject) =>
    readStepRecord({
      tool: 'Read',
      action: 'read',
      path: PATH,
      input: {},
      result: { file: { filePath: PATH, ...file } },
    })
  expect(read({ content: 'a\n', startLine: 1, numLines: 2, totalLines: 2 }).after).toEqual(textContent('a\n'))
  expect(read({ content: 'a', startLine: 1, numLines: 1, totalLines: 2 }).after).toBeUndefined()
  expect(read({ content: 'b', startLine: 2, numLines: 1, totalLines: 1 }).after).toBeUndefined()
  expect(read({ content: 'a' }).after).toBeUndefined()
})

test('follows what a command did to a file, as newer clients record it', () => {
  const shell = (action: string, file: JsonObject) =>
    readStepRecord({
      tool: 'Bash',
      action,
      path: PATH,
      input: { command: 'x' },
      result: { bashEditDiff: { files: [{ filePath: PATH, ...file }] } },
    })
  const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }]
  expect(shell('edit', { hunks }).change?.(textContent('a\nc\n'))).toEqual(textContent('b\nc\n'))
  expect(shell('edit', { hunks }).change?.(textContent('other\n'))).toBeUndefined()
  expect(shell('delete', {}).after).toEqual(ABSENT)
  const made = [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+b'] }]
  expect(shell('create', { hunks: made }).after).toEqual(textContent('b\n'))
})

test('takes any record', () => {
  for (const odd of [null, 1, 'x', [], {}] as const) {
    const record = edit({ old_string: odd, new_string: odd }, { originalFile: odd, structuredPatch: odd, edits: odd })
    expect(() => record.change?.(textContent('a'))).not.toThrow()
  }
})
