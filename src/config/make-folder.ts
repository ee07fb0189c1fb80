import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The folder and those above it, as far as they are missing. Not by Node's `recursive`: where a folder is there and takes
 * none, and says so as if it were missing (`/proc`), that tries for ever (seen in Node 24).
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
