import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { UserError } from '../user-error.ts'
import type { PlannedFile } from './plan-restore.ts'
import { realOf } from './real-of.ts'

/** Where a file goes, after links in the way were looked at. */
export interface TargetPlace {
  /** As a person reads it. */
  readonly path: string
  /** What stands there already; undefined for nothing. */
  readonly found: 'file' | 'other' | undefined
}

/**
 * Finds the place of a file and makes sure that it stays inside its folder: a link below the folder that leads out of it
 * is refused, unless it leads to a folder that the client itself uses (`trusted`, real paths).
 */
export function findTarget(
  { base, parts }: Pick<PlannedFile, 'base' | 'parts'>,
  trusted: readonly string[],
): TargetPlace {
  const allowed = [realOf(base), ...trusted]
  let path = resolve(base)
  for (const [at, part] of parts.entries()) {
    path = join(path, part)
    const stat = lstatOf(path)
    if (!stat) return { path: join(path, ...parts.slice(at + 1)), found: undefined }
    if (stat.isSymbolicLink()) requireInside(path, allowed)
    const isLast = at === parts.length - 1
    const { isFile, isFolder } = kindOf(path)
    if (isLast) return { path, found: isFile ? 'file' : 'other' }
    if (!isFolder) throw blocked(path, 'is not a folder')
  }
  return { path, found: 'other' }
}

function requireInside(link: string, allowed: readonly string[]): void {
  let real: string
  try {
    real = realpathSync(link)
  } catch {
    throw blocked(link, 'is a link that leads nowhere')
  }
  if (!allowed.some(folder => isInside(real, folder))) throw blocked(link, `is a link to ${real}, outside the folder`)
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    throw blocked(path, `cannot be looked at (${(cause as NodeJS.ErrnoException).code})`, cause)
  }
}

function kindOf(path: string): { readonly isFile: boolean; readonly isFolder: boolean } {
  const stat = statSync(path, { throwIfNoEntry: false })
  return { isFile: stat?.isFile() ?? false, isFolder: stat?.isDirectory() ?? false }
}

function blocked(path: string, why: string, cause?: unknown): UserError {
  return new UserError({
    code: 'restore-blocked',
    message: `${path} ${why}: nothing was written`,
    hint: 'Restore into another folder with --to DIR.',
    cause,
  })
}
