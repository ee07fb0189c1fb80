import { closeSync, constants, lstatSync, mkdirSync, openSync, rmSync, type Stats, writeSync } from 'node:fs'
import { join } from 'node:path'
import { formatNumberOf } from '../text/count.ts'
import { isGitFolder } from '../text/git-folder.ts'
import { UserError } from '../user-error.ts'
import { requireApart } from './restore-apart.ts'

/** A file of a session to be written somewhere else. The name comes from a transcript: it may be anything. */
export interface FileToRestore {
  /** As recorded. */
  readonly path: string
  /** Below its working tree; undefined for a file outside of it. */
  readonly name: string | undefined
  /** Undefined where it is not known, or there was no such file: it is listed and not written. */
  readonly bytes: Uint8Array | undefined
  readonly whyNot: 'unknown' | 'was-not-there' | undefined
}

export interface RestoredFiles {
  /** With links resolved. */
  readonly folder: string
  readonly written: readonly { readonly path: string; readonly target: string }[]
  readonly leftOut: readonly { readonly path: string; readonly why: WhyLeftOut }[]
}

/** `in-the-way`: where it would go, something else was written or came up meanwhile. */
export type WhyLeftOut = 'unknown' | 'was-not-there' | 'unsafe-name' | 'in-the-way'

export interface RestoreFilesRequest {
  /** Absolute. */
  readonly folder: string
  /** Folders in which work goes on: nothing is written there. */
  readonly workFolders: readonly string[]
  readonly files: readonly FileToRestore[]
}

/** Writes files below a folder that has nothing to do with the work. Never over a file, never through a link. */
export function restoreFiles({ folder, workFolders, files }: RestoreFilesRequest): RestoredFiles {
  const base = requireApart(folder, workFolders)
  const leftOut: { readonly path: string; readonly why: WhyLeftOut }[] = []
  const planned: { readonly path: string; readonly parts: readonly string[]; readonly bytes: Uint8Array }[] = []
  for (const file of files) {
    const parts = partsOf(file)
    if (!file.bytes) leftOut.push({ path: file.path, why: file.whyNot ?? 'unknown' })
    else if (!parts) leftOut.push({ path: file.path, why: 'unsafe-name' })
    else planned.push({ path: file.path, parts, bytes: file.bytes })
  }
  for (const { parts } of planned) requireFree(base, parts)
  const written: { readonly path: string; readonly target: string }[] = []
  for (const { path, parts, bytes } of planned) {
    const target = writeBelow(base, { parts, bytes, writtenBefore: written.length })
    if (target === undefined) leftOut.push({ path, why: 'in-the-way' })
    else written.push({ path, target })
  }
  return { folder: base, written, leftOut }
}

/** Files outside the working tree go into a folder of their own, with all of their path. */
const OUTSIDE = 'outside'

function partsOf({ path, name }: FileToRestore): readonly string[] | undefined {
  const whole = path.replaceAll('\\', '/').replace(/^([a-z]):\//i, '/$1/')
  const parts = name === undefined ? [OUTSIDE, ...whole.replace(/^\/+/, '').split('/')] : name.split('/')
  return parts.every(isSafe) ? parts : undefined
}

/** What git would run from a folder named `.git` is nobody's to write. */
function isSafe(part: string): boolean {
  return !/^\.{0,2}$/.test(part) && !isGitFolder(part) && !/[\0\\:]/.test(part) && Buffer.byteLength(part) <= MAX_BYTES
}

/** What no file system takes a longer name than. */
const MAX_BYTES = 255

function requireFree(base: string, parts: readonly string[]): void {
  let path = base
  for (const [at, part] of parts.entries()) {
    path = join(path, part)
    const stat = lstatOf(path)
    if (!stat) return
    const isLast = at === parts.length - 1
    if (isLast) throw blocked(path, 'is there already')
    if (!stat.isDirectory()) throw blocked(path, stat.isSymbolicLink() ? 'is a link' : 'is no folder')
  }
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    throw blocked(path, `cannot be looked at (${codeOf(cause)})`, cause)
  }
}

interface Wanted {
  readonly parts: readonly string[]
  readonly bytes: Uint8Array
  readonly writtenBefore: number
}

/** Undefined where something is in the way: on some disks `A` is `a`, and a name may be a file here and a folder there. */
function writeBelow(base: string, { parts, bytes, writtenBefore }: Wanted): string | undefined {
  const target = join(base, ...parts)
  try {
    mkdirSync(base, { recursive: true })
    let folder = base
    for (const part of parts.slice(0, -1)) {
      folder = join(folder, part)
      if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) mkdirSync(folder)
    }
    // With O_EXCL a link in its place is not followed either.
    const file = openSync(target, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    } catch (error) {
      rmSync(target, { force: true })
      throw error
    } finally {
      closeSync(file)
    }
    return target
  } catch (cause) {
    if (writtenBefore > 0 && IN_THE_WAY.has(codeOf(cause))) return undefined
    const ending =
      writtenBefore === 0 ? '' : `; before it ${formatNumberOf(writtenBefore, 'file was', 'files were')} written`
    throw blocked(target, `cannot be written (${codeOf(cause)})`, cause, ending)
  }
}

const IN_THE_WAY = new Set(['EEXIST', 'ENOTDIR', 'EISDIR'])

function codeOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? 'it failed'
}

function blocked(path: string, why: string, cause?: unknown, ending = ': nothing was written'): UserError {
  return new UserError({
    code: 'restore-blocked',
    message: `${path} ${why}${ending}`,
    hint: 'Name an empty folder, or one that is not there yet.',
    cause,
  })
}
