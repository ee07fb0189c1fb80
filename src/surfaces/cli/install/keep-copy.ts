import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'
import { type ClientFile, draftOf, isDraft } from '../../../source/client-file.ts'
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
  const draft = draftOf(copy)
  copyFileSync(real, draft, constants.COPYFILE_EXCL)
  syncFile(draft)
  chmodSync(draft, statSync(real).mode & 0o777)
  renameSync(draft, copy)
  const all = listCopies(path, folder)
    .filter(name => !isDraft(name))
    .sort()
  for (const name of all.slice(1, -1)) if (join(folder, name) !== copy) rmSync(join(folder, name), { force: true })
  return copy
}

/** What a process left that was ended while it copied. */
export function removeHalfCopy(path: string, folder: string): void {
  if (!existsSync(folder)) return
  for (const name of listCopies(path, folder).filter(isDraft)) rmSync(join(folder, name), { force: true })
}

function listCopies(path: string, folder: string): readonly string[] {
  return readdirSync(folder).filter(name => name.startsWith(basename(path) + MARK))
}

/** It is the only one of what is replaced next: on the disk before that is. */
function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
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
