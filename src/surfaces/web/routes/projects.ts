import { buildOverview, type ProjectRow } from '../../../query/overview.ts'
import type { World } from '../world.ts'

export interface ProjectList {
  readonly schema: 'backscroll.projects/1'
  /** Last active first. */
  readonly projects: readonly ProjectRow[]
}

export async function askProjects(world: World): Promise<ProjectList> {
  const request = { now: world.now(), threads: world.threads }
  const { projects } = await world.askLibrary(library => buildOverview(library, request))
  return { schema: 'backscroll.projects/1', projects }
}
