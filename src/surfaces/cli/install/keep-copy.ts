import { chmodSync, constants, copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'
import type { ClientFile } from '../../../source/client-file.ts'
import { findRealFolder, findRepository } from '../../../source/project.ts'

const MARK = '.backscroll-backup-'

/**
 * Copies a file as it is, under a name that the client does not read. The first copy ever and the newest stay, those
 * between go. Gives the copy's path; undefined where there is nothing to copy.
 */
export function keepCopy(
  { path, real }: Pick<ClientFile, 'path' | 'real'>,
  { folder, now }: { readonly folder: string; readonly now: number },
): string | undefined {
  if (!existsSync(real)) return undefined
  makeFolder(folder, 0o700)
  const beginning = basename(path) + MARK
  const copy = freeName(join(folder, beginning), now)
  copyFileSync(real, copy, constants.COPYFILE_EXCL)
  chmodSync(copy, statSync(real).mode & 0o777)
  const all = readdirSync(folder)
    .filter(name => name.startsWith(beginning))
    .sort()
  for (const name of all.slice(1, -1)) if (join(folder, name) !== copy) rmSync(join(folder, name), { force: true })
  return copy
}

/** Beside its name, wherever a link leads; for one in a project, or among dotfiles, elsewhere: there nobody commits it. */
export function copyFolderFor(
  path: string,
  { keepDir, home, isInProject }: { readonly keepDir: string; readonly home: string; readonly isInProject: boolean },
): string {
  const folder = findRealFolder(dirname(path)) ?? dirname(path)
  if (!isInProject && !isInRepository(folder, home)) return dirname(path)
  return join(keepDir, 'settings-backups', folder.replace(/[^a-zA-Z0-9]/g, '-'))
}

/** Where all of the home is one, our own folder is in it too. */
function isInRepository(folder: string, home: string): boolean {
  const top = findRepository(folder)?.top
  return top !== undefined && top !== findRealFolder(home)
}

function freeName(beginning: string, now: number): string {
  for (let at = now; ; at++) {
    const path = beginning + new Date(at).toISOString().replace(/[-:.]/g, '')
    if (!existsSync(path)) return path
  }
}
