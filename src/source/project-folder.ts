import { join } from 'node:path'
import { AGENT_PREFIX, isTranscriptName, listAgentFiles, statAgent, stemOf, TRANSCRIPT_SUFFIX } from './agent-files.ts'
import { type FolderListing, listFolder, type SubFolder, statTranscript } from './list-folder.ts'
import type { SourceProblem } from './problem.ts'
import type { Root } from './roots.ts'
import type { SessionSource, SourceFile } from './session-source.ts'

export interface ProjectFolderScan {
  readonly sources: SessionSource[]
  /** Old-layout agents, which stand beside the sessions and name theirs in their lines. */
  readonly strays: readonly StrayAgent[]
  /** Folders that belong to no session. */
  readonly otherFolders: readonly SubFolder[]
}

export interface StrayAgent {
  readonly file: SourceFile
  readonly folder: string
  readonly sessionId: string
}

export interface FolderToScan {
  readonly root: Root
  readonly path: string
  readonly listing: FolderListing
  readonly problems: SourceProblem[]
  /** The session that a file's lines name. */
  readonly readId: ReadId
}

export type ReadId = (file: SourceFile) => string | undefined

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** What only a session's companion folder holds. */
const COMPANIONS: ReadonlySet<string> = new Set(['subagents', 'tool-results', 'session-memory'])

export function scanProjectFolder(scan: FolderToScan): ProjectFolderScan {
  const names = scan.listing.files.filter(isTranscriptName)
  const mains = new Set(names.filter(name => !name.startsWith(AGENT_PREFIX)).map(stemOf))
  const companions = new Map<string, string>()
  const otherFolders: SubFolder[] = []
  for (const folder of scan.listing.folders) {
    if (isCompanion(folder, mains)) companions.set(folder.name, folder.path)
    else otherFolders.push(folder)
  }
  const sources: SessionSource[] = []
  for (const name of new Set([...mains, ...companions.keys()])) {
    const mainName = mains.has(name) ? name + TRANSCRIPT_SUFFIX : undefined
    const source = openSource(scan, { name, mainName, companionFolder: companions.get(name) })
    if (source) sources.push(source)
  }
  return { sources, strays: listStrays(scan, names), otherFolders }
}

/** The session of one transcript that somebody named, whatever its file is called. */
export function scanSingleFile(scan: FolderToScan, fileName: string): ProjectFolderScan {
  const agents = scan.listing.files.filter(name => isTranscriptName(name) && name.startsWith(AGENT_PREFIX))
  if (fileName.startsWith(AGENT_PREFIX)) return { sources: [], strays: listStrays(scan, [fileName]), otherFolders: [] }
  const name = stemOf(fileName)
  const folder = scan.listing.folders.find(inner => inner.name === name && isCompanion(inner, new Set([name])))
  const source = openSource(scan, { name, mainName: fileName, companionFolder: folder?.path })
  const strays = listStrays(scan, agents).filter(stray => stray.sessionId === source?.id)
  return { sources: source ? [source] : [], strays, otherFolders: [] }
}

function openSource(
  { root, path, problems, readId }: FolderToScan,
  found: { name: string; mainName: string | undefined; companionFolder: string | undefined },
): SessionSource | undefined {
  const { name, mainName, companionFolder } = found
  const names = { agentId: undefined, metaPath: undefined, workflowId: undefined }
  const main = mainName === undefined ? undefined : statTranscript(join(path, mainName), names, problems)
  if (mainName !== undefined && !main) return undefined
  const agents = companionFolder === undefined ? [] : listAgentFiles(companionFolder, problems)
  return { id: idOf(name, main, readId), name, root, folder: path, main, agents, companionFolder }
}

/** Checkpoint tools and people store transcripts under other names; the lines still say which session it is. */
export function idOf(name: string, main: SourceFile | undefined, readId: ReadId): string {
  if (UUID.test(name) || !main) return name
  return readId(main) ?? name
}

/** A folder named like a transcript, or one that holds what only the client puts beside a transcript. */
function isCompanion(folder: SubFolder, mains: ReadonlySet<string>): boolean {
  const { files, folders } = listFolder(folder.path, [])
  return folders.some(inner => COMPANIONS.has(inner.name)) || (mains.has(folder.name) && !files.some(isTranscriptName))
}

function listStrays(
  { path, listing, problems, readId }: FolderToScan,
  names: readonly string[],
): readonly StrayAgent[] {
  const strays: StrayAgent[] = []
  const all = new Set(listing.files)
  for (const name of names) {
    if (!name.startsWith(AGENT_PREFIX)) continue
    const file = statAgent(path, name, { names: all, workflowId: undefined, problems })
    if (file) strays.push({ file, folder: path, sessionId: readId(file) ?? stemOf(name) })
  }
  return strays
}
