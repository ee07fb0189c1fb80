/** What writers share that put several files in place at once: `restore`, and exports. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../user-error.ts'
import { systemCodeOf } from './archive-errors.ts'

/** A name beside a file, for what will stand in its place. */
export function draftOf(path: string): string {
  return join(dirname(path), `.backscroll-${randomBytes(8).toString('hex')}.new`)
}

export function isDraftName(name: string): boolean {
  return /^\.backscroll-[0-9a-f]{16}\.new$/.test(name)
}

/** Folders made for files that may still be taken back. */
export interface MadeFolders {
  /** With the folders above it. */
  make(folder: string, mode?: number): void
  /** Takes those away that nobody put anything into. */
  remove(): void
  /** They are there to stay. */
  keep(): void
}

export function createMadeFolders(): MadeFolders {
  const folders: string[] = []
  return {
    make(folder, mode) {
      const first = mkdirSync(folder, { recursive: true, mode })
      // The topmost folder that was missing: those below it were missing too.
      for (let made = folder; first !== undefined; made = dirname(made)) {
        folders.push(made)
        if (made === first || dirname(made) === made) break
      }
    },
    remove() {
      for (const folder of folders.sort((a, b) => b.length - a.length)) removeEmpty(folder)
      folders.length = 0
    },
    keep() {
      folders.length = 0
    },
  }
}

/** Somebody else may have put something into it. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It stays.
  }
}

/** How a person is told that a file could not be written. */
export interface WriteFailure {
  readonly code: string
  /** What has not happened, such as `nothing was restored`. */
  readonly undone: string
  readonly hint: string
  /** By the code of the system, where there is a better one. */
  readonly hints: ReadonlyMap<string, string>
}

/** Runs a step that the disk may refuse; anything else that goes wrong stays what it is. */
export function attemptWrite<Result>(path: string, failure: WriteFailure, act: () => Result): Result {
  try {
    return act()
  } catch (cause) {
    const systemCode = systemCodeOf(cause)
    if (systemCode === undefined) throw cause
    throw new UserError({
      code: failure.code,
      message: `${path} cannot be written (${systemCode}): ${failure.undone}`,
      hint: failure.hints.get(systemCode) ?? failure.hint,
      cause,
    })
  }
}
