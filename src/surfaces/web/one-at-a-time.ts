import { HttpError } from './error-answer.ts'
import type { World } from './world.ts'

const MAX_WAITING = 4

interface Queue {
  waiting: number
  last: Promise<unknown>
}

const queues = new WeakMap<World, Queue>()

/** Runs work that takes much memory, such as looking through a whole session, after all that was asked for before it. */
export async function oneAtATime<Result>(
  world: World,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(world) ?? { waiting: 0, last: Promise.resolve() }
  queues.set(world, queue)
  if (queue.waiting >= MAX_WAITING) throw busy()
  queue.waiting++
  const done = queue.last.then(() => {
    if (signal.aborted) throw gone()
    return work()
  })
  queue.last = done.catch(() => {})
  try {
    return await done
  } finally {
    queue.waiting--
  }
}

function busy(): HttpError {
  return new HttpError(409, {
    code: 'share-busy',
    message: 'other sessions are being looked through',
    hint: 'Try again in a moment.',
  })
}

function gone(): HttpError {
  return new HttpError(503, { code: 'interrupted', message: 'nobody waits for it any more', hint: 'Ask again.' })
}
