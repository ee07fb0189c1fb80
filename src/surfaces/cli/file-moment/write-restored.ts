import { resolve } from 'node:path'
import { realOf } from '../../../archive/real-of.ts'
import { findTreeRoot } from '../../../git/find-work-tree.ts'
import { bytesOf, type FileContent } from '../../../query/file-at/file-content.ts'
import { chooseRootOf, placeBelow } from '../../../query/file-at/work-root.ts'
import { type FileToRestore, type RestoredFiles, restoreFiles, type WhyLeftOut } from '../../../share/restore-files.ts'
import { expandHome } from '../../../source/roots.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
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

/** Nothing is written into any working tree, of this session or not: a clone may have been moved. */
export function restoreBelow(
  app: App,
  {
    to,
    workFolders,
    files,
  }: { readonly to: string; readonly workFolders: readonly string[]; readonly files: readonly FileToRestore[] },
): RestoredFiles {
  const folder = resolve(app.cwd, expandHome(to, app.home))
  const trees = [folder, realOf(folder)].flatMap(place => findTreeRoot(place) ?? [])
  return restoreFiles({ folder, workFolders: [...workFolders, ...trees], files })
}

/** What was not written, and why, as lines. */
export function formatLeftOut(app: App, { leftOut }: RestoredFiles): string[] {
  return leftOut.map(({ path, why }) => `  not written: ${shortenPath(app, path)}, ${WHY[why]}`)
}

const WHY: { readonly [Why in WhyLeftOut]: string } = {
  unknown: 'what it was is not known',
  'was-not-there': 'it was not there before',
  'unsafe-name': 'its name is not safe to write',
  'in-the-way': 'something else is in its place',
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
