import { HttpError } from './error-answer.ts'
import type { World } from './world.ts'

/** Behind the one that runs. */
const MAX_WAITING = 3

/** Kinds of work that take much memory, or a process of their own: one of each runs at a time, for all clients. */
const LINES = {
  share: { code: 'share-busy', message: 'other sessions are being looked through' },
  command: { code: 'command-busy', message: 'the whole archive is being looked through for others' },
} as const

export type LineName = keyof typeof LINES

interface Line {
  isBusy: boolean
  /** First come, first served. */
  readonly waiting: Set<() => void>
}

const linesOf = new WeakMap<World, { readonly [Name in LineName]: Line }>()

/** Runs work that takes much memory, such as looking through a whole session, after all that was asked for before it. */
export async function oneAtATime<Result>(
  world: World,
  signal: AbortSignal,
  work: () => Promise<Result>,
  name: LineName = 'share',
): Promise<Result> {
  const lines = linesOf.get(world) ?? { share: emptyLine(), command: emptyLine() }
  linesOf.set(world, lines)
  const line = lines[name]
  if (line.waiting.size >= MAX_WAITING) throw busy(name)
  if (signal.aborted || (line.isBusy && !(await isOurTurn(line, signal)))) throw gone()
  line.isBusy = true
  try {
    return await work()
  } finally {
    line.isBusy = false
    const [next] = line.waiting
    next?.()
  }
}

function emptyLine(): Line {
  return { isBusy: false, waiting: new Set() }
}

/** False for whoever is gone, which makes room for others at once. */
function isOurTurn(line: Line, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    function leave(isTurn: boolean): void {
      signal.removeEventListener('abort', onAbort)
      line.waiting.delete(onTurn)
      // Nobody who comes in this moment is to go first.
      if (isTurn) line.isBusy = true
      resolve(isTurn)
    }
    const onTurn = (): void => leave(true)
    const onAbort = (): void => leave(false)
    signal.addEventListener('abort', onAbort, { once: true })
    line.waiting.add(onTurn)
  })
}

function busy(name: LineName): HttpError {
  return new HttpError(409, { ...LINES[name], hint: 'Try again in a moment.' })
}

function gone(): HttpError {
  return new HttpError(503, { code: 'interrupted', message: 'nobody waits for it any more', hint: 'Ask again.' })
}
