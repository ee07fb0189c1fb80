import { expect, test } from 'vitest'
import { readResultText, stripReminders } from './read-result-text.ts'

test('the text of a result is its string, or its text blocks joined', () => {
  expect(readResultText('plain')).toBe('plain')
  expect(readResultText([{ type: 'text', text: 'a' }, { type: 'image' }, 'b', null])).toBe('a\nb')
  expect(readResultText(undefined)).toBe('')
  expect(readResultText({ text: 'x' })).toBe('')
})

test('reminders are taken out one by one, not from the first to the last', () => {
  const text = 'a<system-reminder>x</system-reminder>b<system-reminder>y</system-reminder>c'
  expect(stripReminders(text)).toBe('abc')
  expect(stripReminders('a<system-reminder>never closed')).toBe('a<system-reminder>never closed')
})
