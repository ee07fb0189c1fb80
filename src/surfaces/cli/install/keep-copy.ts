import { chmodSync, constants, copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'

const MARK = '.backscroll-backup-'

/**
 * Copies a file as it is, under a name that the client does not read. The first copy ever and the newest stay, those
 * between go. Gives the copy's path; undefined where there is nothing to copy.
 */
export function keepCopy(
  real: string,
  { folder, now }: { readonly folder: string; readonly now: number },
): string | undefined {
  if (!existsSync(real)) return undefined
  makeFolder(folder, 0o700)
  const copy = freeName(join(folder, basename(real) + MARK), now)
  copyFileSync(real, copy, constants.COPYFILE_EXCL)
  chmodSync(copy, statSync(real).mode & 0o777)
  const all = readdirSync(folder)
    .filter(name => name.startsWith(basename(real) + MARK))
    .sort()
  for (const name of all.slice(1, -1)) if (join(folder, name) !== copy) rmSync(join(folder, name), { force: true })
  return copy
}

/** Beside the file; for one in a project elsewhere, where nobody commits it. */
export function copyFolderFor(
  real: string,
  { keepDir, isInProject }: { readonly keepDir: string; readonly isInProject: boolean },
): string {
  return isInProject ? join(keepDir, 'settings-backups', dirname(real).replace(/[^a-zA-Z0-9]/g, '-')) : dirname(real)
}

function freeName(beginning: string, now: number): string {
  for (let at = now; ; at++) {
    const path = beginning + new Date(at).toISOString().replace(/[-:.]/g, '')
    if (!existsSync(path)) return path
  }
}
