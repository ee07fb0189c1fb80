import { existsSync } from 'node:fs'
import { manifestPath } from '../archive/archive-folder.ts'

/** Out of reach counts as not there: what is on disk can be shown without it. */
export function hasArchive(folder: string): boolean {
  return existsSync(manifestPath(folder))
}
