import type { Writable } from 'node:stream'
import { HttpError } from './error-answer.ts'

/** Answers that were made and that their clients have not taken yet. */
export class WaitingBytes {
  readonly #max: number
  #held = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Before anything is made for another one. */
  requireRoom(): void {
    if (this.#held >= this.#max) throw tooMuch()
  }

  /** Counts an answer until its connection is done with it. One that is larger than all room goes out alone. */
  hold(size: number, outgoing: Writable): void {
    if (this.#held > 0 && this.#held + size > this.#max) throw tooMuch()
    if (outgoing.destroyed) return
    this.#held += size
    outgoing.once('close', () => {
      this.#held -= size
    })
  }
}

function tooMuch(): HttpError {
  return new HttpError(503, {
    code: 'too-much-waiting',
    message: 'answers wait for clients that do not take them',
    hint: 'Close other pages of backscroll, and try again in a moment.',
  })
}
