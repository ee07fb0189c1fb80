import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Where the lines of one file go, and how much is there. */
export interface LineSink {
  readonly bytes: number
  writeLine(line: string): void
  close(lastChangedMs: number): void
}

const BUFFER_BYTES = 4 * 1024 * 1024
const SPARE_BUFFERS: Buffer[] = []

export function openFileSink(path: string): LineSink {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'w')
  const buffer = SPARE_BUFFERS.pop() ?? Buffer.allocUnsafe(BUFFER_BYTES)
  let used = 0
  let flushed = 0

  function flush(): void {
    writeWhole(file, buffer.subarray(0, used))
    flushed += used
    used = 0
  }

  return {
    get bytes() {
      return flushed + used
    },
    writeLine(line) {
      const worst = line.length * 3 + 1
      if (used + worst > BUFFER_BYTES) flush()
      if (worst > BUFFER_BYTES) {
        const whole = Buffer.from(`${line}\n`)
        writeWhole(file, whole)
        flushed += whole.length
        return
      }
      used += buffer.write(line, used)
      buffer[used++] = 0x0a
    },
    close(lastChangedMs) {
      flush()
      closeSync(file)
      utimesSync(path, lastChangedMs / 1000, lastChangedMs / 1000)
      SPARE_BUFFERS.push(buffer)
    },
  }
}

/** For agents whose own file is gone: only the copies in the main file remain. */
export function openNullSink(): LineSink {
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    writeLine(line) {
      bytes += line.length + 1
    },
    close() {},
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}
