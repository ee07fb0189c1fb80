import type { LoadedSession } from '../src/source/load-session.ts'
import type { ApiRequest, Route } from '../src/surfaces/web/define-route.ts'
import type { World } from '../src/surfaces/web/world.ts'

/** A world with one session in it, for routes that ask for nothing else. */
export interface SmallWorld {
  readonly world: World
  /** The session as it is from now on. */
  show(loaded: LoadedSession): void
  /** Entries that were read again so far. */
  readonly reads: { count: number }
}

/** `stepMs`: how far the clock goes each time somebody looks at it. */
export function smallWorld(first: LoadedSession, stepMs = 0): SmallWorld {
  const reads = { count: 0 }
  let version = 0
  let at = 0
  let loaded = first
  const show = (next: LoadedSession): void => {
    version++
    loaded = {
      ...next,
      read(place, entry) {
        reads.count++
        return next.read(place, entry)
      },
    }
  }
  show(first)
  const world = {
    now: () => (at += stepMs),
    costOf: () => undefined,
    openReading: async () => ({ loaded, version, isKeptOnly: false, status: { state: 'idle' } }),
  } as unknown as World
  return { world, show, reads }
}

/** Asks a route as the server does, but for the network. */
export async function ask<Answer>(
  route: Route,
  { world }: SmallWorld,
  query: { readonly [name: string]: unknown },
  params: { readonly [name: string]: string } = {},
): Promise<Answer> {
  const request = {
    params: { id: 'any', ...params },
    query: route.query.parse(query),
    body: undefined,
    signal: new AbortController().signal,
  } as ApiRequest<unknown, unknown>
  return (await route.run(world, request)) as Answer
}

/** All parts of an answer that comes in parts, and how many there were. */
export async function askAll<Answer extends { readonly next?: string | undefined }>(
  route: Route,
  world: SmallWorld,
  query: { readonly [name: string]: unknown },
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  let from: string | undefined
  do {
    const answer: Answer = await ask(route, world, from === undefined ? query : { ...query, from })
    answers.push(answer)
    from = answer.next
  } while (from !== undefined)
  return answers
}
