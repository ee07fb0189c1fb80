import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { ArchiveDamage } from '../archive/archive-errors.ts'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import { openKept } from '../archive/kept-reader.ts'
import { problemOf, type SourceProblem } from '../source/problem.ts'
import { readChunks } from '../source/read-chunks.ts'
import { UserError } from '../user-error.ts'
import type { ChangedFile, NewCheck } from './keep-session.ts'
import type { KnownFile } from './known.ts'

export interface PasteKeeper {
  readonly folder: string
  readonly writer: ArchiveWriter
  readonly at: number
  readonly problems: SourceProblem[]
}

/** A long text that was pasted with a prompt of a session. */
export interface Paste {
  readonly session: number
  readonly configPath: string
  readonly name: string
  /** Files that are kept of the session, and under none. */
  readonly known: readonly KnownFile[]
  readonly loose: readonly KnownFile[]
}

export interface KeptPaste {
  readonly file: ChangedFile
  /** Undefined where it came from the archive. */
  readonly check: NewCheck | undefined
}

/** Undefined where it is kept already, or is nowhere. */
export function keepPaste(keeper: PasteKeeper, paste: Paste): KeptPaste | undefined {
  const paths = pathsOfPaste(paste.configPath, paste.name)
  if (paste.known.some(file => isPasteAt(file, paths))) return undefined
  for (const path of paths) {
    const kept = keepFromDisk(keeper, paste, path)
    if (kept) return kept
  }
  const loose = paste.loose.find(file => isPasteAt(file, paths))
  return loose && keepFromArchive(keeper, paste, loose)
}

/** Pastes stand in files of their own, with or without an ending. */
export function pathsOfPaste(configPath: string, name: string): readonly string[] {
  return [name, `${name}.txt`].map(fileName => join(configPath, 'paste-cache', fileName))
}

function isPasteAt({ role, path }: KnownFile, paths: readonly string[]): boolean {
  return role === 'paste' && paths.includes(path)
}

/** What is a link leads to something that nobody pasted. */
function keepFromDisk(keeper: PasteKeeper, paste: Paste, path: string): KeptPaste | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile()) return undefined
    const { size, mtimeMs, dev, ino } = stat
    const file = put(keeper, paste, { path, mtimeMs, chunks: readChunks(path) })
    const { role, place, agentId, workflowId } = file
    const disk = { role, path, place, agentId, workflowId, sizeBytes: size, mtimeMs, identity: `${dev}:${ino}` }
    return { file, check: { disk, file: file.file, readBytes: size, tailHash: '' } }
  } catch (error) {
    if (error instanceof UserError) throw error
    const problem = problemOf(path, error)
    if (problem.code !== 'missing') keeper.problems.push(problem)
    return undefined
  }
}

/** Gone from disk, and kept since its prompt was: the same content is stored once. */
function keepFromArchive(keeper: PasteKeeper, paste: Paste, loose: KnownFile): KeptPaste | undefined {
  const { path, sha256 = '', mtimeMs = 0 } = loose
  try {
    const chunks = openKept(keeper.folder, { ...loose, blob: { sha256, mtimeMs } }).chunks()
    return { file: put(keeper, paste, { path, mtimeMs, chunks }), check: undefined }
  } catch (error) {
    if (!(error instanceof ArchiveDamage)) throw error
    const message = `${error.message}: run \`backscroll verify\``
    keeper.problems.push({ code: 'unreadable', path: error.path, message })
    return undefined
  }
}

function put(
  { writer, at }: PasteKeeper,
  { session }: Paste,
  { path, mtimeMs, chunks }: { path: string; mtimeMs: number; chunks: Iterable<Uint8Array> },
): ChangedFile {
  const names = { role: 'paste', agentId: undefined, workflowId: undefined } as const
  const place = `paste-cache/${path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)}`
  const file = writer.addFile({ session, storage: 'blob', ...names })
  const blob = writer.putBlob({ file, generation: 1, path, place, why: 'new', at, mtimeMs }, chunks)
  return { ...names, file, path, place, generation: 1, mtimeMs, blob }
}
