import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { AGENT_PREFIX, NOT_TRANSCRIPTS, TRANSCRIPT_SUFFIX } from './agent-files.ts'
import { type FolderListing, listFolder, type SubFolder } from './list-folder.ts'
import { isPlainName } from './plain-name.ts'
import type { SourceProblem } from './problem.ts'
import { type ReadId, type StrayAgent, scanProjectFolder, scanSingleFile } from './project-folder.ts'
import { readSessionId } from './read-head.ts'
import type { Root } from './roots.ts'
import type { SessionSource, SourceFile } from './session-source.ts'

export interface SourceListing {
  readonly sources: readonly SessionSource[]
  readonly problems: readonly SourceProblem[]
  /** Files that look like transcripts by their ending but are known not to be. */
  readonly skipped: readonly SkippedFile[]
}

export interface SkippedFile {
  readonly path: string
  readonly why: string
}

/** A plain tree of folders may be named as a root; the client itself needs two levels. */
const MAX_DEPTH = 10
const MAX_FOLDERS = 100_000
const NOT_ENTERED: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** Every session below a root. Any folder that holds transcripts is a project folder; its name is not looked at. */
export function listSessionSources(root: Root, readId: ReadId = readIdFromFile): SourceListing {
  return root.isFile ? listSingleFile(root, readId) : listTree(root, readId)
}

export function readIdFromFile(file: SourceFile): string | undefined {
  return readSessionId(file.path)
}

/**
 * The sessions of several roots, each once even where one root lies inside another. Files whose name does not tell their
 * session are looked into; `readId` is for callers who remember what they saw there.
 */
export function listAllSources(roots: readonly Root[], readId: ReadId = readIdFromFile): SourceListing {
  const listings = roots.map(root => listSessionSources(root, readId))
  return {
    sources: dropAliases(listings.flatMap(listing => listing.sources)),
    problems: listings.flatMap(listing => listing.problems),
    skipped: listings.flatMap(listing => listing.skipped),
  }
}

/** The sessions of single project folders, or those of them that have these names, for whoever saw them change. */
export function listFolderSources(
  folders: readonly { readonly root: Root; readonly path: string; readonly names?: readonly string[] | undefined }[],
  readId: ReadId = readIdFromFile,
): SourceListing {
  const problems: SourceProblem[] = []
  const sources: SessionSource[] = []
  for (const { root, path, names } of folders) {
    if (!existsSync(path)) continue
    const listing = narrowListing(listFolder(path, problems), names)
    const scan = scanProjectFolder({ root, path, listing, problems, readId })
    const found = joinStrays(scan.sources, scan.strays, root)
    for (const source of found) {
      if (!names || names.includes(source.name) || names.includes(source.id)) sources.push(source)
    }
  }
  return { sources: dropAliases(sources), problems, skipped: [] }
}

/** Without looking into the thousands of others; agents that stand beside the sessions may be anybody's. */
function narrowListing(listing: FolderListing, names: readonly string[] | undefined): FolderListing {
  if (!names) return listing
  return {
    ...listing,
    files: listing.files.filter(
      file => file.startsWith(AGENT_PREFIX) || names.some(name => file === name + TRANSCRIPT_SUFFIX),
    ),
    folders: listing.folders.filter(folder => names.includes(folder.name)),
  }
}

function listTree(root: Root, readId: ReadId): SourceListing {
  const problems: SourceProblem[] = []
  const skipped: SkippedFile[] = []
  const sources: SessionSource[] = []
  const strays: StrayAgent[] = []
  const visited = new Set<string>()
  const linked: { folder: SubFolder; depth: number }[] = []

  function visit(path: string, realPath: string, depth: number): void {
    if (visited.has(realPath)) return
    visited.add(realPath)
    if (visited.size > MAX_FOLDERS) return
    enter(path, realPath, listFolder(path, problems), depth)
  }

  function enter(path: string, realPath: string, listing: FolderListing, depth: number): void {
    const scan = scanProjectFolder({ root, path, listing, problems, readId })
    for (const source of scan.sources) sources.push(source)
    for (const stray of scan.strays) strays.push(stray)
    for (const name of listing.files) {
      if (NOT_TRANSCRIPTS.has(name))
        skipped.push({ path: join(path, name), why: 'a log of the client, not a transcript' })
    }
    if (depth === MAX_DEPTH) return
    for (const folder of scan.otherFolders) {
      if (NOT_ENTERED.has(folder.name)) continue
      if (folder.linkedTo === undefined) visit(folder.path, join(realPath, folder.name), depth + 1)
      else linked.push({ folder, depth: depth + 1 })
    }
  }

  visit(root.path, root.realPath, 0)
  // Real folders come first, so that a link to one of them adds nothing.
  for (let next = linked.shift(); next; next = linked.shift()) {
    visit(next.folder.path, next.folder.linkedTo as string, next.depth)
  }
  if (visited.size > MAX_FOLDERS) {
    const message = `${root.path} holds more than ${MAX_FOLDERS} folders: the rest was not looked at`
    problems.push({ code: 'too-many', path: root.path, message })
  }
  return { sources: joinStrays(dropAliases(sources), strays, root), problems, skipped }
}

/** One transcript named by its path: its neighbours are read only to find its subagents. */
function listSingleFile(root: Root, readId: ReadId): SourceListing {
  const problems: SourceProblem[] = []
  const path = dirname(root.path)
  const scan = scanSingleFile(
    { root, path, listing: listFolder(path, problems), problems, readId },
    basename(root.path),
  )
  return { sources: joinStrays(scan.sources, scan.strays, root), problems, skipped: [] }
}

/** A transcript reached under a second name (a link) is the same session. */
function dropAliases(sources: readonly SessionSource[]): SessionSource[] {
  const seen = new Set<string>()
  return sources.filter(source => {
    const identity = source.main?.identity ?? source.agents[0]?.identity ?? source.companionFolder
    if (identity === undefined) return true
    if (seen.has(identity)) return false
    seen.add(identity)
    return true
  })
}

/** Old-layout agents go to the session of their folder that they name; to one without transcript where it is gone. */
function joinStrays(sources: SessionSource[], strays: readonly StrayAgent[], root: Root): readonly SessionSource[] {
  if (strays.length === 0) return sources
  const places = new Map<string, number>()
  for (const [at, source] of sources.entries()) {
    const key = keyOf(source.folder, source.id)
    if (!places.has(key) || source.name === source.id) places.set(key, at)
  }
  for (const { file, folder, sessionId } of strays) {
    const key = keyOf(folder, sessionId)
    const at = places.get(key)
    const owner = at === undefined ? undefined : sources[at]
    if (owner && at !== undefined) {
      sources[at] = { ...owner, agents: [...owner.agents, file] }
      continue
    }
    places.set(key, sources.length)
    const name = isPlainName(sessionId) ? sessionId : basename(file.path)
    const missing = { id: sessionId, name, main: undefined, companionFolder: undefined }
    sources.push({ ...missing, root, folder, agents: [file] })
  }
  return sources
}

function keyOf(folder: string, sessionId: string): string {
  return `${folder}\0${sessionId}`
}
