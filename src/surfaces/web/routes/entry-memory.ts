import type { JsonObject } from '../../../format/json.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'

/** As they stand in the transcript. */
const MAX_BYTES = 3 * 1024 * 1024
const MAX_ENTRY_BYTES = 64 * 1024

/** Entries that were read last: what a session is drawn from again and again while it grows. */
export class EntryMemory {
  readonly #read = new Map<ThreadEntry, JsonObject | undefined>()
  #bytes = 0

  find(entry: ThreadEntry, read: () => JsonObject | undefined): JsonObject | undefined {
    const size = entry.end - entry.start
    if (size > MAX_ENTRY_BYTES) return read()
    const isKnown = this.#read.has(entry)
    const json = isKnown ? this.#read.get(entry) : read()
    if (isKnown) this.#read.delete(entry)
    else this.#bytes += size
    this.#read.set(entry, json)
    for (const oldest of this.#read.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#read.delete(oldest)
      this.#bytes -= oldest.end - oldest.start
    }
    return json
  }
}
