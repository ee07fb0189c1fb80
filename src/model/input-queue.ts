import type { JsonObject } from '../format/json.ts'
import type { HumanInput } from './facts/facts.ts'
import { isFromPerson, textOfContent } from './facts/queued-text.ts'
import { leafKey } from './summary-leaves.ts'
import type { ThreadEntry } from './thread-entry.ts'

/** Something in the client's input queue, from when it was put there until it is known what became of it. */
export interface QueuedItem {
  /** Of its text; the client repeats the text, and no id joins the two. */
  readonly key: number
  /** Of its text as well: texts that are sent together are told apart by it. */
  readonly chars: number
  /** Words given to the model, by whomever; else a notification or a record of the client's own. */
  readonly isWords: boolean
  /** Queued as blocks and not as a text: editors do so. */
  readonly hasBlocks: boolean
  /** The model's lines that stood in the file when it was queued; less where it was at work on something then. */
  readonly repliesBefore: number
  /** `handed`: taken out to be sent on its own, which a `user` entry shows; `sent` once that entry has come. */
  state: 'waiting' | 'handed' | 'sent' | 'taken-up' | 'dropped'
  /** The model worked while it waited. */
  hasWaited: boolean
  /** An attachment has repeated it. */
  isRepeated: boolean
  /** Its `enqueue` line and the record of it among the facts; the model sets them. */
  entry: ThreadEntry | undefined
  input: HumanInput | undefined
}

/** When an operation came. */
export interface QueueMoment {
  /** Lines of the model so far. */
  readonly replies: number
  /** Something was handed to the model that it has not answered yet. */
  readonly isBusy: boolean
  readonly at: number | undefined
}

interface SameText {
  readonly items: QueuedItem[]
  /** Items before it have nothing more to come. */
  first: number
}

/**
 * Follows the input queue of one thread (census section 4 of 2.1.327): what waits, what was taken up in the running turn,
 * what was sent on its own and what went back into the editor. First in, first out, unless an operation names its text.
 */
export class InputQueue {
  private readonly items: QueuedItem[] = []
  /** Items before it have left the queue. */
  private first = 0
  /** Items before it have been sent, taken up or taken back. */
  private firstOpen = 0
  private readonly byText = new Map<number, SameText>()
  /** Print mode of 2.0.77 takes prompts out that no line has put in: when it did so last. */
  private bareAt: number | undefined
  /** When plain text was taken out last, put in before or not. */
  private handedAt: number | undefined

  /** A `queue-operation` line; gives the items it concerns. */
  operate(json: JsonObject, { replies, isBusy, at }: QueueMoment): readonly QueuedItem[] {
    const text = textOfContent(json.content)
    switch (json.operation) {
      case 'enqueue':
        return [this.enqueue(text, { hasBlocks: Array.isArray(json.content), replies: isBusy ? replies - 1 : replies })]
      case 'dequeue':
        return this.hand(text, replies, at)
      case 'remove':
        return this.leave(text, 'taken-up')
      case 'popAll':
        return text === '' ? this.empty() : this.takeBack(text)
      default:
        return []
    }
  }

  /** A `queued_command` attachment says a text again, before or after the operation that takes it out. */
  repeat(text: string): QueuedItem | undefined {
    const item = this.find(text, ({ state, isRepeated }) => !isRepeated && state !== 'sent' && state !== 'dropped')
    if (!item) return undefined
    item.isRepeated = true
    this.take(item, 'taken-up')
    return item
  }

  /** An entry may be what a queued text became, or several that were sent together, a line break between them. */
  become(text: string): readonly QueuedItem[] {
    const item = this.find(text, isHanded) ?? this.find(text, isWaiting)
    const items = item ? [item] : this.findJoined(text, isOpen)
    for (const one of items) this.take(one, 'sent')
    return items
  }

  /** True where something was taken out that nothing had put in. A fork copies what is older than that behind it. */
  takeBareHandover(at: number | undefined): boolean {
    if (this.bareAt === undefined || (at !== undefined && at < this.bareAt)) return false
    this.bareAt = undefined
    return true
  }

  /**
   * True for what is older than the text that was taken out last, though it stands behind it: a fork by print mode takes
   * its own prompt out of the queue, and copies the conversation then.
   */
  isBeforeHandover(at: number | undefined): boolean {
    return at !== undefined && this.handedAt !== undefined && at < this.handedAt
  }

