import { realpathSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The real path of a folder that may not exist yet. */
export function realOf(folder: string): string {
  const full = resolve(folder)
  try {
    return realpathSync(full)
  } catch {
    const parent = dirname(full)
    return parent === full ? full : join(realOf(parent), relative(parent, full))
  }
}
