import { dirname } from 'node:path'
import { type ClientFile, nameWithLink } from '../../../source/client-file.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { removeEmptyFolder } from './clear-left-over.ts'
import { readInstallRecord, writeInstallRecord } from './install-record.ts'
import { copyFolderFor, keepCopy } from './keep-copy.ts'
import type { PreparedFile } from './prepare-file.ts'

export interface WrittenFile {
  readonly path: string
  /** Where a link leads, if to another folder. */
  readonly leadsTo: string | undefined
  /** A copy of the file as it was; undefined where there was none, or nothing in it but ours. */
  readonly backup: string | undefined
  /** Nothing was left in it, and it was not there before `install`. */
  readonly isRemoved: boolean
}

type Place = Pick<App, 'home' | 'keepDir' | 'now'>

/** Throws before anything is written where one of them cannot be. */
export function requireAllReady(files: readonly PreparedFile[]): void {
  for (const { file } of files) file.requireReady()
}

/** Each file at once or not at all; where a later one fails the error says which were written. */
export function writeFiles(
  app: Place,
  files: readonly PreparedFile[],
  isInProject: (file: PreparedFile) => boolean,
): readonly WrittenFile[] {
  requireAllReady(files)
  const written: WrittenFile[] = []
  for (const prepared of files) {
    try {
      written.push(writeOne(app, prepared, isInProject(prepared)))
    } catch (error) {
      throw written.length === 0 ? error : withWritten(error, written)
    }
  }
  return written
}

function writeOne({ home, keepDir, now }: Place, prepared: PreparedFile, isInProject: boolean): WrittenFile {
  const { file, next, record } = prepared
  const folder = copyFolderFor(file.path, { keepDir, home, isInProject })
  // A file that goes held nothing but what is ours.
  const backup = next === undefined ? undefined : tryCopy(file, { folder, now: now() })
  const { [file.real]: known, ...others } = readInstallRecord(keepDir)
  // What was found is noted before it is gone; what is no longer of use, after.
  if (record) writeInstallRecord(keepDir, { ...others, [file.real]: record })
  if (next === undefined) {
    file.remove()
    if (known?.isFolderMade) removeEmptyFolder(dirname(file.real))
  } else file.write(next)
  if (!record && known) writeInstallRecord(keepDir, others)
  return { path: file.path, leadsTo: file.leadsTo, backup, isRemoved: next === undefined }
}

function tryCopy(file: ClientFile, to: Parameters<typeof keepCopy>[1]): string | undefined {
  try {
    return keepCopy(file, to)
  } catch (cause) {
    throw new UserError({
      code: 'no-backup',
      message: `no copy of ${nameWithLink(file)} could be kept in ${to.folder} (${(cause as NodeJS.ErrnoException).code ?? cause}): it was not changed`,
      hint: 'Check that you may write there, then run it again.',
      cause,
    })
  }
}

function withWritten(error: unknown, written: readonly WrittenFile[]): unknown {
  if (!(error instanceof UserError)) return error
  const { code, message, hint, cause } = error
  const done = written.map(({ path }) => path).join(', ')
  return new UserError({ code, message: `${message}; ${done} was written before`, hint, cause })
}
