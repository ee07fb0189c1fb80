import { expect, test } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'

const bytes = (length: number): Uint8Array => new Uint8Array(length)

test('an answer is there for the state that it was made in', () => {
  const cache = createAnswerCache(1000)
  const answer = bytes(10)
  cache.keep('daily', '1', answer)
  expect(cache.find('daily', '1')).toBe(answer)
  expect(cache.find('weekly', '1')).toBeUndefined()
  expect(cache.find('daily', '2')).toBeUndefined()
  expect(cache.find('daily', '1')).toBeUndefined()
})

test('what was asked for longest ago goes first, and nothing large is kept', () => {
  const cache = createAnswerCache(1000)
  for (const name of ['a', 'b', 'c', 'd']) cache.keep(name, '1', bytes(250))
  cache.find('a', '1')
  cache.keep('e', '1', bytes(250))
  cache.keep('f', '1', bytes(251))
  expect(['a', 'b', 'c', 'd', 'e', 'f'].filter(name => cache.find(name, '1'))).toEqual(['a', 'c', 'd', 'e'])
})

test('an answer that is made again takes the room of one', () => {
  const cache = createAnswerCache(1000)
  cache.keep('a', '1', bytes(250))
  for (let round = 0; round < 20; round++) cache.keep('b', String(round), bytes(250))
  expect(cache.find('a', '1')).toBeDefined()
})
