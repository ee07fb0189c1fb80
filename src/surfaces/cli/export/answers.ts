import { createInterface } from 'node:readline'
import type { App } from '../app.ts'

/** Answers that a person types, line by line; lines typed ahead are answers too. */
export interface Answers {
  /** Undefined where the input has ended or the work is stopped. */
  next(): Promise<string | undefined>
  close(): void
}

export function openAnswers({ input, signal }: Pick<App, 'input' | 'signal'>): Answers {
  const held = input as { ref?: () => void; unref?: () => void }
  held.ref?.()
  // Not as a terminal: readline would echo and take ctrl-c for itself; the terminal's own line editing is enough.
  const reader = createInterface({ input, terminal: false })
  const ready: string[] = []
  let waiting: ((line: string | undefined) => void) | undefined
  let isClosed = false
  const settle = (line: string | undefined): void => {
    const resolve = waiting
    waiting = undefined
    resolve?.(line)
  }
  reader.on('line', line => {
    if (waiting) settle(line)
    else ready.push(line)
  })
  const close = (): void => reader.close()
  reader.once('close', () => {
    isClosed = true
    signal.removeEventListener('abort', close)
    // An open stdin keeps the process from ending.
    input.pause()
    held.unref?.()
    settle(undefined)
  })
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  return {
    next: () => {
      const line = ready.shift()
      if (line !== undefined || isClosed) return Promise.resolve(line)
      return new Promise(resolve => {
        waiting = resolve
      })
    },
    close,
  }
}
