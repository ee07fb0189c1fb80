import { ArchiveDamage } from '../archive/archive-errors.ts'
import { openKept } from '../archive/kept-reader.ts'
import type { KeptFile, KeptGeneration, KeptSession, Manifest } from '../archive/read-manifest.ts'
import type { SourceProblem } from '../source/problem.ts'
import type { FileRole } from './disk-file.ts'
import type { KnownFile } from './known.ts'
import type { WorkItem } from './work-item.ts'

/** Work that reads sessions from the archive alone, as they are kept. */
export function listKeptItems(
  folder: string,
  manifest: Manifest,
  sessions: ReadonlySet<number>,
  problems: SourceProblem[],
): readonly WorkItem[] {
  const files = groupFiles(manifest, sessions)
  const items: WorkItem[] = []
  for (const number of sessions) {
    const session = manifest.sessions.get(number)
    if (!session) continue
    const known = (files.get(number) ?? []).flatMap(file => toKnownFile(folder, file, problems) ?? [])
    items.push(toItem(session, known))
  }
  return items
}

function groupFiles(manifest: Manifest, sessions: ReadonlySet<number>): ReadonlyMap<number, readonly KeptFile[]> {
  const groups = new Map<number, KeptFile[]>()
  for (const file of manifest.files.values()) {
    if (!sessions.has(file.session)) continue
    const group = groups.get(file.session)
    if (group) group.push(file)
    else groups.set(file.session, [file])
  }
  return groups
}

/** The newest generation of a file; undefined, and a problem, where it is damaged. */
export function toKnownFile(folder: string, file: KeptFile, problems: SourceProblem[]): KnownFile | undefined {
  const generation = file.generations.at(-1)
  if (!generation) return undefined
  const { path, place } = generation
  const { session, agentId, workflowId } = file
  const role = file.role as FileRole
  const facts = { file: file.file, session, role, path, place, agentId, workflowId, generation: generation.generation }
  try {
    return { ...facts, ...lengthsOf(folder, generation) }
  } catch (error) {
    if (!(error instanceof ArchiveDamage)) throw error
    problems.push({ code: 'unreadable', path: error.path, message: `${error.message}: run \`backscroll verify\`` })
    return undefined
  }
}

type Lengths = Pick<
  KnownFile,
  'rawBytes' | 'sealedRawBytes' | 'sealedFileBytes' | 'tailFileBytes' | 'sha256' | 'mtimeMs'
>

function lengthsOf(folder: string, generation: KeptGeneration): Lengths {
  const { blob } = generation
  if (blob) {
    const { bytes, fileBytes, sha256, mtimeMs } = blob
    return { rawBytes: bytes, sealedRawBytes: 0, sealedFileBytes: 0, tailFileBytes: fileBytes, sha256, mtimeMs }
  }
  const { state, mtimeMs } = openKept(folder, generation)
  const { rawBytes, sealedRawBytes, sealedFileBytes, tailFileBytes } = state
  return { rawBytes, sealedRawBytes, sealedFileBytes, tailFileBytes, sha256: undefined, mtimeMs }
}

function toItem(session: KeptSession, files: readonly KnownFile[]): WorkItem {
  const { id, name, folder, rootPath, configPath } = session
  const root = { path: rootPath, realPath: rootPath, isFile: false, configPath, from: 'named' as const }
  return {
    source: { id, name, folder, root, agents: [], companionFolder: undefined },
    session: session.session,
    isMoved: false,
    isImported: session.isImported,
    transcripts: [],
    others: [],
    files,
    checks: [],
    damaged: [],
    state: undefined,
    keepsState: false,
    project: session.project,
    newBytes: files.reduce((sum, { role, rawBytes }) => sum + (role === 'main' || role === 'agent' ? rawBytes : 0), 0),
  }
}
