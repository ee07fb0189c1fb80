import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { problemOf, type SourceProblem } from './problem.ts'
import type { SourceFile } from './session-source.ts'

/** What stands in a folder, by what it is; symbolic links count as what they lead to. */
export interface FolderListing {
  readonly files: readonly string[]
  /** Those of the files that are links. */
  readonly links: ReadonlySet<string>
  readonly folders: readonly SubFolder[]
}

export interface SubFolder {
  readonly name: string
  readonly path: string
  /** Undefined for a link: a real folder's real path is that of its parent and its name. */
  readonly linkedTo: string | undefined
}

let remembered: Map<string, FolderListing> | undefined

/** While `work` runs, no folder is listed twice: finding sessions and then their companions asks for the same ones. */
export function rememberFolders<Result>(work: () => Result): Result {
  remembered = new Map()
  try {
    return work()
  } finally {
    remembered = undefined
  }
}

export function listFolder(path: string, problems: SourceProblem[]): FolderListing {
  const known = remembered?.get(path)
  if (known) return known
  const before = problems.length
  const listing = readFolder(path, problems)
  // One that cannot be read is told to each who asks.
  if (problems.length === before) remembered?.set(path, listing)
  return listing
}

function readFolder(path: string, problems: SourceProblem[]): FolderListing {
  const files: string[] = []
  const links = new Set<string>()
  const folders: SubFolder[] = []
  for (const item of readItems(path, problems)) {
    const full = join(path, item.name)
    if (item.isFile()) files.push(item.name)
    else if (item.isDirectory()) folders.push({ name: item.name, path: full, linkedTo: undefined })
    else if (item.isSymbolicLink()) addLink(item.name, full)
  }
  return { files, links, folders }

  function addLink(name: string, full: string): void {
    try {
      const target = statSync(full)
      if (target.isFile()) {
        files.push(name)
        links.add(name)
      } else if (target.isDirectory()) folders.push({ name, path: full, linkedTo: realpathSync(full) })
    } catch (error) {
      if (name.endsWith('.jsonl')) problems.push(problemOf(full, error))
    }
  }
}

function readItems(path: string, problems: SourceProblem[]): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    problems.push(problemOf(path, error))
    return []
  }
}

/** Undefined, and a problem, when it is gone or is no ordinary file. */
export function statTranscript(
  path: string,
  names: Pick<SourceFile, 'agentId' | 'metaPath' | 'workflowId'>,
  problems: SourceProblem[],
): SourceFile | undefined {
  try {
    const { size, mtimeMs, dev, ino } = statSync(path)
    return { path, sizeBytes: size, mtimeMs, identity: `${dev}:${ino}`, ...names }
  } catch (error) {
    problems.push(problemOf(path, error))
    return undefined
  }
}
