import { expect, test } from 'vitest'
import type { JsonValue } from '../json.ts'
import { blockKindOf, readBlockFields, readBlocks, textOf } from './table.ts'

function checkText(content: JsonValue | undefined, text: string): void {
  expect(textOf(content)).toBe(text)
}

test('takes a string for its own text', () => checkText('hello', 'hello'))
test('joins text blocks by newlines', () =>
  checkText([{ type: 'text', text: 'a' }, 'b', { type: 'text', text: 'c' }], 'a\nb\nc'))
test('keeps empty text blocks apart', () =>
  checkText(
    [
      { type: 'text', text: '' },
      { type: 'text', text: 'b' },
    ],
    '\nb',
  ))
test('leaves out what is no text', () => {
  checkText([{ type: 'image' }, null, 7, [], { type: 'text', text: 5 }, { type: 'text', text: 'a' }], 'a')
  checkText(undefined, '')
  checkText(null, '')
  checkText(5, '')
  checkText([], '')
})
test('reads a block that stands alone', () => checkText({ type: 'text', text: 'a' }, 'a'))

test('gives one text block for a string', () => {
  expect(readBlocks('hi')).toEqual([{ kind: 'text', json: { type: 'text', text: 'hi' } }])
})

test('keeps every item of the content', () => {
  expect(readBlocks(['a', { type: 'tool_use', id: 't' }, { type: 'new' }, 7, null]).map(block => block.kind)).toEqual([
    'text',
    'tool_use',
    'unknown',
    'unknown',
    'unknown',
  ])
  expect(readBlocks([7])[0]?.json).toEqual({ value: 7 })
})

test('gives no block for no content', () => expect([readBlocks(undefined), readBlocks(null)]).toEqual([[], []]))

test('calls blocks of an odd type unknown', () => {
  for (const type of [undefined, 1, null, ['text'], 'toString']) {
    expect(blockKindOf({ type } as { type: JsonValue })).toBe('unknown')
  }
})

test('reads the fields of a block', () => {
  const call = readBlockFields('tool_use', { type: 'tool_use', id: 't', name: 'Bash', input: 'bad', extra: 1 })
  const name: string | undefined = call.name
  expect([call, name]).toEqual([{ type: 'tool_use', id: 't', name: 'Bash' }, 'Bash'])
})
