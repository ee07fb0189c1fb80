import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Written beside, and moved into place when it is on the disk: whatever ends the process or the power, what stands there is
 * the old file or the new one, and the new one once this returns.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o666): void {
  const draft = draftOf(path)
  // One that was left may have other rights.
  rmSync(draft, { force: true })
  try {
    const file = openSync(draft, 'wx', mode)
    try {
      writeFileSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (mode !== 0o666) chmodSync(draft, mode)
    renameSync(draft, path)
  } catch (error) {
    removeDraft(path)
    throw error
  }
  syncNames(dirname(path))
}

/** What a process left that was ended in the middle of it. */
export function removeDraft(path: string): void {
  try {
    rmSync(draftOf(path), { force: true })
  } catch {
    // What stands in its place is not ours.
  }
}

function draftOf(path: string): string {
  return `${path}.new`
}

/** So that the new name is there after a power cut. Windows opens no folders, and some network disks sync none. */
function syncNames(folder: string): void {
  try {
    const file = openSync(folder, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    // Then the system does it in its own time: the file is whole either way.
  }
}
