/**
 * Texts as UTF-8 in a few large buffers, which can be handed to another thread without copying. As strings they would be
 * copied twice, and become garbage there.
 */
export class TextArena {
  #buffers: Uint8Array<ArrayBuffer>[] = []
  #used = 0

  encode(text: string): Uint8Array {
    const room = this.#roomFor(text.length * 3)
    const { written } = ENCODER.encodeInto(text, room)
    this.#used += written
    return room.subarray(0, written)
  }

  /** The buffers that hold what was encoded so far; the next text begins a new one. */
  take(): ArrayBuffer[] {
    const buffers = this.#buffers.map(({ buffer }) => buffer)
    this.#buffers = []
    this.#used = 0
    return buffers
  }

  #roomFor(bytes: number): Uint8Array {
    const last = this.#buffers.at(-1)
    if (last && last.length - this.#used >= bytes) return last.subarray(this.#used)
    const fresh = new Uint8Array(Math.max(BUFFER_BYTES, bytes))
    this.#buffers.push(fresh)
    this.#used = 0
    return fresh
  }
}

const ENCODER = new TextEncoder()
const BUFFER_BYTES = 512 * 1024