  private enqueue(text: string, { hasBlocks, replies }: { hasBlocks: boolean; replies: number }): QueuedItem {
    const item: QueuedItem = {
      key: keyOf(text),
      chars: text.length,
      isWords: isFromPerson(text) && text.trim() !== '',
      hasBlocks,
      repliesBefore: replies,
      state: 'waiting',
      hasWaited: false,
      isRepeated: false,
      entry: undefined,
      input: undefined,
    }
    this.items.push(item)
    const same = this.byText.get(item.key)
    if (same) same.items.push(item)
    else this.byText.set(item.key, { items: [item], first: 0 })
    return item
  }

  private hand(text: string, replies: number, at: number | undefined): readonly QueuedItem[] {
    const [item] = this.leave(text, 'handed')
    if (!item?.hasBlocks) this.handedAt = at
    if (!item) {
      this.bareAt = at ?? Number.NEGATIVE_INFINITY
      return []
    }
    item.hasWaited = replies > item.repliesBefore
    return [item]
  }

  /** Back into the editor: one text, or several with a line break between them. */
  private takeBack(text: string): readonly QueuedItem[] {
    const items = this.find(text, isWaiting) ? [] : this.findJoined(text, isWaiting)
    for (const item of items) this.take(item, 'dropped')
    return items.length > 0 ? items : this.leave(text, 'dropped')
  }

  private leave(text: string, state: QueuedItem['state']): readonly QueuedItem[] {
    const item = (text === '' ? undefined : this.find(text, isWaiting)) ?? this.next()
    if (!item) return []
    this.take(item, state)
    return [item]
  }

  private empty(): readonly QueuedItem[] {
    const dropped: QueuedItem[] = []
    for (let item = this.next(); item; item = this.next()) {
      this.take(item, 'dropped')
      dropped.push(item)
    }
    return dropped
  }

  private next(): QueuedItem | undefined {
    while (this.first < this.items.length && this.items[this.first]?.state !== 'waiting') this.first++
    return this.items[this.first]
  }

  private find(text: string, isWanted: (item: QueuedItem) => boolean): QueuedItem | undefined {
    const same = this.byText.get(keyOf(text))
    if (!same) return undefined
    while (isDone(same.items[same.first])) same.first++
    // Nobody queues one text that often; a hostile file must not make each step a search.
    const end = Math.min(same.items.length, same.first + MAX_SAME)
    for (let at = same.first; at < end; at++) {
      const item = same.items[at] as QueuedItem
      if (isWanted(item)) return item
    }
    return undefined
  }

  /** Texts that stand one behind the other in the queue and, joined by line breaks, are this one. */
  private findJoined(text: string, isWanted: (item: QueuedItem) => boolean): readonly QueuedItem[] {
    if (!text.includes('\n')) return []
    while (this.firstOpen < this.items.length && !isOpen(this.items[this.firstOpen] as QueuedItem)) this.firstOpen++
    const least = Math.max(this.firstOpen, this.items.length - MAX_SAME)
    const open = this.items.slice(least).filter(isWanted)
    for (let at = 0; at < open.length; at++) {
      const items = joinedAs(text.trim(), open.slice(at))
      if (items.length > 1) return items
    }
    return []
  }

  private take(item: QueuedItem, state: QueuedItem['state']): void {
    item.state = state
    if (item.input) item.input.state = INPUT_STATES[state]
  }
}

const MAX_SAME = 64

const INPUT_STATES: { readonly [State in QueuedItem['state']]: HumanInput['state'] } = {
  waiting: 'waiting',
  handed: 'sent',
  sent: 'sent',
  'taken-up': 'taken-up',
  dropped: 'dropped',
}

function isWaiting({ state }: QueuedItem): boolean {
  return state === 'waiting'
}

function isHanded({ state }: QueuedItem): boolean {
  return state === 'handed'
}

function isOpen(item: QueuedItem): boolean {
  return isWaiting(item) || isHanded(item)
}

/** The items from the first on whose texts, joined by line breaks, are the whole text; none where they are not. */
function joinedAs(text: string, items: readonly QueuedItem[]): readonly QueuedItem[] {
  let from = 0
  for (const [at, { key, chars }] of items.entries()) {
    const end = Math.min(from + chars, text.length)
    if ((end < text.length && text[end] !== '\n') || keyOf(text.slice(from, end)) !== key) return []
    if (end === text.length) return items.slice(0, at + 1)
    from = end + 1
  }
  return []
}

/** Nothing more can come of it: old clients write no attachment for what was taken up, so that may stay open for ever. */
function isDone(item: QueuedItem | undefined): boolean {
  return item !== undefined && (item.state === 'sent' || item.state === 'dropped' || isTold(item))
}

function isTold({ state, isRepeated }: QueuedItem): boolean {
  return state === 'taken-up' && isRepeated
}

function keyOf(text: string): number {
  return leafKey(text.trim())
}
