import { closeSync, openSync, rmSync, statSync } from 'node:fs'

/**
 * A file beside the index that says it is damaged. Whoever meets the damage leaves it; from then on nobody reads that
 * index, and the next process that may write makes a new one from the archive.
 */
export function noteDamage(path: string): void {
  try {
    closeSync(openSync(notePath(path), 'a', 0o600))
  } catch {
    // Where nothing can be written the damage is met again.
  }
}

export function isNotedDamaged(path: string): boolean {
  return statSync(notePath(path), { throwIfNoEntry: false }) !== undefined
}

export function dropDamageNote(path: string): void {
  rmSync(notePath(path), { force: true })
}

function notePath(path: string): string {
  return `${path}.damaged`
}
