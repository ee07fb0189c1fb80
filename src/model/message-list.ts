import { asString, type JsonObject } from '../format/json.ts'
import type { Message } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'
import { SYNTHETIC_MODEL } from './thread-tally.ts'

interface Draft extends Message {
  entries: ThreadEntry[]
  model: string
  stopReason: string | undefined
  isApiError: boolean
  turn: number
}

const EXACT_LINES = 6
/** Real messages have up to twenty lines; one that a hostile file makes endless is not searched whole. */
const MAX_COMPARED = 64

/** API messages of a thread, put together by id over the whole file: their lines need not be neighbours. */
export class MessageList {
  readonly messages: Draft[] = []
  private readonly byKey = new Map<string, number>()

  /** Index of the message that a line belongs to, new or known; later lines may tell its stop reason. */
  place(key: string, json: JsonObject, message: JsonObject | undefined, turn: number): number {
    let index = this.byKey.get(key)
    if (index === undefined) {
      index = this.messages.length
      this.byKey.set(key, index)
      const model = asString(message?.model) ?? ''
      this.messages.push({
        id: asString(message?.id),
        model,
        entries: [],
        stopReason: undefined,
        isSynthetic: model === SYNTHETIC_MODEL,
        isApiError: false,
        turn,
      })
    }
    const draft = this.messages[index] as Draft
    draft.stopReason = asString(message?.stop_reason) ?? draft.stopReason
    if (json.isApiErrorMessage === true) draft.isApiError = true
    return index
  }

  /** True where it was in another turn before. */
  move(index: number, turn: number): boolean {
    const message = this.messages[index]
    if (!message || message.turn === turn) return false
    message.turn = turn
    return true
  }

  addEntry(index: number, entry: ThreadEntry): void {
    const message = this.messages[index]
    if (!message || entry.isRepeat) return
    // `push` makes room for seventeen; a message has two or three lines, and there are many messages.
    if (message.entries.length < EXACT_LINES) message.entries = [...message.entries, entry]
    else message.entries.push(entry)
  }

  /** True where a line of that time is known: the same line again under another uuid. */
  hasLineAt(key: string, at: number | undefined): boolean {
    const message = this.messages[this.byKey.get(key) ?? -1]
    return message?.entries.slice(0, MAX_COMPARED).some(entry => entry.at === at) === true
  }
}
