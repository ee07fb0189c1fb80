import { buildOverview, type ProjectRow } from '../../../query/overview.ts'
import type { ReportWorld } from '../reports/report-world.ts'

export interface ProjectList {
  readonly schema: 'backscroll.projects/1'
  /** Last active first. */
  readonly projects: readonly ProjectRow[]
}

export async function askProjects(world: ReportWorld): Promise<ProjectList> {
  const request = { now: world.now(), threads: world.threads }
  const { projects } = await world.askLibrary(library => buildOverview(library, request))
  return { schema: 'backscroll.projects/1', projects }
}
