import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { JOBS, type JobName, type JobResult } from './jobs.ts'
import { type SessionSource, sizeBytesOf } from './session-source.ts'
import { type WorkList, workOff } from './work-list.ts'

/** A thread costs some 30 ms to start: less than this is done sooner alone. */
const MIN_BYTES_PER_THREAD = 16 * 1024 * 1024
const SELF = import.meta.url
/** Beside this file in the sources and in the library, beside the program where all is bundled. */
const WORKER = new URL(SELF.endsWith('.ts') ? './summary-worker.ts' : './summary-worker.js', SELF)

/**
 * Runs a job over all sessions, on up to `threads` threads of which this one is the first. Results come in the order of
 * the sources. A thread that cannot start or dies leaves its share to this one.
 */
export async function runJob<Name extends JobName>(
  job: Name,
  sources: readonly SessionSource[],
  threads: number,
): Promise<readonly JobResult<Name>[]> {
  const results: (JobResult<Name> | undefined)[] = new Array(sources.length).fill(undefined)
  const sizes = sources.map(sizeBytesOf)
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  const order = Int32Array.from(sizes.keys()).sort((a, b) => (sizes[b] as number) - (sizes[a] as number))
  const work = { job, sources, order, taken: new Int32Array(new SharedArrayBuffer(4)) }
  const helpers = Math.min(threads, Math.floor(totalBytes / MIN_BYTES_PER_THREAD)) - 1
  const done = Array.from({ length: Math.max(0, helpers) }, () => startWorker(work, results))
  workOff(work, (at, result) => {
    results[at] = result
  })
  await Promise.all(done)
  return results.map((result, at) => result ?? (JOBS[job](sources[at] as SessionSource) as JobResult<Name>))
}

function startWorker<Name extends JobName>(work: WorkList, results: (JobResult<Name> | undefined)[]): Promise<void> {
  if (!existsSync(fileURLToPath(WORKER))) return Promise.resolve()
  return new Promise(resolve => {
    const worker = new Worker(WORKER, { workerData: work, execArgv: [] })
    worker.on('message', (batch: readonly (readonly [number, JobResult<Name>])[]) => {
      for (const [at, result] of batch) results[at] = result
    })
    worker.on('error', () => resolve())
    worker.on('exit', () => resolve())
  })
}
