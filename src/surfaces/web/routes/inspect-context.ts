import { z } from 'zod'
import { type InspectContext, inspectContext } from '../../../query/inspect/inspect-context.ts'
import { readCopies } from '../../../query/inspect/read-copies.ts'
import type { World } from '../world.ts'
import { count } from './list-fields.ts'

export const contextQuery = z.object({
  points: count(600, 5000).describe('At most about so many requests: the fullest of each run'),
})

/** From the session itself, which may be newer than the index; the index adds what was copied from other sessions. */
export async function askContext(
  world: World,
  id: string,
  { points }: z.output<typeof contextQuery>,
): Promise<InspectContext> {
  const { loaded } = await world.openReading(id)
  const copies = await world.askLibrary((_library, keep) =>
    keep?.store ? readCopies(keep.store, loaded.source) : new Map<string, string>(),
  )
  const { pricer, costOf } = world
  return inspectContext(loaded.session, { pricer, costOf, copies, maxPoints: points })
}
