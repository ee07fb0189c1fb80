import type { Library } from '../../../query/library.ts'
import { listLive } from '../../../query/live/list-live.ts'
import type { LiveStatus } from '../../../query/live/live-status.ts'
import type { RankedRow } from '../../../query/session-row.ts'
import type { SessionSource } from '../../../source/session-source.ts'
import type { ReportWorld } from '../reports/report-world.ts'

/** What the sessions that run now are doing; undefined for all others. */
export function findStatuses(
  world: ReportWorld,
  library: Library,
): (row: Pick<RankedRow, 'source'>) => LiveStatus | undefined {
  const now = world.now()
  const known = looked.get(library)
  const isFresh = known !== undefined && now >= known.at && now - known.at < FRESH_MS
  const { statuses } = isFresh ? known : look(world, library, now)
  return ({ source }) => statuses.get(source)
}

/** Each look reads the ends of some transcripts: lists that are asked for together share one. */
const FRESH_MS = 1000

interface Look {
  readonly at: number
  readonly statuses: ReadonlyMap<SessionSource, LiveStatus>
}

const looked = new WeakMap<Library, Look>()

function look(world: ReportWorld, library: Library, at: number): Look {
  const statuses = new Map(listLive(library, { now: world.now }).map(({ source, status }) => [source, status]))
  const found = { at, statuses }
  looked.set(library, found)
  return found
}
