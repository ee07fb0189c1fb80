import { createHash } from 'node:crypto'

/** How much before the read position is looked at again before anything is appended. */
export const TAIL_BYTES = 16 * 1024

/** The last bytes of what went by. */
export class TailKeeper {
  #bytes: Uint8Array

  constructor(before: Uint8Array = new Uint8Array(0)) {
    this.#bytes = before.slice(-TAIL_BYTES)
  }

  /** The bytes are copied. */
  push(chunk: Uint8Array): void {
    if (chunk.length >= TAIL_BYTES) this.#bytes = chunk.slice(-TAIL_BYTES)
    else this.#bytes = Buffer.concat([this.#bytes, chunk]).subarray(-TAIL_BYTES)
  }

  get hash(): string {
    return hashOf(this.#bytes)
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
