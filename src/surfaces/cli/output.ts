import type { Writable } from 'node:stream'
import { UserError } from '../../user-error.ts'

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

export interface StreamOutput extends Output {
  /** Waits until all is written. Throws `UserError` where that failed; a reader that has gone is no failure. */
  settled(): Promise<void>
}

export function createOutput(stream: Writable): StreamOutput {
  let isUsed = false
  let isClosed = false
  let failure: Error | undefined
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (GONE.has(error.code ?? '')) isClosed = true
    else failure = explain(error)
  })
  stream.on('close', () => {
    isClosed = true
  })

  function write(text: string | Uint8Array): void {
    if (failure) throw failure
    if (isClosed || stream.destroyed) throw new OutputClosed()
    isUsed = true
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
    async settled() {
      if (isUsed && !isClosed && !stream.destroyed) await new Promise(resolve => stream.write('', resolve))
      // A stream tells of a failure only after whoever wrote had their turn.
      if (isUsed) await new Promise(resolve => setImmediate(resolve))
      if (failure) throw failure
    },
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function explain(cause: NodeJS.ErrnoException): UserError {
  const why = FULL.has(cause.code ?? '') ? 'no space is left' : (cause.code ?? cause.message)
  const hint = 'Free some space, or send the output somewhere else.'
  return new UserError({ code: 'output-failed', message: `the output could not be written: ${why}`, hint, cause })
}

const GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'EOF'])
