import { type Project, projectKeyOf } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import type { UsageNumbers } from '../usage/usage-sum.ts'
import { listStillOpen, threadKey } from './find-threads.ts'
import type { WorkSession, WorkThread } from './read-work.ts'
import { type ToldSession, tellSession } from './tell-session.ts'
import { addUpWork, type WorkTotals } from './work-totals.ts'

/** The work of a project in some time. */
export interface ToldProject {
  readonly name: string
  /** Its folder. */
  readonly path: string
  readonly totals: WorkTotals
  /** In the order in which they began in that time. */
  readonly sessions: readonly ToldSession[]
}

/** What no later session closed, of some work. */
export interface OpenWork {
  isOpen(work: WorkSession, thread: WorkThread): boolean
}

export function openWorkOf(store: Store, works: readonly WorkSession[]): OpenWork {
  const open = listStillOpen(
    store,
    works.filter(({ threads }) => threads.length > 0).map(({ session }) => session),
  )
  return { isOpen: ({ session }, { agent, number }) => open.has(threadKey({ session, agent, number })) }
}

/** Each project with its sessions, the one with most work first. */
export function tellProjects(
  works: readonly WorkSession[],
  { isOpen }: OpenWork,
  usage: ReadonlyMap<string, UsageNumbers>,
): readonly ToldProject[] {
  const keyOf = createProjectKeys(works)
  return [...Map.groupBy(works, ({ project }) => keyOf(project)).values()]
    .map(group => {
      const [first] = group as [WorkSession, ...WorkSession[]]
      const { name, path } = (group.find(({ project }) => project.remote !== undefined) ?? first).project
      const paths = new Set(group.map(({ project }) => project.path))
      const own = [...paths].map(folder => usage.get(folder)).find(row => row !== undefined)
      return {
        name,
        path,
        totals: addUpWork(group, isOpen, own),
        sessions: group.map(work => tellSession(work, thread => isOpen(work, thread))),
      }
    })
    .sort((a, b) => b.totals.activeMs - a.totals.activeMs || (a.path < b.path ? -1 : 1))
}

/** One folder may have had no remote at first: it is the same project for people. */
function createProjectKeys(works: readonly WorkSession[]): (project: Project) => string {
  const named = new Map(
    works.flatMap(({ project }) => (project.remote === undefined ? [] : [[project.path, project] as const])),
  )
  return project => projectKeyOf(named.get(project.path) ?? project)
}
