import type { CompanionFinder } from '../source/companion-finder.ts'
import type { CompanionKind } from '../source/companions.ts'
import type { SessionSource, SourceFile } from '../source/session-source.ts'
import { placeOf } from './place-of.ts'

/** What a kept file is to its session. */
export type FileRole = 'main' | CompanionKind

/** A file of a session as it is on disk now. */
export interface DiskFile {
  readonly role: FileRole
  readonly path: string
  /** Relative to a config folder. */
  readonly place: string
  readonly sizeBytes: number
  readonly mtimeMs: number
  /** Device and inode. */
  readonly identity: string
  readonly agentId: string | undefined
  readonly workflowId: string | undefined
}

/** Files that grow line by line are kept in frames; all others whole, by their hash. */
export function storageOf(role: FileRole): 'stream' | 'blob' {
  return isTranscript(role) || role === 'journal' || role === 'history' ? 'stream' : 'blob'
}

export function isTranscript(role: FileRole): boolean {
  return role === 'main' || role === 'agent'
}

/** A file as it was listed. Where it belongs is worked out only when it is to be read. */
export type ListedFile = Omit<DiskFile, 'place'>

export function withPlace(source: SessionSource, file: ListedFile): DiskFile {
  return { ...file, place: placeOf(source, file.path) }
}

/** The transcripts of a session, the main one first. */
export function listTranscripts(source: SessionSource): readonly ListedFile[] {
  const files = source.agents.map(file => toListed('agent', file))
  return source.main ? [toListed('main', source.main), ...files] : files
}

/** Everything else that belongs to it alone. */
export function listOthers(source: SessionSource, finder: CompanionFinder, slugs: readonly string[]): ListedFile[] {
  return finder.find(source, slugs).map(({ kind, path, sizeBytes, mtimeMs, identity }) => {
    return { role: kind, path, sizeBytes, mtimeMs, identity, agentId: undefined, workflowId: undefined }
  })
}

function toListed(role: FileRole, file: SourceFile): ListedFile {
  const { path, sizeBytes, mtimeMs, identity, agentId, workflowId } = file
  return { role, path, sizeBytes, mtimeMs, identity, agentId, workflowId }
}
