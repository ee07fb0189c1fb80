/** The entry of a worker thread that shows the rest of a large transcript to a redactor of its own (learn-ahead.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { createRedactor } from '../../redact/create-redactor.ts'
import { DISK } from '../../source/file-access.ts'
import type { AheadInput, AheadResult } from './learn-ahead.ts'
import { learnFile } from './learn-file.ts'

const { session, path, agentId, from, to, options } = workerData as AheadInput
const redactor = createRedactor(options)
const { sizeBytes, failure, traces, nextLine } = learnFile(
  { path, agentId },
  { session, access: DISK, redactor, from: { offset: from, line: 1 }, to },
)
const result: AheadResult | undefined =
  failure === undefined ? { sizeBytes, traces, lines: nextLine - 1, packed: redactor.pack() } : undefined
parentPort?.postMessage(result)
