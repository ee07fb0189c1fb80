import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { systemCodeOf } from './archive-errors.ts'
import { isDraftName } from './draft-files.ts'

/** What a restore has begun to write, noted before it is written: a process that is killed cannot clear up. */
export interface RestoreNote {
  add(draft: string): void
  drop(): void
}

/** Beside the archive. */
export const RESTORE_NOTES = 'restoring'

export function createRestoreNote(folder: string): RestoreNote {
  const path = join(folder, `${process.pid}.txt`)
  return {
    add(draft) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = openSync(path, 'a', 0o600)
      try {
        writeSync(file, `${draft}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
    drop: () => rmSync(path, { force: true }),
  }
}

/** Removes what restores that were killed left among the transcripts. */
export function clearRestores(folder: string): void {
  for (const name of listNotes(folder)) {
    const pid = Number(/^(\d{1,10})\.txt$/.exec(name)?.[1])
    if (!Number.isSafeInteger(pid) || isRunning(pid)) continue
    try {
      for (const draft of readFileSync(join(folder, name), 'utf8').split('\n')) {
        if (isDraftName(basename(draft))) rmSync(draft, { force: true })
      }
      rmSync(join(folder, name))
    } catch {
      // It is tried again next time.
    }
  }
}

function listNotes(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A process of another user counts as running. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCodeOf(error) !== 'ESRCH'
  }
}
