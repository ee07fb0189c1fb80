import type { ThreadEntry } from '../thread-entry.ts'
import { stripContext } from '../user-role.ts'
import { MAX_INPUT } from './add-human-input.ts'
import { factIndex, type InputQueue, type QueuedItem } from './fact-index.ts'
import type { Facts, HumanInput } from './facts.ts'
import { ownHead } from './own-head.ts'
import { isFromPerson } from './queued-text.ts'

/** Something was put at the end of the queue; only a person's words become an input. */
export function enqueue(facts: Facts, entry: ThreadEntry, text: string): void {
  const { queue } = factIndex(facts)
  const words = isFromPerson(text) ? stripContext(text) : ''
  const item: QueuedItem = {
    input: words ? addWaiting(facts, entry, words) : undefined,
    hasLeft: false,
    isSettled: false,
  }
  queue.items.push(item)
  if (!item.input) return
  const key = keyOf(text)
  const same = queue.byText.get(key)
  if (same) same.items.push(item)
  else queue.byText.set(key, { items: [item], waiting: 0, unrepeated: 0 })
}

/** The next item leaves the queue; `text` names another one where the entry tells. */
export function leaveQueue(facts: Facts, text: string, state: HumanInput['state']): void {
  const { queue } = factIndex(facts)
  const item = (text ? nextWaiting(queue, text) : undefined) ?? nextItem(queue)
  if (item) leave(item, state)
}

/** The queue goes back into the editor: the one named by `text`, or everything that waits. */
export function emptyQueue(facts: Facts, text: string): void {
  const { queue } = factIndex(facts)
  if (text) leaveQueue(facts, text, 'dropped')
  else for (let item = nextItem(queue); item; item = nextItem(queue)) leave(item, 'dropped')
}

/**
 * An attachment repeats a queued text: true if the queue told of it before, so that it is not counted again. The item
 * keeps its place: the operation that takes it out comes before or after.
 */
export function takeUpQueued(facts: Facts, text: string): boolean {
  const same = factIndex(facts).queue.byText.get(keyOf(text))
  if (!same) return false
  while (same.items[same.unrepeated]?.isSettled) same.unrepeated++
  const item = same.items[same.unrepeated]
  if (!item?.input) return false
  item.isSettled = true
  item.input.state = 'taken-up'
  return true
}

function addWaiting(facts: Facts, entry: ThreadEntry, words: string): HumanInput {
  const text = ownHead(words, MAX_INPUT)
  const input: HumanInput = { source: 'queued', text, entry, call: undefined, state: 'waiting' }
  facts.humanInputs.push(input)
  return input
}

function nextItem(queue: InputQueue): QueuedItem | undefined {
  while (queue.items[queue.first]?.hasLeft) queue.first++
  return queue.items[queue.first]
}

function nextWaiting(queue: InputQueue, text: string): QueuedItem | undefined {
  const same = queue.byText.get(keyOf(text))
  if (!same) return undefined
  while (same.items[same.waiting]?.hasLeft) same.waiting++
  return same.items[same.waiting]
}

function leave(item: QueuedItem, state: HumanInput['state']): void {
  item.hasLeft = true
  if (item.input?.state === 'waiting') item.input.state = state
  if (state !== 'taken-up') item.isSettled = true
}

/** Long texts are told apart by their start and their length. */
function keyOf(text: string): string {
  return `${text.length}:${ownHead(text, MAX_INPUT)}`
}
