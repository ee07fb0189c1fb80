import type { Writable } from 'node:stream'

/** Somewhere to write. Throws `OutputClosed` once the reader has gone, which is a normal end. */
export interface Output {
  write(text: string | Uint8Array): void
  line(text?: string): void
  lines(lines: Iterable<string>): void
  /** Waits until the reader keeps up: call it now and then when there is much to write. */
  drained(): Promise<void>
}

/** The reader closed the pipe or quit the pager. Not a failure. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

export function createOutput(stream: Writable): Output {
  let isClosed = false
  let failure: Error | undefined
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (GONE.has(error.code ?? '')) isClosed = true
    else failure = error
  })
  stream.on('close', () => {
    isClosed = true
  })

  function write(text: string | Uint8Array): void {
    if (failure) throw failure
    if (isClosed || stream.destroyed) throw new OutputClosed()
    stream.write(text)
  }

  return {
    write,
    line: (text = '') => write(`${text}\n`),
    lines(lines) {
      for (const line of lines) write(`${line}\n`)
    },
    async drained() {
      if (!stream.writableNeedDrain || isClosed) return
      await new Promise<void>(resolve => {
        const events = ['drain', 'close', 'error'] as const
        const done = (): void => {
          for (const event of events) stream.off(event, done)
          resolve()
        }
        for (const event of events) stream.once(event, done)
      })
    },
  }
}

const GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'EOF'])
