import { expect, test } from 'vitest'
import { remember } from './remember.ts'

test('asks once for each text that was asked for lately', () => {
  const asked: string[] = []
  const read = remember(text => {
    asked.push(text)
    return text.length
  }, 4)
  for (const text of ['a', 'bb', 'a', 'bb', 'ccc', 'a', 'dddd', 'ee', 'a']) expect(read(text)).toBe(text.length)
  expect(asked).toEqual(['a', 'bb', 'ccc', 'dddd', 'ee'])
})

test('forgets what nobody asked for in a while, and holds no more than it may', () => {
  let asked = 0
  const read = remember(() => ++asked, 4)
  for (let at = 0; at < 10; at++) read(`text ${at}`)
  read('text 0')
  expect(asked).toBe(11)
  read('text 9')
  expect(asked).toBe(11)
})

test('does not hold long texts', () => {
  let asked = 0
  const read = remember(() => ++asked)
  read('x'.repeat(5000))
  read('x'.repeat(5000))
  expect(asked).toBe(2)
})
