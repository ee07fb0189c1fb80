import { fstatSync, readSync, writeSync } from 'node:fs'

/** For what Claude Code runs and waits for: reads and writes without streams, which take milliseconds to set up. */
export const STDIN = 0
export const STDOUT = 1
export const STDERR = 2

const CHUNK_BYTES = 64 * 1024
const MAX_WAIT_MS = 1000
/** Who goes on beyond that is no client. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024

/**
 * What the client wrote, as far as `maxBytes`; the rest is read too, because a client that cannot write it all would take
 * that for a failure, and is dropped. A terminal is not waited for: somebody wants to see what happens.
 */
export function readClientInput(maxBytes: number): string {
  const chunks: Buffer[] = []
  try {
    if (isTerminal(STDIN)) return ''
    const buffer = Buffer.alloc(CHUNK_BYTES)
    for (let size = 0; size <= maxBytes + MAX_DROPPED_BYTES; ) {
      const count = patiently(() => readSync(STDIN, buffer, 0, buffer.length, null))
      if (count === 0) break
      if (size <= maxBytes) chunks.push(Buffer.from(buffer.subarray(0, count)))
      size += count
    }
  } catch {
    // What came so far has to do.
  }
  return Buffer.concat(chunks).toString('utf8')
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
