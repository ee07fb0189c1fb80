import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  futimesSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../user-error.ts'
import { systemCodeOf } from './archive-errors.ts'

/** Writes several files so that all of them appear, or none; never over one that is there. */
export interface RestoreWriter {
  /** Writes a file beside its place. Errors of `chunks` pass through, and the file is dropped. */
  add(path: string, chunks: Iterable<Uint8Array>): void
  /** Puts every file in its place. */
  finish(): void
  /** Takes back all that was written, and the folders that were made for it. */
  abort(): void
}

export function createRestoreWriter(now: number): RestoreWriter {
  const drafts: { readonly draft: string; readonly path: string }[] = []
  const placed: string[] = []
  const folders: string[] = []

  function add(path: string, chunks: Iterable<Uint8Array>): void {
    makeFolder(dirname(path))
    const draft = join(dirname(path), `.backscroll-${randomBytes(8).toString('hex')}.new`)
    drafts.push({ draft, path })
    const file = attempt(path, () => openSync(draft, 'wx', 0o600))
    try {
      for (const chunk of chunks) attempt(path, () => writeAll(file, chunk))
      attempt(path, () => {
        futimesSync(file, now / 1000, now / 1000)
        fsyncSync(file)
      })
    } catch (error) {
      drafts.pop()
      rmSync(draft, { force: true })
      throw error
    } finally {
      closeSync(file)
    }
  }

  function makeFolder(folder: string): void {
    attempt(folder, () => {
      const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
      // The topmost folder that was missing: those below it were missing too.
      for (let made = folder; first !== undefined; made = dirname(made)) {
        folders.push(made)
        if (made === first || dirname(made) === made) break
      }
    })
  }

  return {
    add,
    finish() {
      for (const { draft, path } of drafts) {
        attempt(path, () => place(draft, path))
        placed.push(path)
      }
      drafts.length = 0
    },
    abort() {
      for (const path of [...drafts.map(({ draft }) => draft), ...placed]) rmSync(path, { force: true })
      for (const folder of folders.sort((a, b) => b.length - a.length)) removeEmpty(folder)
    },
  }
}

/** A link fails where a file has appeared meanwhile, a rename would replace it. Some file systems know no links. */
function place(draft: string, path: string): void {
  try {
    linkSync(draft, path)
    rmSync(draft)
  } catch (error) {
    if (!WITHOUT_LINKS.has(systemCodeOf(error) ?? '')) throw error
    if (existsSync(path)) throw Object.assign(new Error('it exists'), { code: 'EEXIST', syscall: 'link' })
    renameSync(draft, path)
  }
}

const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'])

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

/** Somebody else may have put something into it. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It stays.
  }
}

function attempt<Result>(path: string, act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    const code = systemCodeOf(cause)
    if (code === undefined) throw cause
    throw new UserError({
      code: 'restore-failed',
      message: `${path} cannot be written (${code}): nothing was restored`,
      hint: HINTS.get(code) ?? 'Check the folder and the disk, or restore into another folder with --to DIR.',
      cause,
    })
  }
}

const HINTS: ReadonlyMap<string, string> = new Map([
  ['EEXIST', 'It appeared a moment ago: run the command again.'],
  ['ENOSPC', 'Free some space on that disk, or restore into a folder on another one with --to DIR.'],
])
