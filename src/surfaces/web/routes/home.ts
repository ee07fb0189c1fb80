import { readMarks } from '../../../archive/marks.ts'
import { buildHome, type HomeReport } from '../../../query/home/home-report.ts'
import type { ReportWorld } from '../reports/report-world.ts'
import { findStatuses } from './live-statuses.ts'

export async function askHome(world: ReportWorld): Promise<HomeReport> {
  const { zone, threads, pricer, keepDir } = world
  const marks = readMarks(keepDir)
  return await world.askLibrary(async library => {
    const statusOf = findStatuses(world, library)
    return await buildHome(library, { now: world.now(), zone, threads, marks, pricer, statusOf })
  })
}
