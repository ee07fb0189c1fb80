import { fstatSync, readSync, writeSync } from 'node:fs'

/** For what Claude Code runs and waits for: reads and writes without streams, which take milliseconds to set up. */
export const STDIN = 0
export const STDOUT = 1
export const STDERR = 2

const CHUNK_BYTES = 64 * 1024
const MAX_WAIT_MS = 1000
/** Who goes on beyond that is no client. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024
/** In what is longer nobody looks for the end of the object at each read. */
const MAX_LOOKED_AT_BYTES = 1024 * 1024

export interface ClientInput {
  readonly text: string
  /** There was more than may be: the text is only its beginning. */
  readonly isTooLong: boolean
}

/**
 * What the client wrote, as far as `maxBytes`; the rest is read too, because a client that cannot write it all would take
 * that for a failure, and is dropped. A terminal is not waited for: somebody wants to see what happens. Nor is the end of
 * the input where a whole JSON object is there: whoever started the client may hold the other end open.
 */
export function readClientInput(maxBytes: number): ClientInput {
  const chunks: Buffer[] = []
  let size = 0
  let isTooLong = false
  try {
    if (isTerminal(STDIN)) return { text: '', isTooLong }
    const buffer = Buffer.alloc(CHUNK_BYTES)
    while (size <= maxBytes + MAX_DROPPED_BYTES) {
      const count = patiently(() => readSync(STDIN, buffer, 0, buffer.length, null))
      if (count === 0) break
      if (size <= maxBytes) chunks.push(Buffer.from(buffer.subarray(0, count)))
      else isTooLong = true
      size += count
      if (count < buffer.length && size <= MAX_LOOKED_AT_BYTES && isWhole(chunks)) break
    }
  } catch {
    // What came so far has to do.
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isTooLong }
}

/** Whether nothing but space can follow. */
function isWhole(chunks: readonly Buffer[]): boolean {
  const text = Buffer.concat(chunks).toString('utf8').trimEnd()
  if (!text.endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export function isTerminal(descriptor: number): boolean {
  return fstatSync(descriptor).isCharacterDevice()
}

export function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) {
    const from = written
    written += patiently(() => writeSync(descriptor, bytes, from))
  }
}

/** A pipe that was set not to block says `EAGAIN` where another would wait. */
function patiently(act: () => number): number {
  for (let waitedMs = 0; ; waitedMs++) {
    try {
      return act()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // So Windows says the end of a pipe.
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN' || waitedMs >= MAX_WAIT_MS) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
