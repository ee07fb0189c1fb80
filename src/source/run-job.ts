import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { JOBS, type JobName, type JobResult } from './jobs.ts'
import { type SessionSource, sizeBytesOf } from './session-source.ts'
import type { WorkList } from './work-list.ts'

/** A thread costs some 40 ms to start: less than this is done sooner here. */
const MIN_BYTES_FOR_THREADS = 24 * 1024 * 1024
/** Measured on 1 GB with two threads: the default young generation makes 470 MB of resident memory, this one 290. */
const RESOURCES = { maxYoungGenerationSizeMb: 12 }
const SELF = import.meta.url
/** Beside this file in the sources and in the library, beside the program where all is bundled. */
const WORKER = new URL(SELF.endsWith('.ts') ? './summary-worker.ts' : './summary-worker.js', SELF)

/**
 * Runs a job over all sessions, on `threads` worker threads where there is enough to do. Results come in the order of
 * the sources. What a thread leaves undone, because it cannot start or dies, is done here.
 */
export async function runJob<Name extends JobName>(
  job: Name,
  sources: readonly SessionSource[],
  threads: number,
): Promise<readonly JobResult<Name>[]> {
  const results: (JobResult<Name> | undefined)[] = new Array(sources.length).fill(undefined)
  const sizes = sources.map(sizeBytesOf)
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  if (threads > 1 && totalBytes >= MIN_BYTES_FOR_THREADS) {
    const order = Int32Array.from(sizes.keys()).sort((a, b) => (sizes[b] as number) - (sizes[a] as number))
    const work = { job, sources, order, taken: new Int32Array(new SharedArrayBuffer(4)) }
    await Promise.all(Array.from({ length: threads }, () => startWorker(work, results)))
  }
  return results.map((result, at) => result ?? (JOBS[job](sources[at] as SessionSource) as JobResult<Name>))
}

function startWorker<Name extends JobName>(work: WorkList, results: (JobResult<Name> | undefined)[]): Promise<void> {
  if (!existsSync(fileURLToPath(WORKER))) return Promise.resolve()
  return new Promise(resolve => {
    const worker = new Worker(WORKER, { workerData: work, execArgv: [], resourceLimits: RESOURCES })
    worker.on('message', (batch: readonly (readonly [number, JobResult<Name>])[]) => {
      for (const [at, result] of batch) results[at] = result
    })
    worker.on('error', () => resolve())
    worker.on('exit', () => resolve())
  })
}
