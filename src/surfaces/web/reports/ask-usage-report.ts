import { stateOf } from '../../../query/home/session-costs.ts'
import type { World } from '../world.ts'
import { askReport } from './ask-report.ts'
import type { ReportQuery } from './report-table.ts'

/** Periods such as the last seven days move on. */
const MINUTE_MS = 60_000

interface UsageScope {
  readonly by: string
  readonly session: readonly string[]
}

/** A first index that is being made is waited for here; while it says the same, so does the report. */
export async function askUsageReport<Name extends 'usage' | 'explained'>(
  world: World,
  name: Name,
  query: ReportQuery<Name> & UsageScope,
): Promise<Response> {
  const index = await world.ask(({ store }) => stateOf(store))
  const state = isOfIndexAlone(world, query) ? `${index} ${Math.floor(world.now() / MINUTE_MS)}` : undefined
  return await askReport(world, name, query, state)
}

/** Not of the disk, nor of what the status line saw last. */
function isOfIndexAlone({ roots }: World, { by, session }: UsageScope): boolean {
  return roots.overrideBy !== '--root' && session.length === 0 && !/^\s*blocks?\s*$/i.test(by)
}
