import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { attemptWrite, type WriteFailure } from '../../../archive/draft-files.ts'
import { makeFolder } from '../../../config/make-folder.ts'
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
    attemptWrite(path, NOT_MADE, () => makeFolder(path))
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
    if (!existsSync(own)) continue
    const realOwn = realpathSync(own)
    refuseInside(realOwn, own, forbidden)
    if (!isBelow(realOwn, real)) throw linkOut(own, realOwn)
  }
  return { path: real, folder }
}

/** Whether a real path stands in a real folder. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function linkOut(own: string, real: string): UserError {
  return new UserError({
    code: 'vault-link',
    message: `${own} is a link that leads out of the vault, to ${real}: no note was written`,
    hint: 'Put a folder in its place, or name another one for the notes with --folder.',
  })
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
