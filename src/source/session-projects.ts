import type { Work } from '../model/work-folders.ts'
import { type FolderFinder, type FoundProject, matchesProject, type Project, projectKeyOf } from './project.ts'

/** The project a session belongs to, and others that it is found from. */
export interface SessionProjects {
  readonly own: Project
  /** The one it began in, where that is another; then those with a good part of its work. */
  readonly others: readonly Project[]
}

/** A session is also found from where it did this part of its work: more than a look at something elsewhere. */
const GOOD_PART = 1 / 5
/** Each is looked for on disk, and a transcript may name any number. */
const MAX_LOOKED_FOR = 500
/** Plans and memory of the client stand with it and not with what they are about. */
const OF_CLIENT = /[\\/]\.claude[\\/](?:plans|projects)(?:[\\/]|$)/

/**
 * A session belongs to the project most worked in; to the one it began in where that had as much. What was done in a
 * folder counts for the repository it stands in, else for the first folder around it that the session was in: a step into
 * a subfolder leads to no other project. What was done in neither counts for nobody.
 */
export function settleProjects(start: string, work: Work, find: FolderFinder): SessionProjects {
  // Sorted, so that a folder comes before those in it, whichever thread was there first.
  const spots = findSpots([start, ...work.cwds.toSorted()], find)
  const first = (spots[0] as Spot).project
  const weighed = new Map([[projectKeyOf(first), { project: first, weight: 0 }]])
  let total = 0
  for (const { folder, weight } of heaviest(work.folders)) {
    const project = findWorked(folder, spots, find)
    if (!project) continue
    total += weight
    const key = projectKeyOf(project)
    weighed.set(key, {
      project: weighed.get(key)?.project ?? project,
      weight: (weighed.get(key)?.weight ?? 0) + weight,
    })
  }
  // The first stays before its equals: sorting is stable, and it stands at the front.
  const [begun, ...rest] = weighed.values()
  const ranked = [begun as Weighed, ...rest.sort((a, b) => (a.project.path < b.project.path ? -1 : 1))].sort(
    (a, b) => b.weight - a.weight,
  )
  const own = (ranked[0] as Weighed).project
  const others = ranked.filter(({ weight }) => weight >= total * GOOD_PART && weight > 0).map(({ project }) => project)
  return { own, others: [...new Set([first, ...others])].filter(project => project !== own) }
}

/** Whether a session is found from what somebody calls a project; a clone or worktree may be named by its own path too. */
export function matchesSession(
  { project, otherProjects, cwd }: { project: Project; otherProjects: readonly Project[]; cwd: string | undefined },
  text: string,
): boolean {
  if ([project, ...otherProjects].some(one => matchesProject(one, text))) return true
  return cwd !== undefined && matchesProject({ ...project, path: cwd }, text)
}

interface Spot extends FoundProject {
  readonly folder: string
}

interface Weighed {
  readonly project: Project
  readonly weight: number
}

function heaviest(folders: Work['folders']): Work['folders'] {
  const own = folders.filter(({ folder }) => !OF_CLIENT.test(folder))
  if (own.length <= MAX_LOOKED_FOR) return own
  return own.toSorted((a, b) => b.weight - a.weight || (a.folder < b.folder ? -1 : 1)).slice(0, MAX_LOOKED_FOR)
}

/** The folders a session was in, with their projects. */
function findSpots(cwds: readonly string[], find: FolderFinder): readonly Spot[] {
  const spots: Spot[] = []
  for (const folder of new Set(cwds)) {
    const found = find(folder)
    const around = found.isRepository
      ? undefined
      : spots.find(spot => !isHome(spot.folder) && isInside(folder, spot.folder))
    spots.push({ ...(around ?? found), folder })
  }
  return spots
}

function findWorked(folder: string, spots: readonly Spot[], find: FolderFinder): Project | undefined {
  const spot = spots.find(known => known.folder === folder)
  if (spot) return spot.project
  const found = find(folder)
  return found.isRepository ? found.project : spots.find(known => isInside(folder, known.folder))?.project
}

/** All of somebody's projects stand in it. */
export function isHome(folder: string): boolean {
  return /^(?:(?:[A-Za-z]:)?\/(?:home|Users)\/[^/]+|\/root|(?:[A-Za-z]:)?\/)$/.test(folder.replaceAll('\\', '/'))
}

export function isInside(folder: string, outer: string): boolean {
  const [inner, around] = [folder.replaceAll('\\', '/'), outer.replaceAll('\\', '/')]
  return inner === around || inner.startsWith(around.endsWith('/') ? around : `${around}/`)
}
