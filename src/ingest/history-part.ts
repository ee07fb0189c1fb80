import { ArchiveDamage } from '../archive/archive-errors.ts'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import { openKept } from '../archive/kept-reader.ts'
import type { GenerationWhy } from '../archive/manifest-record.ts'
import { salvageStream } from '../archive/salvage-stream.ts'
import type { StreamAppender } from '../archive/stream-appender.ts'
import type { SourceProblem } from '../source/problem.ts'
import type { DiskFile } from './disk-file.ts'
import type { ChangedFile } from './keep-session.ts'
import type { KnownFile } from './known.ts'
import { type HistoryLine, joinLines, lackingLines, splitKeptHistory } from './split-history.ts'

export interface PartKeeper {
  readonly folder: string
  readonly writer: ArchiveWriter
  readonly at: number
  /** The log was read from its beginning, not from where it was left. */
  readonly isWhole: boolean
  /** What is kept and damaged gives way to a new generation. */
  readonly mayReplace: boolean
  /** Of the log when it was read last. */
  readonly readAt: number | undefined
  readonly problems: SourceProblem[]
}

/** What a session has in the log. */
export interface HistoryPart {
  readonly session: number
  readonly disk: DiskFile
  readonly known: KnownFile | undefined
  /** Read from the log now. */
  readonly lines: readonly HistoryLine[]
  /** Kept under no session until now. */
  readonly loose: readonly HistoryLine[]
}

/**
 * Keeps the lines of one session; undefined where they are kept already. Throws ArchiveDamage where what is kept cannot
 * be continued and may not be replaced: then the log must be read from its beginning.
 */
export function keepPart(keeper: PartKeeper, part: HistoryPart): ChangedFile | undefined {
  const missing = part.known ? findMissing(keeper, part.known, part) : startOf(part)
  if (!missing || (missing.why === undefined && missing.bytes.length === 0)) return undefined
  const { agentId, workflowId, role, path, place, mtimeMs } = part.disk
  const { stream, file, generation } = openPart(keeper, part, missing.why)
  stream.append(missing.bytes)
  stream.finish({ mtimeMs })
  return { file, role, path, place, agentId, workflowId, generation, mtimeMs, blob: undefined }
}

interface Missing {
  readonly bytes: Buffer
  /** Of the generation that begins with them; undefined: they continue what is kept. */
  readonly why: GenerationWhy | undefined
}

function startOf({ lines, loose }: HistoryPart): Missing | undefined {
  const bytes = joinLines([...lackingLines(loose, lines), ...lines])
  return bytes.length === 0 ? undefined : { bytes, why: 'new' }
}

function findMissing(keeper: PartKeeper, known: KnownFile, part: HistoryPart): Missing {
  try {
    const missing = keeper.isWhole ? compareWhole(keeper, known, part) : compareEnd(keeper, known, part)
    // Only what can be continued may be: the writer looks again.
    if (missing.why === undefined && missing.bytes.length > 0) keeper.writer.openStream(known).drop()
    return missing
  } catch (error) {
    if (!(error instanceof ArchiveDamage) || !keeper.mayReplace) throw error
    const { path, message } = error
    keeper.problems.push({ code: 'unreadable', path, message: `${message}: run \`backscroll verify\`` })
    const kept = splitKeptHistory(Buffer.concat(salvageStream(keeper.folder, known).chunks))
    const older = [...part.loose, ...lackingLines(kept, part.loose)]
    return { bytes: joinLines([...lackingLines(older, part.lines), ...part.lines]), why: 'replaced' }
  }
}

function compareWhole({ folder }: PartKeeper, known: KnownFile, { lines, loose }: HistoryPart): Missing {
  const reader = openKept(folder, known)
  const kept = reader.read(0, reader.rawBytes)
  const bytes = joinLines([...lackingLines(loose, lines), ...lines])
  const isContinued = bytes.length >= kept.length && Buffer.compare(kept, bytes.subarray(0, kept.length)) === 0
  return isContinued ? { bytes: bytes.subarray(kept.length), why: undefined } : { bytes, why: 'rewritten' }
}

function compareEnd(keeper: PartKeeper, known: KnownFile, { lines, loose }: HistoryPart): Missing {
  const reader = openKept(keeper.folder, known)
  // A sync that was cut off may have kept some of these lines already.
  const isAhead = keeper.readAt !== undefined && reader.mtimeMs > keeper.readAt
  const kept = isAhead || loose.length > 0 ? splitKeptHistory(reader.read(0, reader.rawBytes)) : []
  const fresh = isAhead ? lines.slice(countOverlap(kept, lines)) : lines
  const older = lackingLines(loose, kept)
  if (older.length === 0) return { bytes: joinLines(fresh), why: undefined }
  return { bytes: joinLines([...older, ...kept, ...fresh]), why: 'rewritten' }
}

/** How many of the first lines are the last of those that are kept. */
function countOverlap(kept: readonly HistoryLine[], lines: readonly HistoryLine[]): number {
  for (let count = Math.min(kept.length, lines.length); count > 0; count--) {
    const end = joinLines(kept.slice(-count))
    if (Buffer.compare(end, joinLines(lines.slice(0, count))) === 0) return count
  }
  return 0
}

function openPart(
  { writer, at }: PartKeeper,
  { session, disk, known }: HistoryPart,
  why: GenerationWhy | undefined,
): { readonly stream: StreamAppender; readonly file: number; readonly generation: number } {
  if (known && why === undefined) {
    return { stream: writer.openStream(known), file: known.file, generation: known.generation }
  }
  const { role, path, place, agentId, workflowId } = disk
  const file = known?.file ?? writer.addFile({ session, role, storage: 'stream', agentId, workflowId })
  const generation = (known?.generation ?? 0) + 1
  const state = writer.beginGeneration({ file, generation, path, place, why: why ?? 'new', at })
  return { stream: writer.openStream(state), file, generation: state.generation }
}
