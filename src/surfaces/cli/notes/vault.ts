import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { attemptWrite, type WriteFailure } from '../../../archive/draft-files.ts'
import { UserError } from '../../../user-error.ts'

/** Where notes go. Everything we write is below `root`. */
export interface Vault {
  /** What links lead to. */
  readonly path: string
  /** The folder of ours in it, relative with `/`. */
  readonly folder: string
}

export interface VaultWish {
  readonly path: string
  readonly folder: string
  readonly creates: boolean
  /** Folders no note may stand in: the keep, and the client's own. */
  readonly forbidden: readonly string[]
}

export const DEFAULT_FOLDER = 'backscroll'

export function requireVault({ path, folder, creates, forbidden }: VaultWish): Vault {
  requireFolderName(folder)
  if (!existsSync(path)) {
    if (!creates) {
      const hint = 'Name the folder of your vault, or add --create to make it.'
      throw new UserError({ code: 'no-vault', message: `${path} does not exist`, hint })
    }
    refuseInside(nearest(path), path, forbidden)
    attemptWrite(path, NOT_MADE, () => mkdirSync(path, { recursive: true }))
  }
  if (!statSync(path).isDirectory()) {
    throw new UserError({
      code: 'no-vault',
      message: `${path} is not a folder`,
      hint: 'Name the folder of your vault.',
    })
  }
  const real = realpathSync(path)
  refuseInside(real, path, forbidden)
  for (const part of ['', 'sessions', 'daily', 'projects']) {
    const own = join(real, folder, part)
    if (existsSync(own)) refuseInside(realpathSync(own), own, forbidden)
  }
  return { path: real, folder }
}

const NOT_MADE: WriteFailure = {
  code: 'no-vault',
  undone: 'no vault was made',
  hint: 'Name a folder that you may write to.',
  hints: new Map(),
}

/** The real place of a path that is not there yet, as far as it is. */
function nearest(path: string): string {
  const full = resolve(path)
  if (existsSync(full)) return realpathSync(full)
  return dirname(full) === full ? full : join(nearest(dirname(full)), basename(full))
}

function refuseInside(real: string, named: string, forbidden: readonly string[]): void {
  for (const folder of forbidden) {
    const other = nearest(folder)
    if (real !== other && !real.startsWith(other.endsWith(sep) ? other : other + sep)) continue
    throw new UserError({
      code: 'vault-inside',
      message: `no notes may stand in ${named}: ${folder} belongs to backscroll or Claude Code`,
      hint: 'Name the folder of your Obsidian vault, such as ~/Notes.',
    })
  }
}

function requireFolderName(folder: string): void {
  const isGood = folder
    .split('/')
    .every(part => /^[^\\/:*?"<>|#^[\]\x00-\x1f]+$/.test(part) && !/^[.\s]|[.\s]$/.test(part))
  if (isGood) return
  throw new UserError({
    code: 'bad-folder',
    message: `"${folder}" cannot be the folder of the notes`,
    hint: 'It is a folder below the vault, such as backscroll or Work/Claude.',
  })
}

const NAME = /^\d{4,6}-\d\d-\d\d [0-9a-f]{8,32}\.md$/
const MAX_DEPTH = 12

/** Session notes wherever somebody moved them, by name without ending: paths relative to the vault. */
export function findNotes(vault: Vault): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const walk = (folder: string, depth: number): void => {
    for (const entry of listFolder(folder)) {
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) walk(path, depth + 1)
      else if (entry.isFile() && NAME.test(entry.name) && !found.has(entry.name.slice(0, -3)))
        found.set(entry.name.slice(0, -3), relative(vault.path, path).replaceAll('\\', '/'))
    }
  }
  walk(vault.path, 0)
  return found
}

const DRAFT = /^\.backscroll-[0-9a-f]{16}\.new$/
const LEFT_OVER_MS = 60 * 60_000

/** Of a process that was killed while it wrote. One that is still written to, by whatever machine, is younger. */
export function removeDrafts({ path, folder }: Vault, now: number): void {
  const walk = (at: string, depth: number): void => {
    for (const entry of listFolder(at)) {
      const full = join(at, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) walk(full, depth + 1)
      else if (
        DRAFT.test(entry.name) &&
        now - (statSync(full, { throwIfNoEntry: false })?.mtimeMs ?? now) > LEFT_OVER_MS
      )
        rmSync(full, { force: true })
    }
  }
  walk(join(path, folder), 0)
}

function listFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
