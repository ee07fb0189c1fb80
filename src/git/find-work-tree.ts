import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** A file or folder as git names it. */
export interface PlaceInTree {
  /** The folder with `.git` in it: of a repository or of one of its worktrees. */
  readonly root: string
  /** Path below it, with forward slashes; links resolved. */
  readonly path: string
}

/** Of a path, which must exist; starts no process. Undefined outside every repository. */
export function findWorkTree(path: string): PlaceInTree | undefined {
  const real = realPath(path)
  const root = real === undefined ? undefined : findTreeRoot(dirname(real))
  if (real === undefined || root === undefined) return undefined
  return { root, path: relative(root, real).split(sep).join('/') }
}

/** The nearest folder with `.git` in it, this one or one above. */
export function findTreeRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
