import { realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { findRemoteUrl, normalizeRemote } from './git-remote.ts'
import { isLocalPath } from './is-local-path.ts'
import { readSmallFile } from './read-small-file.ts'

/** What a person calls a project: a repository with all its worktrees and clones, else a folder. */
export interface Project {
  /** The repository's main folder, else the working directory; where it is there, what links lead to. */
  readonly path: string
  readonly name: string
  /** `host/owner/name`, where there is a remote. Clones of one repository share it. */
  readonly remote: string | undefined
  /** The same folder by links that led there: what was kept before they were followed stands under these. */
  readonly otherNames?: readonly string[]
}

export type ProjectFinder = (cwd: string) => Project

/** The project of a folder, and whether that is a repository which is there. */
export interface FoundProject {
  readonly project: Project
  readonly isRepository: boolean
}

export type FolderFinder = (folder: string) => FoundProject

export function createProjectFinder(): ProjectFinder {
  const find = createFolderFinder()
  return cwd => find(cwd).project
}

/** Reads git's own files, never runs git. Answers are kept: sessions share few directories. */
export function createFolderFinder(): FolderFinder {
  const known = new Map<string, FoundProject>()
  return folder => {
    const found = known.get(folder) ?? lookUp(folder, 0)
    known.set(folder, found)
    return found
  }
}

/** A directory that is gone, or belongs to another machine, is a project of its own. */
export function findProject(cwd: string): Project {
  return lookUp(cwd, 0).project
}

function lookUp(cwd: string, depth: number): FoundProject {
  const named = tidyPath(outsideWorktree(cwd))
  const folder = findRealFolder(named)
  if (folder === undefined) {
    return { project: { path: named, name: lastPart(named), remote: undefined }, isRepository: false }
  }
  const repository = findRepository(folder)
  const path = repository ? (findRealFolder(repository.path) ?? repository.path) : folder
  const others = listOtherNames(path, named, repository?.path)
  const names = others.length === 0 ? {} : { otherNames: others }
  if (!repository) {
    return { project: { path, name: lastPart(path), remote: undefined, ...names }, isRepository: false }
  }
  const { commonDir } = repository
  const url = findRemoteUrl(readSmallFile(join(commonDir, 'config')) ?? '')
  const remote = url === undefined ? undefined : normalizeRemote(url)
  const origin = remote === undefined || depth >= MAX_ORIGINS ? undefined : findLocalOrigin(path, remote)
  if (origin) return lookUp(origin, depth + 1)
  const name = lastPart(remote ?? path) || lastPart(path)
  return { project: { path, name, remote, ...names }, isRepository: true }
}

/** A clone of a clone of a clone; two that name each other must end somewhere. */
const MAX_ORIGINS = 4

/** A clone of a repository on this machine is the same project. */
function findLocalOrigin(path: string, remote: string): string | undefined {
  if (!isAbsolute(remote) && !remote.startsWith('.')) return undefined
  const origin = [resolve(path, remote), resolve(path, `${remote}.git`)].find(isFolder)
  return origin !== undefined && isLocalPath(origin) && origin !== path ? origin : undefined
}

/** Two projects are one when this is equal. Hosts ignore the case of owners and names. */
export function projectKeyOf(project: Project): string {
  return project.remote === undefined ? project.path : `remote ${project.remote.toLowerCase()}`
}

/** Every name under which sessions of a project without a remote may be kept. */
export function listProjectPaths({ path, otherNames = [] }: Project): readonly string[] {
  return [path, ...otherNames]
}

/** Name, last path part or any path suffix, by any of its names, ignoring case; either kind of slash. */
export function matchesProject(project: Project, text: string): boolean {
  const wanted = trimSlashes(unify(text))
  if (wanted === '') return false
  if (project.name.toLowerCase() === wanted) return true
  const { remote } = project
  const places = remote === undefined ? listProjectPaths(project) : [...listProjectPaths(project), remote]
  return places.some(path => hasPathSuffix(path, wanted))
}

/** `wanted` in lower case with forward slashes. */
function hasPathSuffix(path: string, wanted: string): boolean {
  return `/${trimSlashes(unify(path))}`.endsWith(`/${wanted}`)
}

function unify(path: string): string {
  return path.replaceAll('\\', '/').toLowerCase()
}

function trimSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (start < end && path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return path.slice(start, end)
}

/** The client's own worktrees stand inside the repository, and are often removed after use. */
function outsideWorktree(cwd: string): string {
  const at = cwd.search(/[\\/]\.claude[\\/]worktrees[\\/]/)
  return at > 0 ? cwd.slice(0, at) : cwd
}

/** Without slashes at the end, `.` and `..`. What belongs to another machine stays as it is written. */
function tidyPath(path: string): string {
  return isLocalPath(path) && UNTIDY.test(path) ? resolve(path) : path
}

const UNTIDY = /[\\/](?:\.{0,2}[\\/]|\.{0,2}$)/

/** The folder itself, whatever links lead there. Undefined where it is gone or on another machine. */
export function findRealFolder(path: string): string | undefined {
  if (!isLocalPath(path)) return undefined
  try {
    const real = realpathSync.native(path)
    if (!isFolder(real)) return undefined
    // A drive that stands for a network path is known by its letter.
    return isLocalPath(real) ? real : path
  } catch {
    return undefined
  }
}

/** `named` is where somebody is, in words of theirs; `repository` is as git's files name it. */
function listOtherNames(path: string, named: string, repository: string | undefined): readonly string[] {
  const names = new Set(repository === undefined ? [] : [repository])
  if (named !== path && !named.startsWith(`${path}${sep}`)) {
    for (let at = named; dirname(at) !== at; at = dirname(at)) names.add(at)
  }
  names.delete(path)
  return [...names].filter(name => findRealFolder(name) === path)
}

export interface Repository {
  /** The main folder; for a worktree that of the repository it belongs to. */
  readonly path: string
  /** The folder that is checked out here, with `.git` in it. */
  readonly top: string
  /** Where branches, objects and config are; worktrees share it. */
  readonly commonDir: string
}

/** The repository that a folder stands in. */
export function findRepository(folder: string): Repository | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const repository = openRepository(at)
    if (repository) return repository
    if (dirname(at) === at) return undefined
  }
}

function openRepository(folder: string): Repository | undefined {
  const git = join(folder, '.git')
  const stat = statOf(git)
  if (stat?.isDirectory()) return { path: folder, top: folder, commonDir: git }
  const pointer = stat?.isFile() ? /^gitdir:\s*(.+)$/m.exec(readSmallFile(git) ?? '')?.[1]?.trim() : undefined
  if (!pointer) return undefined
  const gitDir = resolve(folder, pointer)
  const common = readSmallFile(join(gitDir, 'commondir'))?.trim()
  // A submodule has a `gitdir` of its own and no `commondir`: it is a repository, not a worktree.
  if (!common) return { path: folder, top: folder, commonDir: gitDir }
  const commonDir = resolve(gitDir, common)
  return { path: basename(commonDir) === '.git' ? dirname(commonDir) : commonDir, top: folder, commonDir }
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function lastPart(path: string): string {
  const parts = path.split(/[\\/]/).filter(part => part !== '')
  return parts.at(-1) ?? path
}
