import { expect, test } from 'vitest'
import { attribute, parseCommand, splitReminders, splitTags, tagText } from './markup.ts'

test('reads a slash command whatever the order of its tags', () => {
  checkCommand('<command-name>/model</command-name>\n<command-args>opus</command-args>', {
    name: '/model',
    args: 'opus',
  })
  checkCommand('<command-message>review</command-message>\n<command-name>/review</command-name>', {
    name: '/review',
    args: '',
  })
  checkCommand('<command-message>old</command-message>', { name: '/old', args: '' })
})

test('takes an unclosed tag up to the end', () => {
  expect(tagText('<summary>cut in the', 'summary')).toBe('cut in the')
})

test('parts several blocks with their attributes from the words around them', () => {
  const { blocks, rest } = splitTags('a<m id="1">x</m>b<m>y</m>', 'm')
  expect(blocks.map(block => block.body)).toEqual(['x', 'y'])
  expect(attribute(blocks[0]?.attributes ?? '', 'id')).toBe('1')
  expect(rest).toBe('ab')
})

test('takes reminders out of an output, each up to its own end', () => {
  const text = 'one<system-reminder>a</system-reminder>two<system-reminder>b</system-reminder>'
  expect(splitReminders(text)).toEqual({ text: 'onetwo', reminders: ['a', 'b'] })
})

function checkCommand(text: string, expected: { name: string; args: string }): void {
  expect(parseCommand(text)).toEqual(expected)
}
