import { Transform } from 'node:stream'

/** The two ends of a line that was too long. */
export interface LongLine {
  readonly start: string
  readonly end: string
}

/** What is kept of each end: enough for what stands around the content of a message. */
const END_BYTES = 512
const NEWLINE = 0x0a

export interface LineHandler {
  /** Told of a line that is left out. */
  onLong(line: LongLine): void
  /** What of a whole line, its end included, is let through; all of it where this is not given. */
  onLine?(line: Buffer): Buffer | undefined
}

/** Lets lines through up to a length. Longer ones are told of and left out: what is between their ends is never held. */
export function limitLines(maxBytes: number, { onLong, onLine = line => line }: LineHandler): Transform {
  let held: Buffer[] = []
  let heldBytes = 0
  let long: { readonly start: Buffer; readonly end: Buffer } | undefined

  function take(part: Buffer): void {
    if (long) {
      long = { start: firstOf([long.start, part]), end: lastOf([long.end, part]) }
      return
    }
    held.push(part)
    heldBytes += part.length
    if (heldBytes <= maxBytes) return
    long = { start: firstOf(held), end: lastOf(held) }
    drop()
  }

  function drop(): void {
    held = []
    heldBytes = 0
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, at + 1))
        if (long) onLong({ start: long.start.toString(), end: long.end.toString() })
        else {
          const passed = onLine(Buffer.concat(held))
          if (passed) this.push(passed)
        }
        long = undefined
        drop()
        from = at + 1
      }
      if (from < chunk.length) take(chunk.subarray(from))
      done()
    },
    flush(done) {
      if (heldBytes > 0) this.push(Buffer.concat(held))
      done()
    },
  })
}

/** A copy: what it was cut from is not kept alive by it. */
function firstOf(parts: readonly Buffer[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat(parts, Math.min(bytes, END_BYTES))
}

function lastOf(parts: readonly Buffer[]): Buffer {
  const ends = parts.map(part => part.subarray(-END_BYTES))
  return Buffer.from(Buffer.concat(ends).subarray(-END_BYTES))
}
