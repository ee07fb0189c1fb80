import { setImmediate as nextRound } from 'node:timers/promises'

/** Waits until the event loop has read what came in meanwhile. Throws where it said that nobody waits any more. */
export type LoopTurns = (signal: AbortSignal) => Promise<void>

/**
 * Work that does not wait for anything holds up whatever else the process has to hear. Whoever asks here goes on in a round
 * of the event loop of its own, first come first served: those that begin together would otherwise all run in one.
 */
export function createLoopTurns(): LoopTurns {
  let last: Promise<void> = Promise.resolve()
  return async signal => {
    last = last.then(() => nextRound())
    await last
    signal.throwIfAborted()
  }
}
