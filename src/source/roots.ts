/**
 * source/ knows where transcripts and their companion files live on disk, and reads them. It never writes to a transcript
 * (and to settings only where a person said yes: raise-retention.ts), opens a file only to read it and closes it at once,
 * and never decodes a project folder's name.
 */
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { listDesktopFolders } from './desktop-folders.ts'
import { problemOf, type SourceProblem } from './problem.ts'

/** A place that holds transcripts: a `projects/` folder, one project's folder, any tree of those, or one file. */
export interface Root {
  /** What is walked. */
  readonly path: string
  /** The same without symbolic links: two roots with the same real path are one. */
  readonly realPath: string
  readonly isFile: boolean
  /** The client's folder with settings, file history, plans …; undefined for transcripts kept elsewhere. */
  readonly configPath: string | undefined
  /** `kept`: not walked at all, it stands for the place where kept sessions once stood. */
  readonly from: 'named' | 'CLAUDE_CONFIG_DIR' | 'home' | 'xdg' | 'windows-profile' | 'desktop' | 'kept'
}

/** Read once by the surface; nothing here looks at the process. */
export interface RootEnvironment {
  readonly home: string
  readonly platform: string
  readonly variables: { readonly [name: string]: string | undefined }
  /** Relative paths are taken from here. */
  readonly workingFolder: string
  /** Replaces every other root. */
  readonly override?: readonly string[] | undefined
  /** Who said so, for messages: the option of the command line (which is assumed) or the setting. */
  readonly overrideBy?: '--root' | 'roots'
}

export interface FoundRoots {
  readonly roots: readonly Root[]
  /** Only about roots somebody named: a default that is not there is nothing to report. */
  readonly problems: readonly SourceProblem[]
}

export function findRoots(env: RootEnvironment): FoundRoots {
  const named = env.override?.filter(path => path !== '') ?? []
  if (named.length > 0)
    return openRoots(
      env,
      named.map(path => ({ path, from: 'named' })),
      true,
    )
  const configured = splitList(env.variables.CLAUDE_CONFIG_DIR)
  if (configured.length > 0) {
    return openRoots(
      env,
      configured.map(path => ({ path, from: 'CLAUDE_CONFIG_DIR' })),
      true,
    )
  }
  return openRoots(env, listDefaults(env), false)
}

interface Candidate {
  readonly path: string
  readonly from: Root['from']
}

function listDefaults(env: RootEnvironment): readonly Candidate[] {
  const { USERPROFILE: profile, XDG_CONFIG_HOME: xdg } = env.variables
  const configHome = xdg && isAbsolute(xdg) ? xdg : join(env.home, '.config')
  const candidates: Candidate[] = [
    { path: join(env.home, '.claude'), from: 'home' },
    { path: join(configHome, 'claude'), from: 'xdg' },
  ]
  if (profile && isAbsolute(profile)) candidates.push({ path: join(profile, '.claude'), from: 'windows-profile' })
  for (const path of listDesktopFolders(env)) candidates.push({ path, from: 'desktop' })
  return candidates
}

function openRoots(env: RootEnvironment, candidates: readonly Candidate[], isNamed: boolean): FoundRoots {
  const roots = new Map<string, Root>()
  const problems: SourceProblem[] = []
  for (const { path, from } of candidates) {
    const absolute = resolve(env.workingFolder, expandHome(path, env.home))
    try {
      const root = openRoot(absolute, from)
      if (!root) continue
      if (!roots.has(root.realPath)) roots.set(root.realPath, root)
    } catch (error) {
      if (isNamed) problems.push(problemOf(absolute, error))
    }
  }
  return { roots: [...roots.values()], problems }
}

/** Undefined for a default client folder in which nothing was ever recorded. */
function openRoot(path: string, from: Root['from']): Root | undefined {
  if (statSync(path).isFile())
    return { path, realPath: realpathSync(path), isFile: true, configPath: configOf(path), from }
  const projects = join(path, 'projects')
  if (isFolder(projects)) {
    return { path: projects, realPath: realpathSync(projects), isFile: false, configPath: path, from }
  }
  if (from !== 'named' && from !== 'CLAUDE_CONFIG_DIR') return undefined
  return { path, realPath: realpathSync(path), isFile: false, configPath: configOf(path), from }
}

/** The client's folder above a `projects` folder, a folder in it, or a transcript in that. */
function configOf(path: string): string | undefined {
  let folder = realpathSync(path)
  for (let level = 0; level < 3; level++) {
    if (basename(folder) === 'projects') return dirname(folder)
    folder = dirname(folder)
  }
  return undefined
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function splitList(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** `~` at the beginning of a path stands for the home folder. */
export function expandHome(path: string, home: string): string {
  if (path === '~') return home
  return path.startsWith('~/') || path.startsWith('~\\') ? join(home, path.slice(2)) : path
}
