import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { SourceProblem } from '../source/problem.ts'
import { UserError } from '../user-error.ts'
import { type FailureFacts, replay, type WorkerInput, type WorkerMessage } from './batch-message.ts'
import type { FoldCache } from './fold-cache.ts'
import { type ArchiveStart, ingestBatches } from './ingest-batches.ts'
import { failureProblem, SessionFailure } from './session-failure.ts'
import type { StoreBatches } from './store-batches.ts'
import type { WorkItem } from './work-item.ts'

export interface IngestRequest {
  readonly keepDir: string
  readonly folder: string
  readonly start: ArchiveStart
  readonly items: readonly WorkItem[]
  readonly batches: StoreBatches
  readonly threads: number
  /** Sessions that could not be kept are told here. */
  readonly problems: SourceProblem[]
  /** In a process that stays; used where no other thread reads. */
  readonly folds?: FoldCache | undefined
  now(): number
  shouldStop(): boolean
  /** Bytes that were read on, for whoever shows progress. */
  onRead?(bytes: number): void
}

/** A thread costs some 50 ms to start: less than this is done sooner here. */
const MIN_BYTES_FOR_THREAD = 16 * 1024 * 1024
/** Measured on 1 GB: 16 MB takes a quarter more time for the collector than 48 and no less memory; 32 takes 20 MB less. */
const RESOURCES = { maxYoungGenerationSizeMb: 32 }
const SELF = import.meta.url
/** Beside this file in the sources and in the library, beside the program where all is bundled. */
const WORKER = new URL(SELF.endsWith('.ts') ? './ingest-worker.ts' : './ingest-worker.js', SELF)

/** So many failures with nothing kept in between are no longer the trouble of single sessions. */
const MAX_IN_A_ROW = 20

interface Attempt extends IngestRequest {
  readonly firstBatch: number | undefined
}

/**
 * Reads sessions into archive and index. One that cannot be kept becomes a problem and the others go on without it; where
 * none of them can be, that is an error.
 */
export async function runIngest(request: IngestRequest): Promise<ArchiveStart> {
  let { start, items } = request
  let firstBatch: number | undefined
  let [done, kept, failed] = [0, 0, 0]
  const batches: StoreBatches = {
    ...request.batches,
    commit(report) {
      request.batches.commit(report)
      start = report.archive
      done += report.items
      kept += report.items
      failed = 0
    },
  }
  for (;;) {
    done = 0
    try {
      return await tryIngest({ ...request, start, items, batches, firstBatch })
    } catch (error) {
      if (!(error instanceof SessionFailure)) throw error
      const item = items[error.at]
      failed++
      const isAll = items.length === 1 && kept === 0
      if (!item || isAll || failed > MAX_IN_A_ROW) throw error.cause
      request.problems.push(failureProblem(item, error.cause))
      request.folds?.clear()
      // What stood before it in its batch is read once more, and is a batch of its own then.
      items = [...items.slice(done, error.at), ...items.slice(error.at + 1)]
      firstBatch = error.at - done || undefined
    }
  }
}

/** With enough to do, one thread reads and this one writes the index. */
async function tryIngest(request: Attempt): Promise<ArchiveStart> {
  const bytes = request.items.reduce((sum, { newBytes }) => sum + newBytes, 0)
  const pays = request.threads > 1 && bytes >= MIN_BYTES_FOR_THREAD && existsSync(fileURLToPath(WORKER))
  try {
    return pays ? await ingestInThread(request) : await ingestHere(request)
  } catch (error) {
    request.batches.rollback()
    throw error
  }
}

function ingestHere({ items, batches, ...context }: Attempt): Promise<ArchiveStart> {
  return ingestBatches(items, { ...context, sink: batches })
}

function ingestInThread(request: Attempt): Promise<ArchiveStart> {
  const { keepDir, folder, start, items, batches, firstBatch } = request
  const shared = { stop: new Int32Array(new SharedArrayBuffer(4)), waiting: new Int32Array(new SharedArrayBuffer(4)) }
  const input: WorkerInput = { keepDir, folder, start, items, firstBatch, at: request.now(), ...shared }
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: input, execArgv: [], resourceLimits: RESOURCES })
    const fail = (error: unknown): void => {
      reject(error)
      void worker.terminate()
    }
    worker.on('message', (message: WorkerMessage) => {
      try {
        if (message.kind === 'done') resolve(message.archive)
        else if (message.kind === 'failed') fail(toError(message.error))
        else take(message)
      } catch (error) {
        fail(error)
      }
    })
    worker.on('error', fail)
    worker.on('exit', () => fail(new Error('the reading thread ended too early')))
  })

  function take(message: Extract<WorkerMessage, { kind: 'rows' | 'commit' }>): void {
    if (message.kind === 'commit') batches.commit(message.report)
    else {
      for (const call of message.calls) replay(batches, call)
      request.onRead?.(message.readBytes)
      Atomics.sub(shared.waiting, 0, message.bytes)
      Atomics.notify(shared.waiting, 0)
    }
    if (request.shouldStop()) Atomics.store(shared.stop, 0, 1)
  }
}

function toError({ code, message, hint, stack, at }: FailureFacts): Error {
  const error = code === undefined ? new Error(message) : new UserError({ code, message, hint: hint ?? '' })
  if (code === undefined && stack !== undefined) error.stack = stack
  return at === undefined ? error : new SessionFailure(at, error)
}
