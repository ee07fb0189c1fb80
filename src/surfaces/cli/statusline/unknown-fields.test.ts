import { expect, test } from 'vitest'
import { describeUnknownFields } from './unknown-fields.ts'

test('names what was meant', () => {
  const [first, ...more] = describeUnknownFields('{modle} {model} {modle} x')
  expect(first).toBe('{modle} is no field of the status line and is shown as it is: did you mean {model}?')
  expect(more).toEqual([])
  expect(describeUnknownFields('{Five-Hour}')[0]).toContain('did you mean {five_hour}?')
  expect(describeUnknownFields('{ today }')[0]).toContain('did you mean {today}?')
})
test('says where the fields are listed where nothing is near', () => {
  expect(describeUnknownFields('{zzzzzzzz\u001b[2J}')).toEqual([
    '{zzzzzzzz␛[2J} is no field of the status line and is shown as it is: `backscroll help statusline` lists them.',
  ])
  expect(describeUnknownFields('{constructor}')).toHaveLength(1)
})
test('says nothing about fields, or about braces without a name', () =>
  expect(describeUnknownFields('{model} · {{ } x {')).toEqual([]))
