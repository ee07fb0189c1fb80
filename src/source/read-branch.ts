import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

/** The branch a folder is on, from git's own files and without a process; undefined where it is on none. */
export function readBranch(folder: string | undefined): string | undefined {
  if (folder === undefined || !isAbsolute(folder)) return undefined
  try {
    const git = findGit(folder)
    const head = git === undefined ? undefined : readStart(join(git, 'HEAD'))
    return /^ref: refs\/heads\/(\S+)/.exec(head ?? '')?.[1]
  } catch {
    return undefined
  }
}

const MAX_LEVELS = 40

/** In a worktree `.git` is a file that says where the folder is. */
function findGit(folder: string): string | undefined {
  let at = folder
  for (let level = 0; level < MAX_LEVELS; level++) {
    const path = join(at, '.git')
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) return path
    if (stat?.isFile()) {
      const [, named] = /^gitdir: (.+)/.exec(readStart(path)) ?? []
      return named === undefined ? undefined : isAbsolute(named) ? named : join(at, named)
    }
    if (dirname(at) === at) return undefined
    at = dirname(at)
  }
  return undefined
}

const MAX_BYTES = 4096

function readStart(path: string): string {
  // A pipe of that name would be waited for.
  if (!statSync(path).isFile()) return ''
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(MAX_BYTES)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_BYTES, 0))
  } finally {
    closeSync(file)
  }
}
