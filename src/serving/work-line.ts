/** Why work was not begun: too many wait already, or nobody waits for it any more. */
export type LineRefusal = 'full' | 'gone'

export interface WorkLine {
  /** First come, first served. Calls `refuse` instead of beginning where it is full, or whoever asked is gone. */
  run<Result>(signal: AbortSignal, work: () => Promise<Result>, refuse: (why: LineRefusal) => Error): Promise<Result>
}

/** At most `atOnce` pieces of work at a time, and at most `waiting` behind them. */
export function createWorkLine({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }): WorkLine {
  let working = 0
  const line = new Set<() => void>()

  /** False for whoever is gone, which makes room for others at once. */
  function isOurTurn(signal: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      function leave(isTurn: boolean): void {
        signal.removeEventListener('abort', onAbort)
        line.delete(onTurn)
        // Nobody who comes in this moment is to go first.
        if (isTurn) working++
        resolve(isTurn)
      }
      const onTurn = (): void => leave(true)
      const onAbort = (): void => leave(false)
      signal.addEventListener('abort', onAbort, { once: true })
      line.add(onTurn)
    })
  }

  return {
    async run(signal, work, refuse) {
      if (line.size >= waiting) throw refuse('full')
      if (signal.aborted) throw refuse('gone')
      if (working < atOnce) working++
      else if (!(await isOurTurn(signal))) throw refuse('gone')
      try {
        return await work()
      } finally {
        working--
        const [next] = line
        next?.()
      }
    },
  }
}
