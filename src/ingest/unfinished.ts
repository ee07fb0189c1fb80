import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../archive/sync-folder.ts'
import { UserError } from '../user-error.ts'

/**
 * Notes which sessions are on their way from the archive to the index. The archive commits first: what stands here when a
 * sync begins was cut off between the two, and is read again from the archive.
 */
export interface Unfinished {
  /** Before the archive commits. */
  note(batch: string, sessions: readonly number[]): void
  /** After the index has committed. */
  clear(batch: string): void
  /** Sessions of syncs that were cut off. */
  list(): readonly number[]
  clearAll(): void
}

export function openUnfinished(keepDir: string): Unfinished {
  const folder = join(keepDir, 'unfinished')
  const pathOf = (batch: string): string => join(folder, `${batch}.json`)
  return {
    note(batch, sessions) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        write(pathOf(batch), JSON.stringify(sessions))
        syncFolder(folder)
      } catch (cause) {
        const { code = String(cause) } = cause as { code?: string }
        throw new UserError({
          code: 'keep-unwritable',
          message: `${folder} cannot be written (${code})`,
          hint: 'Make room, or check who owns the folder; then run `backscroll sync` again. What was kept before is safe.',
          cause,
        })
      }
    },
    clear: batch => rmSync(pathOf(batch), { force: true }),
    list: () => [...new Set(listNotes(folder).flatMap(name => readNote(join(folder, name))))],
    clearAll: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function write(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export function hasUnfinished(keepDir: string): boolean {
  return listNotes(join(keepDir, 'unfinished')).length > 0
}

function listNotes(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A note that was cut off itself was written before anything else was. */
function readNote(path: string): readonly number[] {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(value) ? value.filter(number => Number.isInteger(number)) : []
  } catch {
    return []
  }
}
