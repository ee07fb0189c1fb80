import { createHash } from 'node:crypto'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Request } from '../../../model/usage/request.ts'
import type { Reading } from '../../../query/reading/reading.ts'
import { prepareView } from '../../../render/view/prepare-view.ts'
import { fingerprintUnits, type ListedUnit, listUnits, type RowUnit } from '../../../render/view/row-units.ts'
import { readersOf } from '../../../render/view/view-options.ts'
import type { LoadedSession } from '../../../source/load-session.ts'
import { pathOf } from '../../../source/session-source.ts'
import type { World } from '../world.ts'
import { RowWalks } from './session-row-walks.ts'
import { SessionMemory, SLICE_MS, type SlicedSession } from './session-slices.ts'

/** A session as it is now, with everything that answers about its rows are made from. */
export interface SessionDesk extends SlicedSession {
  readonly loaded: LoadedSession
  readonly version: number
  readonly reading: Reading
  /** Places in the rows at which earlier answers ended. */
  readonly walks: RowWalks
  /** What earlier looks at the rows found, in whichever state of the session. */
  readonly memory: SessionMemory
}

/** Sessions whose desks are kept. */
const MAX_DESKS = 4

const desksOf = new WeakMap<World, Map<string, SessionDesk>>()

/** The desk of a session; the same one until the session changes. */
export async function openDesk(world: World, id: string): Promise<SessionDesk> {
  const reading = await world.openReading(id)
  const { loaded, version } = reading
  const desks = desksOf.get(world) ?? new Map<string, SessionDesk>()
  desksOf.set(world, desks)
  const key = pathOf(loaded.source)
  const before = desks.get(key)
  const desk =
    before?.loaded.session === loaded.session ? before : layDesk(world, { reading, loaded, version }, before?.memory)
  desks.delete(key)
  desks.set(key, desk)
  for (const oldest of desks.keys()) if (desks.size > MAX_DESKS) desks.delete(oldest)
  return desk
}

function layDesk(
  { costOf }: World,
  { reading, loaded, version }: Pick<SessionDesk, 'reading' | 'loaded' | 'version'>,
  memory = new SessionMemory(),
): SessionDesk {
  const readers = readersOf(loaded)
  const prepared = prepareView(loaded.session, {
    ...readers,
    read: (thread, entry) => memory.entries.find(entry, () => readers.read(thread, entry)),
    costOf: rememberCosts(costOf),
    isKeptOnly: reading.isKeptOnly,
  })
  let units: readonly ListedUnit[] | undefined
  let fingerprint: ((unit: RowUnit) => string) | undefined
  return {
    loaded,
    version,
    reading,
    prepared,
    walks: new RowWalks(),
    memory,
    units() {
      units ??= listUnits(prepared)
      return units
    },
    fingerprint(unit) {
      fingerprint ??= fingerprintUnits(prepared)
      return fingerprint(unit)
    },
  }
}

/** Requests are added up by turn, by agent and for the session. */
function rememberCosts(costOf: World['costOf']): World['costOf'] {
  const known = new Map<Request, number | undefined>()
  return request => {
    if (!known.has(request)) known.set(request, costOf(request))
    return known.get(request)
  }
}

/** Items as they come, with room for other answers in between. */
export async function* inSlices<Item>(items: Iterable<Item>, now: () => number): AsyncGenerator<Item> {
  let since = now()
  for (const item of items) {
    yield item
    if (now() - since < SLICE_MS) continue
    await nextTick()
    since = now()
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
