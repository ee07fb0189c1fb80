import { createInterface } from 'node:readline'
import type { App } from './app.ts'

/**
 * Asks a question that a person answers with yes or no; anything but a clear yes is a no, and so is the end of the
 * input. Ask only where `app.isInteractive`. Ctrl-c ends the process, or the command where it ends by itself.
 */
export async function confirm(app: Pick<App, 'err' | 'input' | 'signal'>, question: string): Promise<boolean> {
  app.err.write(`${question} [y/N] `)
  const answer = await readAnswer(app)
  // Where the person ended the line the terminal has moved on; where they did not, the next words begin a line too.
  if (answer === undefined) app.err.line()
  return /^\s*y(es)?\s*$/i.test(answer ?? '')
}

/** The first line; undefined where the input ends or the work is stopped before it. */
function readAnswer({ input, signal }: Pick<App, 'input' | 'signal'>): Promise<string | undefined> {
  return new Promise(resolve => {
    if (signal.aborted) {
      resolve(undefined)
      return
    }
    const held = input as { ref?: () => void; unref?: () => void }
    held.ref?.()
    // Not as a terminal: readline would echo and take ctrl-c for itself; the terminal's own line editing is enough.
    const reader = createInterface({ input, terminal: false })
    const stop = (): void => reader.close()
    let answer: string | undefined
    reader.once('line', line => {
      answer = line
      reader.close()
    })
    reader.once('close', () => {
      signal.removeEventListener('abort', stop)
      // An open stdin keeps the process from ending.
      input.pause()
      held.unref?.()
      resolve(answer)
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}
