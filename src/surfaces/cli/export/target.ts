import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { activeConfig, listOwnRoots } from '../../../query/own-configs.ts'
import { findRoots, type Root } from '../../../source/roots.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'

/** Where an export goes. */
export type Target =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly path: string }
  /** Names in it are ours to choose. */
  | { readonly kind: 'folder'; readonly path: string }

/** What somebody wrote after `-o`, looked at on the disk. `isMany`: several files will be written. */
export function requireTarget(app: App, output: string | undefined, isMany: boolean): Target | undefined {
  if (output === undefined) return undefined
  if (output === '-' || output === '/dev/stdout') return { kind: 'stdout' }
  if (output.trim() === '') throw emptyOutput()
  const path = resolve(app.cwd, expandHome(app, output))
  const found = lookAt(path)
  if (found?.isDirectory() || endsAsFolder(app, output)) return { kind: 'folder', path: requireFolder(app, path) }
  if (!isMany) return { kind: 'file', path: requireWritable(app, path) }
  if (found || hasKnownEnding(output)) throw needsFolder(output)
  return { kind: 'folder', path: requireFolder(app, path) }
}

/** The real path to write a file to. Refuses what is not ours to replace. */
export function requireWritable(app: App, path: string): string {
  const folder = dirname(path)
  if (!lookAt(folder)?.isDirectory()) throw noFolder(path, folder)
  // A link to a file is followed: the file it leads to is what somebody means.
  const real = lstatOf(path)?.isSymbolicLink() ? followLink(path) : join(realpathSync(folder), basename(path))
  const found = lookAt(real)
  if (found?.isDirectory()) throw refuse(real, 'is a folder', 'End it with / to write into it, or name a file.')
  if (found && !found.isFile()) throw refuse(real, 'is no ordinary file', 'Name a file, or - for stdout.')
  requireOutside(app, real)
  return real
}

/** The real path of a folder to write into, which may not be there yet. */
export function requireFolder(app: App, path: string): string {
  const real = realOf(path)
  const found = lookAt(real)
  if (found && !found.isDirectory()) throw refuse(real, 'is no folder', 'Name a folder, or leave out the / for a file.')
  requireOutside(app, real)
  return real
}

/** Transcripts and what is kept are never written to by an export. */
function requireOutside(app: App, path: string): void {
  const roots = [...findRoots(app.roots).roots, ...listOwnRoots(app)]
  const transcripts = [activeConfig(app), ...roots.flatMap(placesOf)]
  if (transcripts.some(folder => isInside(path, realOf(folder))))
    throw refuse(path, 'lies where transcripts are', 'Name a place outside of it with -o.')
  if (path === realOf(join(app.home, '.claude.json')))
    throw refuse(path, "holds the client's own settings", 'Name another file with -o.')
  if (isInside(path, realOf(app.keepDir)))
    throw refuse(path, 'lies where backscroll keeps its own files', 'Name a place outside of it with -o.')
}

function placesOf({ realPath, configPath }: Root): readonly string[] {
  return configPath === undefined ? [realPath] : [realPath, configPath]
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** The real path of what may not exist yet. */
function realOf(path: string): string {
  const full = resolve(path)
  if (lstatOf(full)) return lstatOf(full)?.isSymbolicLink() ? followLink(full) : realpathSync(full)
  const parent = dirname(full)
  return parent === full ? full : join(realOf(parent), basename(full))
}

function followLink(path: string): string {
  try {
    return realpathSync(path)
  } catch (cause) {
    throw refuse(path, 'is a link that leads nowhere', 'Remove the link, or name another place with -o.', cause)
  }
}

/** What stands there, links followed; undefined for nothing. */
function lookAt(path: string): Stats | undefined {
  return tryToSee(path, () => statSync(path, { throwIfNoEntry: false }))
}

function lstatOf(path: string): Stats | undefined {
  return tryToSee(path, () => lstatSync(path, { throwIfNoEntry: false }))
}

function tryToSee(path: string, look: () => Stats | undefined): Stats | undefined {
  try {
    return look()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return undefined
    throw refuse(path, `cannot be looked at (${code})`, 'Name another place with -o.', cause)
  }
}

function endsAsFolder({ platform }: App, output: string): boolean {
  return output.endsWith('/') || (platform === 'win32' && output.endsWith('\\'))
}

function hasKnownEnding(output: string): boolean {
  return /\.(html?|md|markdown|jsonl?|te?xt)$/i.test(output)
}

function expandHome(app: App, path: string): string {
  return path === '~' || /^~[\\/]/.test(path) ? join(app.home, path.slice(1)) : path
}

function refuse(path: string, why: string, hint: string, cause?: unknown): UserError {
  return new UserError({ code: 'export-refused', message: `${path} ${why}: nothing was written`, hint, cause })
}

function noFolder(path: string, folder: string): UserError {
  return new UserError({
    code: 'no-such-folder',
    message: `${path} cannot be written: there is no folder ${folder}`,
    hint: 'Make the folder first, or end the name with / to have it made.',
  })
}

function needsFolder(output: string): UserError {
  return new UserError({
    code: 'needs-folder',
    message: `several sessions do not fit into one file, ${output}`,
    hint: 'Name a folder, such as -o week/, or - for stdout.',
  })
}

/** An empty variable in a script must not mean the folder one happens to be in. */
function emptyOutput(): UserError {
  return new UserError({
    code: 'empty-option',
    message: '-o has no value',
    hint: 'Name a file, a folder that ends with /, or - for stdout; without -o a file is made in this folder.',
  })
}
