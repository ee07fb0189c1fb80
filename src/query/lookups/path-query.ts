import { realpathSync, statSync } from 'node:fs'
import { posix } from 'node:path'

/** A path somebody typed: whole, relative, the end of one, or a name alone. All with forward slashes. */
export interface PathQuery {
  /** As typed. */
  readonly text: string
  /** The places on this machine it may mean: as typed from the working folder, and the same with links resolved. */
  readonly wholes: readonly string[]
  /** What a recorded path may end in; empty for a folder above all of that, such as `..`. */
  readonly tail: string
  /** `/x`, `~/x`, `./x`, `C:\x`: one place is meant, not every file of that name. */
  readonly isPlace: boolean
}

export interface PathPlace {
  readonly cwd: string
  readonly home: string
  /** Where a path is looked at; the machine's own disk where it is left out. */
  readonly disk?: PathDisk | undefined
}

/** What is asked of a disk about a path that somebody typed. */
export interface PathDisk {
  /** With links resolved, and forward slashes; undefined where there is no such place. */
  realPath(path: string): string | undefined
  isFile(path: string): boolean
}

/** For a path that came over a network: only what is recorded is asked about it. */
export const NO_DISK: PathDisk = { realPath: () => undefined, isFile: () => false }

/** Of a path that a program gave: what lies in these folders may be looked at, and nothing else. */
export function diskBelow(folders: readonly string[]): PathDisk {
  const roots = folders.map(folder => `${trimSlash(unifySlashes(folder))}/`)
  const isBelow = (path: string): boolean => roots.some(root => posix.normalize(unifySlashes(path)).startsWith(root))
  return {
    realPath: path => (isBelow(path) ? PATH_DISK.realPath(path) : undefined),
    isFile: path => isBelow(path) && PATH_DISK.isFile(path),
  }
}

export const PATH_DISK: PathDisk = {
  realPath(path) {
    try {
      return unifySlashes(realpathSync(path))
    } catch {
      return undefined
    }
  },
  isFile(path) {
    try {
      return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
    } catch {
      return false
    }
  },
}

export function parsePathQuery(text: string, { cwd, home, disk = PATH_DISK }: PathPlace): PathQuery {
  const typed = unifySlashes(text.trim())
  const isHome = typed === '~' || typed.startsWith('~/')
  const place = isHome ? unifySlashes(home) + typed.slice(1) : typed
  const whole = trimSlash(posix.normalize(isAbsolute(place) ? place : `${unifySlashes(cwd)}/${place}`))
  const real = disk.realPath(whole)
  return {
    text,
    wholes: real === undefined || real === whole ? [whole] : [whole, real],
    tail: tailOf(place),
    isPlace: isHome || isAbsolute(place) || /^\.{1,2}(?:\/|$)/.test(typed),
  }
}

/** Larger is better; undefined where the path is not meant. `path` with forward slashes. */
export function rankPath(query: PathQuery, path: string): number | undefined {
  if (query.wholes.includes(path)) return 4
  if (endsInPath(path, query.tail)) return 3
  const lower = path.toLowerCase()
  if (query.wholes.some(whole => whole.toLowerCase() === lower)) return 2
  return endsInPath(lower, query.tail.toLowerCase()) ? 1 : undefined
}

export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase()
}

export function unifySlashes(path: string): string {
  return path.replaceAll('\\', '/')
}

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:\//i.test(path)
}

function endsInPath(path: string, tail: string): boolean {
  return tail !== '' && (path === tail || path.endsWith(`/${tail}`))
}

function tailOf(place: string): string {
  const parts = posix.normalize(place).split('/')
  return parts.filter(part => part !== '' && part !== '.' && part !== '..').join('/')
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
