import { randomUUID } from 'node:crypto'
import { type ArchiveWriter, createArchiveWriter } from '../archive/archive-writer.ts'
import { createCompanionFinder } from '../source/companion-finder.ts'
import type { SourceProblem } from '../source/problem.ts'
import { createFolderFinder } from '../source/project.ts'
import { sendCommitted } from './commit-rows.ts'
import type { DamagedFile } from './damaged-files.ts'
import type { FoldCache } from './fold-cache.ts'
import { type Ingested, type IngestTools, ingestSession } from './ingest-session.ts'
import type { RowSink } from './row-sink.ts'
import { meetsAll, SessionFailure } from './session-failure.ts'
import { openUnfinished } from './unfinished.ts'
import { noWork, type Work, type WorkItem } from './work-item.ts'

/** Where the archive goes on. */
export interface ArchiveStart {
  readonly manifestBytes: number
  readonly nextSession: number
  readonly nextFile: number
}

/** Rows of whole sessions; what came since the last commit belongs together. */
export interface BatchSink extends RowSink {
  commit(report: BatchReport): void
}

/** One batch of sessions: their bytes are in the archive for good, now the index may have them. */
export interface BatchReport {
  /** Under which it is noted as unfinished. */
  readonly batch: string
  readonly archive: ArchiveStart
  readonly sessions: readonly number[]
  readonly added: number
  readonly items: number
  readonly newBytes: number
  readonly work: Work
  readonly problems: readonly SourceProblem[]
  /** Kept files that turned out to be damaged. */
  readonly damaged: readonly DamagedFile[]
  /** Sessions that were only looked at again. */
  readonly unchanged: number
}

export interface BatchContext {
  readonly keepDir: string
  /** Of the archive. */
  readonly folder: string
  readonly start: ArchiveStart
  readonly sink: BatchSink
  /** The first batch ends after so many sessions. */
  readonly firstBatch?: number | undefined
  /** In a process that stays. */
  readonly folds?: FoldCache | undefined
  now(): number
  /** Asked before each session. */
  shouldStop(): boolean
  onRead?(bytes: number): void
}

/** A commit of the archive costs some milliseconds whatever it holds; a batch that is cut off is read again. */
const BATCH_BYTES = 32 * 1024 * 1024
const BATCH_SESSIONS = 200

/**
 * Works sessions off in order, in batches that are either there as a whole or not at all. Throws SessionFailure where one
 * of them could not be kept: its batch is not there.
 */
export async function ingestBatches(items: readonly WorkItem[], context: BatchContext): Promise<ArchiveStart> {
  const { folder, sink, now, folds } = context
  const unfinished = openUnfinished(context.keepDir)
  const writer: ArchiveWriter = createArchiveWriter(folder, context.start)
  const shared = {
    folder,
    writer,
    sink,
    finder: createCompanionFinder(),
    findProject: createFolderFinder(),
    now,
    folds,
    onRead: context.onRead,
  }
  const run = randomUUID()
  let archive = context.start
  let batch = createBatch(0)
  let at = 0

  async function commit(): Promise<void> {
    if (batch.items === 0) return
    const sessions = batch.ingested.map(({ session }) => session)
    const name = `${run}-${batch.number}`
    unfinished.note(name, sessions)
    const { manifestBytes, nextSession, nextFile, files, fileBytes } = await writer.commit()
    archive = { manifestBytes, nextSession, nextFile }
    sendCommitted(batch.ingested, files, sink, now())
    sink.commit({
      batch: name,
      archive,
      sessions,
      added: batch.ingested.filter(({ isNew }) => isNew).length,
      items: batch.items,
      newBytes: batch.newBytes,
      work: { ...batch.work, archivedBytes: fileBytes },
      problems: batch.problems,
      damaged: batch.damaged,
      unchanged: batch.ingested.filter(({ isChanged }) => !isChanged).length,
    })
    batch = createBatch(batch.number + 1)
  }

  try {
    for (const item of items) {
      if (context.shouldStop()) break
      const tools: IngestTools = { ...shared, work: batch.work, problems: batch.problems, damaged: batch.damaged }
      batch.ingested.push(ingestOne(item, tools))
      batch.items++
      batch.newBytes += item.newBytes
      at++
      if (at === context.firstBatch || batch.newBytes >= BATCH_BYTES || batch.items >= BATCH_SESSIONS) await commit()
    }
    await commit()
  } catch (error) {
    await writer.abort()
    throw error
  }
  return archive

  function ingestOne(item: WorkItem, tools: IngestTools): Ingested {
    try {
      return ingestSession(item, tools)
    } catch (error) {
      throw meetsAll(error) ? error : new SessionFailure(at, error)
    }
  }
}

interface Batch {
  readonly number: number
  readonly ingested: Ingested[]
  readonly work: Work
  readonly problems: SourceProblem[]
  readonly damaged: DamagedFile[]
  items: number
  newBytes: number
}

function createBatch(number: number): Batch {
  return { number, ingested: [], work: noWork(), problems: [], damaged: [], items: 0, newBytes: 0 }
}
