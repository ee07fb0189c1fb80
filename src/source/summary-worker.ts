/** The entry of a worker thread that takes its share of a job over many sessions (run-job.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { type WorkList, workOff } from './work-list.ts'

/** Few, larger messages: each one wakes the other thread. */
const BATCH = 64

let batch: [number, unknown][] = []

workOff(workerData as WorkList, (at, result) => {
  batch.push([at, result])
  if (batch.length === BATCH) flush()
})
flush()

function flush(): void {
  parentPort?.postMessage(batch)
  batch = []
}
