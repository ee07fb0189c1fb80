import { closeSync, openSync, readSync } from 'node:fs'

/** Fits the second-level cache, as chunks do (read-chunks.ts). */
const PIECE_BYTES = 256 * 1024
/** A longer line goes in parts. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
const GROWTH = 4
const NEWLINE = 0x0a
let buffer: Buffer | undefined

/**
 * The bytes of a file in order, in pieces that end with a line where one ends in them: whoever splits lines need not put
 * any together, which for one of ten megabytes would take twice as many. Each piece is overwritten by the next one, of
 * whichever file. Throws when it cannot be opened.
 */
export function* readPieces(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  let held = 0
  try {
    for (;;) {
      const bytes = makeRoom(held)
      const count = readSync(file, bytes, held, PIECE_BYTES, null)
      const filled = held + count
      // What is held has no line end.
      const lineEnd = bytes.subarray(held, filled).lastIndexOf(NEWLINE) + 1
      const isLast = count === 0 || filled > MAX_HELD_BYTES
      const end = isLast ? filled : lineEnd === 0 ? 0 : held + lineEnd
      if (end > 0) yield bytes.subarray(0, end)
      if (count === 0) return
      bytes.copyWithin(0, end, filled)
      held = filled - end
    }
  } finally {
    closeSync(file)
  }
}

/** The buffer, with room behind what is held. It stays as large as the longest line took: of that only a part is in use. */
function makeRoom(held: number): Buffer {
  const known = buffer ?? Buffer.allocUnsafeSlow(PIECE_BYTES * GROWTH)
  buffer = known
  if (held + PIECE_BYTES <= known.length) return known
  buffer = Buffer.allocUnsafeSlow(known.length * GROWTH)
  known.copy(buffer, 0, 0, held)
  return buffer
}
