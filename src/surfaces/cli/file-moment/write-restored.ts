import { resolve } from 'node:path'
import { bytesOf, type FileContent } from '../../../query/file-at/file-content.ts'
import { chooseRootOf, placeBelow } from '../../../query/file-at/work-root.ts'
import { type FileToRestore, type RestoredFiles, restoreFiles } from '../../../share/restore-files.ts'
import { expandHome } from '../../../source/roots.ts'
import type { App } from '../app.ts'

/** Writes one file below a folder. */
export function restoreOne(
  app: App,
  wish: {
    readonly path: string
    readonly content: FileContent | undefined
    readonly to: string
    readonly workFolders: readonly string[]
  },
): RestoredFiles {
  const name = placeBelow(wish.path, chooseRootOf(wish.path, wish.workFolders))
  return restoreBelow(app, { ...wish, files: [toRestore(wish.path, name, wish.content)] })
}

export function restoreBelow(
  app: App,
  {
    to,
    workFolders,
    files,
  }: { readonly to: string; readonly workFolders: readonly string[]; readonly files: readonly FileToRestore[] },
): RestoredFiles {
  return restoreFiles({ folder: resolve(app.cwd, expandHome(to, app.home)), workFolders, files })
}

export function toRestore(path: string, name: string | undefined, content: FileContent | undefined): FileToRestore {
  const isThere = content !== undefined && content.kind !== 'absent'
  return {
    path,
    name,
    bytes: isThere ? bytesOf(content) : undefined,
    whyNot: isThere ? undefined : content ? 'was-not-there' : 'unknown',
  }
}
