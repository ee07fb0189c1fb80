import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Packed, Redactor, RedactorOptions, Trace } from '../../redact/redaction.ts'
import { DISK, type FileAccess } from '../../source/file-access.ts'
import type { SourceFile } from '../../source/session-source.ts'
import { type LearnedFile, learnFile } from './learn-file.ts'

/** What the other thread is told. */
export interface AheadInput {
  readonly session: string
  readonly path: string
  readonly agentId: string | undefined
  readonly from: number
  readonly to: number
  readonly options: RedactorOptions
}

/** What it answers; undefined where it could not read the file. */
export interface AheadResult {
  readonly sizeBytes: number
  readonly traces: ReadonlyMap<number, Trace>
  readonly lines: number
  readonly packed: Packed
}

export interface AheadRequest {
  readonly session: string
  readonly access: FileAccess
  readonly redactor: Redactor
  /** Those that the redactor was made with. */
  readonly options: RedactorOptions
  readonly threads: number
  readonly minBytes?: number
}

/** A thread takes some 100 ms to start and to warm up: less than this is done sooner here. */
const MIN_BYTES = 12 * 1024 * 1024
/** The other thread begins later, so it is given less. */
const SHARE = 0.54
const RESOURCES = { maxYoungGenerationSizeMb: 12 }
const SELF = import.meta.url
/** Beside this file in the sources and in the library, beside the program where all is bundled. */
const WORKER = new URL(SELF.endsWith('.ts') ? './learn-worker.ts' : './learn-worker.js', SELF)

/**
 * Learns a large transcript on two threads: this one takes the first part, another one the rest, and what it found is
 * added as if it had been found here. Undefined where that does not pay.
 */
export async function learnAhead(file: SourceFile, request: AheadRequest): Promise<LearnedFile | undefined> {
  const { session, access, redactor, options, threads, minBytes = MIN_BYTES } = request
  const sizeBytes = access.sizeOf(file.path) ?? 0
  if (threads < 2 || access !== DISK || sizeBytes < minBytes || !existsSync(fileURLToPath(WORKER))) return undefined
  const middle = findLineStart(access, file.path, Math.floor(sizeBytes * SHARE))
  if (middle === undefined || middle >= sizeBytes) return undefined
  const { path, agentId } = file
  const ahead = startWorker({ session, path, agentId, from: middle, to: sizeBytes, options })
  const first = learnFile(file, { session, access, redactor, to: middle })
  const rest = await ahead
  if (first.failure !== undefined || first.sizeBytes < middle) return first
  if (!rest)
    return joinFiles(first, learnFile(file, { session, access, redactor, from: at(middle, first), to: sizeBytes }))
  redactor.merge(rest.packed, first.nextLine)
  const { lines, ...learned } = rest
  return joinFiles(first, { ...learned, failure: undefined, nextLine: first.nextLine + lines })
}

function at(offset: number, { nextLine }: LearnedFile): { readonly offset: number; readonly line: number } {
  return { offset, line: nextLine }
}

function joinFiles(first: LearnedFile, rest: LearnedFile): LearnedFile {
  return {
    sizeBytes: first.sizeBytes + rest.sizeBytes,
    failure: rest.failure,
    traces: new Map([...first.traces, ...rest.traces]),
    nextLine: rest.nextLine,
  }
}

/** Where the first line begins behind a place; undefined where none does. */
function findLineStart(access: FileAccess, path: string, from: number): number | undefined {
  let offset = from
  try {
    for (const chunk of access.chunks(path, { from })) {
      const newline = chunk.indexOf(10)
      if (newline >= 0) return offset + newline + 1
      offset += chunk.length
    }
  } catch {
    // Whoever reads the file in order will say what is wrong with it.
  }
  return undefined
}

/** Undefined where the thread cannot start, or dies: then its part is done here. */
function startWorker(input: AheadInput): Promise<AheadResult | undefined> {
  return new Promise(resolve => {
    const worker = new Worker(WORKER, { workerData: input, execArgv: [], resourceLimits: RESOURCES })
    worker.on('message', (result: AheadResult | undefined) => resolve(result))
    worker.on('error', () => resolve(undefined))
    worker.on('exit', () => resolve(undefined))
  })
}
