import type { KeptProjects, ProjectFacts } from '../archive/manifest-record.ts'
import type { Work } from '../model/work-folders.ts'
import { type FolderFinder, type FoundProject, findRealFolder } from '../source/project.ts'
import { isHome, isInside, settleProjects } from '../source/session-projects.ts'

export interface SettledFrom {
  /** Where it began and worked; undefined where our own code failed on it. */
  readonly session: { readonly cwds: readonly string[]; readonly work: Work } | undefined
  /** Of its transcripts. */
  readonly folder: string
  readonly kept: KeptProjects | undefined
  /** There is nothing on disk to compare what was kept with. */
  readonly isFromArchive: boolean
  readonly find: FolderFinder
}

/** Whose a session is, by what stands on disk now and by what was known of its folders when they were there. */
export function settleProject({ session, folder, kept, isFromArchive, find }: SettledFrom): KeptProjects {
  const start = session?.cwds[0]
  if (!session || start === undefined) return kept ?? guessProject(folder)
  const known = kept ? listKnown(kept, folder, find) : []
  const cwds = new Set([start, ...session.work.cwds])
  const links = new Map<string, string>()
  const { own, others } = settleProjects(start, session.work, cwd => {
    const found = find(cwd)
    const remembered = findRemembered({ cwd, found, known, links: kept?.links ?? [], isStart: cwd === start })
    const project =
      remembered && (isFromArchive || tellsLess(found.project, remembered)) ? remembered : factsOf(found.project)
    if (cwds.has(cwd) && !isInside(cwd, project.path)) links.set(cwd, project.path)
    return { project, isRepository: found.isRepository || project === remembered }
  })
  return withMore(factsOf(own), others.map(factsOf), links)
}

/** A session that names no folder is told apart by the one it is stored in; that folder's name is not decoded. */
function guessProject(folder: string): ProjectFacts {
  return { path: folder, name: folder.split(/[\\/]/).at(-1) ?? folder, remote: undefined }
}

/** The folder of the transcripts was only a guess: it belongs to no repository, wherever it stands. */
function listKnown({ others = [], ...own }: KeptProjects, guess: string, find: FolderFinder): readonly ProjectFacts[] {
  return [own, ...others].filter(({ path }) => path !== guess).map(project => followLinks(factsOf(project), find))
}

/** What was known of this folder: by the project that it led to, or that stood around it. */
function findRemembered(asked: {
  readonly cwd: string
  readonly found: FoundProject
  readonly known: readonly ProjectFacts[]
  readonly links: readonly (readonly [string, string])[]
  readonly isStart: boolean
}): ProjectFacts | undefined {
  const { cwd, found, known, links, isStart } = asked
  const linked = links.find(([folder]) => folder === cwd)?.[1]
  const led = known.find(({ path }) => path === linked) ?? known.find(({ path }) => path === found.project.path)
  if (led || found.isRepository || findRealFolder(cwd) !== undefined) return led ?? onlyOne(known, isStart)
  const around = known
    .filter(({ path }) => isInside(cwd, path) && !isHome(path))
    .sort((a, b) => b.path.length - a.path.length)
  return around[0] ?? onlyOne(known, isStart)
}

/** Where one project is kept, it is that of the folder the session began in. */
function onlyOne(known: readonly ProjectFacts[], isStart: boolean): ProjectFacts | undefined {
  return isStart && known.length === 1 ? known[0] : undefined
}

function withMore(
  own: ProjectFacts,
  others: readonly ProjectFacts[],
  links: ReadonlyMap<string, string>,
): KeptProjects {
  const paths = new Set([own, ...others].map(({ path }) => path))
  const used = [...links].filter(([, path]) => paths.has(path)).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...own, ...(others.length > 0 ? { others } : {}), ...(used.length > 0 ? { links: used } : {}) }
}

/** By what names it was reached is nothing to keep. */
function factsOf({ path, name, remote }: ProjectFacts): ProjectFacts {
  return { path, name, remote }
}

/** What was kept under the name of a link belongs to the folder that it leads to: there it is asked for. */
function followLinks(known: ProjectFacts, find: FolderFinder): ProjectFacts {
  const real = findRealFolder(known.path)
  if (real === undefined || real === known.path) return known
  return known.remote === undefined ? factsOf(find(known.path).project) : { ...known, path: real }
}

/** A folder, or a link, that is gone tells nothing: what was known of it stays. */
function tellsLess(found: ProjectFacts, known: ProjectFacts): boolean {
  if (found.remote !== undefined) return false
  if (known.remote !== undefined) return true
  return findRealFolder(found.path) === undefined && findRealFolder(known.path) !== undefined
}
