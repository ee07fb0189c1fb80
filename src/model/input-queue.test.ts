import { expect, test } from 'vitest'
import { InputQueue, type QueuedItem } from './input-queue.ts'

const IDLE = { replies: 0, isBusy: false, at: undefined }

function put(queue: InputQueue, ...texts: readonly string[]): readonly QueuedItem[] {
  return texts.flatMap(content => queue.operate({ operation: 'enqueue', content }, IDLE))
}

function checkStates(items: readonly QueuedItem[], ...states: readonly QueuedItem['state'][]): void {
  expect(items.map(({ state }) => state)).toEqual(states)
}

test('items leave in the order they came, unless one is named', () => {
  const queue = new InputQueue()
  const items = put(queue, 'a', 'b', 'c')
  queue.operate({ operation: 'remove', content: 'c', reason: 'absorbed_mid_turn' }, IDLE)
  queue.operate({ operation: 'dequeue' }, IDLE)
  checkStates(items, 'handed', 'waiting', 'taken-up')
})

test('what the client puts there itself is no words and keeps its place', () => {
  const queue = new InputQueue()
  const items = put(
    queue,
    '<task-notification>…</task-notification>',
    '{"task_id":"b1","tool_use_id":"t","description":"d","task_type":"local_bash"}',
    '<agent-message from="a1">wet</agent-message>',
    '{"name": "a config somebody pasted"}',
  )
  expect(items.map(({ isWords }) => isWords)).toEqual([false, false, false, true])
  queue.operate({ operation: 'remove' }, IDLE)
  checkStates(items, 'taken-up', 'waiting', 'waiting', 'waiting')
})

test('an attachment repeats a text before or after it leaves, each time another one', () => {
  const queue = new InputQueue()
  const items = put(queue, 'yes', 'yes')
  expect(queue.repeat('yes')).toBe(items[0])
  queue.operate({ operation: 'remove' }, IDLE)
  queue.operate({ operation: 'remove' }, IDLE)
  expect(queue.repeat('yes')).toBe(items[1])
  expect(queue.repeat('yes')).toBeUndefined()
  checkStates(items, 'taken-up', 'taken-up')
})

test('a prompt is what was taken out, else what waits under the same words', () => {
  const queue = new InputQueue()
  const items = put(queue, 'yes', 'yes', 'no')
  queue.operate({ operation: 'remove' }, IDLE)
  queue.operate({ operation: 'dequeue' }, IDLE)
  expect(queue.become('yes')).toEqual([items[1]])
  expect(queue.become('yes')).toEqual([])
  expect(queue.become(' no\n')).toEqual([items[2]])
  expect(queue.repeat('no')).toBeUndefined()
  checkStates(items, 'taken-up', 'sent', 'sent')
})

test('texts that were sent together, or taken back together, are all of them', () => {
  const queue = new InputQueue()
  const items = put(queue, 'stale', 'a\nb', 'c', 'd', 'e', 'f')
  for (let i = 0; i < 3; i++) queue.operate({ operation: 'dequeue' }, IDLE)
  expect(queue.become('a\nb\nd')).toEqual([])
  expect(queue.become('a\nb\nc')).toEqual(items.slice(1, 3))
  expect(queue.operate({ operation: 'popAll', content: 'd\nf' }, IDLE)).toEqual([items[3]])
  expect(queue.operate({ operation: 'popAll', content: 'e\nf' }, IDLE)).toEqual(items.slice(4))
  checkStates(items, 'handed', 'sent', 'sent', 'dropped', 'dropped', 'dropped')
})

test('emptying takes back what waits and nothing else', () => {
  const queue = new InputQueue()
  const items = put(queue, 'a', 'b', 'c')
  queue.operate({ operation: 'remove' }, IDLE)
  expect(queue.operate({ operation: 'popAll' }, IDLE)).toEqual(items.slice(1))
  expect(queue.operate({ operation: 'popAll' }, IDLE)).toEqual([])
  expect(queue.operate({ operation: 'dequeue' }, IDLE)).toEqual([])
  checkStates(items, 'taken-up', 'dropped', 'dropped')
})

test('a text has waited if the model worked meanwhile, or was about to', () => {
  const queue = new InputQueue()
  const [idle] = put(queue, 'idle')
  queue.operate({ operation: 'dequeue' }, IDLE)
  const [busy] = queue.operate({ operation: 'enqueue', content: 'busy' }, { ...IDLE, isBusy: true })
  queue.operate({ operation: 'dequeue' }, IDLE)
  const [late] = put(queue, 'late')
  queue.operate({ operation: 'dequeue' }, { ...IDLE, replies: 3 })
  expect([idle, busy, late].map(item => item?.hasWaited)).toEqual([false, true, true])
})

test('what was taken out and never put in is told once, and not to what is older', () => {
  const queue = new InputQueue()
  expect(queue.takeBareHandover(5)).toBe(false)
  queue.operate({ operation: 'dequeue' }, { ...IDLE, at: 10 })
  expect(queue.takeBareHandover(9)).toBe(false)
  expect(queue.takeBareHandover(10)).toBe(true)
  expect(queue.takeBareHandover(11)).toBe(false)
})

test('a hundred thousand equal texts are no search', () => {
  const queue = new InputQueue()
  const items = put(queue, ...Array.from({ length: 100_000 }, () => 'same'))
  for (let i = 0; i < 100_000; i++) queue.operate({ operation: 'remove', content: 'same' }, IDLE)
  for (let i = 0; i < 100_000; i++) expect(queue.repeat('same')).toBe(items[i])
  expect(items.every(({ state }) => state === 'taken-up')).toBe(true)
})
