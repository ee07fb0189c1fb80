import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A generation of a kept file that is not as it was kept. */
export interface DamagedFile {
  readonly file: number
  readonly generation: number
}

/**
 * What was found damaged, until it is kept again. It stands beside the archive, because the index can be made anew at any
 * time. A sync that finds the source still there keeps it once more.
 */
export function readDamaged(keepDir: string): readonly DamagedFile[] {
  try {
    const value: unknown = JSON.parse(readFileSync(pathOf(keepDir), 'utf8'))
    return Array.isArray(value) ? value.filter(isDamagedFile) : []
  } catch {
    return []
  }
}

/** Adds to what is known. The caller holds the lock. */
export function noteDamaged(keepDir: string, found: readonly DamagedFile[]): void {
  const known = readDamaged(keepDir)
  const fresh = found.filter(
    ({ file, generation }) => !known.some(old => old.file === file && old.generation === generation),
  )
  if (fresh.length > 0) write(keepDir, [...known, ...fresh])
}

/** What has a newer generation by now needs no more care. */
export function dropHealed(keepDir: string, isHealed: (damaged: DamagedFile) => boolean): void {
  const known = readDamaged(keepDir)
  const left = known.filter(damaged => !isHealed(damaged))
  if (left.length < known.length) write(keepDir, left)
}

function write(keepDir: string, damaged: readonly DamagedFile[]): void {
  const path = pathOf(keepDir)
  if (damaged.length === 0) {
    rmSync(path, { force: true })
    return
  }
  const draft = `${path}.new`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify(damaged.map(({ file: number, generation }) => ({ file: number, generation }))))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}

function pathOf(keepDir: string): string {
  return join(keepDir, 'damaged.json')
}

function isDamagedFile(value: unknown): value is DamagedFile {
  const { file, generation } = (value ?? {}) as Partial<DamagedFile>
  return Number.isInteger(file) && Number.isInteger(generation)
}
