import { createWorkLine, type LineRefusal, type WorkLine } from '../../serving/work-line.ts'
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

const linesOf = new WeakMap<World, { readonly [Name in LineName]: WorkLine }>()

/** Runs work that takes much memory, such as looking through a whole session, after all that was asked for before it. */
export function oneAtATime<Result>(
  world: World,
  signal: AbortSignal,
  work: () => Promise<Result>,
  name: LineName = 'share',
): Promise<Result> {
  const lines = linesOf.get(world) ?? { share: createLine(), command: createLine() }
  linesOf.set(world, lines)
  return lines[name].run(signal, work, why => refuse(why, name))
}

function createLine(): WorkLine {
  return createWorkLine({ atOnce: 1, waiting: MAX_WAITING })
}

function refuse(why: LineRefusal, name: LineName): HttpError {
  if (why === 'full') return new HttpError(409, { ...LINES[name], hint: 'Try again in a moment.' })
  return new HttpError(503, { code: 'interrupted', message: 'nobody waits for it any more', hint: 'Ask again.' })
}
