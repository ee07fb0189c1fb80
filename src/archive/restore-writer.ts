import {
  closeSync,
  existsSync,
  fsyncSync,
  futimesSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { systemCodeOf } from './archive-errors.ts'
import { attemptWrite, createMadeFolders, draftOf, type WriteFailure } from './draft-files.ts'
import { createRestoreNote } from './restore-note.ts'

/** Writes several files so that all of them appear, or none; never over one that is there. */
export interface RestoreWriter {
  /** Writes a file beside its place. Errors of `chunks` pass through, and the file is dropped. */
  add(path: string, chunks: Iterable<Uint8Array>): void
  /** Puts every file in its place. */
  finish(): void
  /** Takes back all that was written, and the folders that were made for it. */
  abort(): void
}

/** `notes`: a folder for the note of what is under way, by which a later run clears up after one that was killed. */
export function createRestoreWriter(now: number, notes?: string): RestoreWriter {
  const note = notes === undefined ? undefined : createRestoreNote(notes)
  const drafts: { readonly draft: string; readonly path: string }[] = []
  const placed: string[] = []
  const folders = createMadeFolders()

  function add(path: string, chunks: Iterable<Uint8Array>): void {
    attempt(dirname(path), () => folders.make(dirname(path), 0o700))
    const draft = draftOf(path)
    attempt(path, () => note?.add(draft))
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

  return {
    add,
    finish() {
      for (const { draft, path } of drafts) {
        attempt(path, () => place(draft, path))
        placed.push(path)
      }
      drafts.length = 0
      note?.drop()
    },
    abort() {
      for (const path of [...drafts.map(({ draft }) => draft), ...placed]) rmSync(path, { force: true })
      folders.remove()
      note?.drop()
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

function attempt<Result>(path: string, act: () => Result): Result {
  return attemptWrite(path, FAILURE, act)
}

const FAILURE: WriteFailure = {
  code: 'restore-failed',
  undone: 'nothing was restored',
  hint: 'Check the folder and the disk, or restore into another folder with --to DIR.',
  hints: new Map([
    ['EEXIST', 'It appeared a moment ago: run the command again.'],
    ['ENOSPC', 'Free some space on that disk, or restore into a folder on another one with --to DIR.'],
  ]),
}
