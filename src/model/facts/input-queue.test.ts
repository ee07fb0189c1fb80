import { expect, test } from 'vitest'
import type { ThreadEntry } from '../thread-entry.ts'
import { createFacts, type Facts } from './facts.ts'
import { emptyQueue, enqueue, leaveQueue, takeUpQueued } from './input-queue.ts'

const ENTRY = { index: 0, kind: 'queue-operation' } as unknown as ThreadEntry

function checkQueue(steps: (facts: Facts) => void, expected: readonly string[]): void {
  const facts = createFacts()
  steps(facts)
  expect(facts.humanInputs.map(({ text, state }) => `${text}: ${state}`)).toEqual(expected)
}

test('items leave in the order they came, unless one is named', () => {
  checkQueue(
    facts => {
      for (const text of ['a', 'b', 'c']) enqueue(facts, ENTRY, text)
      leaveQueue(facts, 'c', 'taken-up')
      leaveQueue(facts, '', 'sent')
    },
    ['a: sent', 'b: waiting', 'c: taken-up'],
  )
})

test('what no person typed keeps its place in the queue', () => {
  checkQueue(
    facts => {
      enqueue(facts, ENTRY, '<task-notification>…')
      enqueue(facts, ENTRY, 'a')
      leaveQueue(facts, '', 'taken-up')
    },
    ['a: waiting'],
  )
})

test('an attachment repeats a text before or after it leaves, each time another one', () => {
  checkQueue(
    facts => {
      enqueue(facts, ENTRY, 'yes')
      enqueue(facts, ENTRY, 'yes')
      expect(takeUpQueued(facts, 'yes')).toBe(true)
      leaveQueue(facts, '', 'taken-up')
      leaveQueue(facts, '', 'taken-up')
      expect(takeUpQueued(facts, 'yes')).toBe(true)
      expect(takeUpQueued(facts, 'yes')).toBe(false)
    },
    ['yes: taken-up', 'yes: taken-up'],
  )
})

test('a text that was sent as a prompt is not the one an attachment repeats', () => {
  checkQueue(
    facts => {
      enqueue(facts, ENTRY, 'yes')
      leaveQueue(facts, '', 'sent')
      expect(takeUpQueued(facts, 'yes')).toBe(false)
    },
    ['yes: sent'],
  )
})

test('emptying drops what waits and nothing else', () => {
  checkQueue(
    facts => {
      for (const text of ['a', 'b', 'c']) enqueue(facts, ENTRY, text)
      leaveQueue(facts, '', 'taken-up')
      emptyQueue(facts, '')
      emptyQueue(facts, '')
      leaveQueue(facts, '', 'sent')
    },
    ['a: taken-up', 'b: dropped', 'c: dropped'],
  )
})

test('a hundred thousand equal texts are no search', () => {
  const facts = createFacts()
  for (let i = 0; i < 100_000; i++) enqueue(facts, ENTRY, 'same')
  for (let i = 0; i < 100_000; i++) leaveQueue(facts, 'same', 'taken-up')
  for (let i = 0; i < 100_000; i++) expect(takeUpQueued(facts, 'same')).toBe(true)
  expect(facts.humanInputs.every(({ state }) => state === 'taken-up')).toBe(true)
})
