import { listExcluded } from '../../../config/list-excluded.ts'
import { readKeepFacts } from '../../../ingest/keep-facts.ts'
import { type KeepStatus, readStatus } from '../../../query/status.ts'
import type { ReportWorld } from '../reports/report-world.ts'

/** What `backscroll status --json` prints. */
export async function askStatus(world: ReportWorld): Promise<KeepStatus> {
  const facts = readKeepFacts(world.keepDir, listExcluded(world))
  return await world.askLibrary((library, keep) => readStatus(library, keep, { now: world.now(), ...facts }))
}
