/** The entry of the thread that reads, keeps and models sessions while another writes the index (run-ingest.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { TEXT_COLUMNS, type TextColumn } from '../model/text-column.ts'
import type { SqlValue } from '../store/define-table.ts'
import type { UnitText } from '../store/row-writer.ts'
import { UserError } from '../user-error.ts'
import type { FailureFacts, SinkCall, WorkerInput, WorkerMessage } from './batch-message.ts'
import { type BatchSink, ingestBatches } from './ingest-batches.ts'
import { SessionFailure } from './session-failure.ts'
import { TextArena } from './text-arena.ts'

/** Few, larger messages: each one wakes the other thread. */
const MESSAGE_BYTES = 512 * 1024
/** How far the reader may run ahead. */
const MAX_WAITING_BYTES = 5 * 1024 * 1024
/** About what a row costs beside long texts. */
const ROW_BYTES = 150

const input = workerData as WorkerInput
const arena = new TextArena()
let calls: SinkCall[] = []
let bytes = 0
let readBytes = 0

function post(message: WorkerMessage, handed: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, handed)
}

function add(call: SinkCall, size: number): void {
  calls.push(call)
  bytes += size
  if (bytes >= MESSAGE_BYTES) flush()
}

function flush(): void {
  if (calls.length === 0) return
  waitForRoom()
  Atomics.add(input.waiting, 0, bytes)
  post({ kind: 'rows', calls, bytes, readBytes }, arena.take())
  readBytes = 0
  calls = []
  bytes = 0
}

function waitForRoom(): void {
  for (;;) {
    const waiting = Atomics.load(input.waiting, 0)
    if (waiting < MAX_WAITING_BYTES) return
    Atomics.wait(input.waiting, 0, waiting, 1000)
  }
}

const sink: BatchSink = {
  clear: session => add(['clear', session], ROW_BYTES),
  remove: (table, keys) => add(['remove', table, keys], keys.length * ROW_BYTES),
  insert: (table, rows) => add(['insert', table, rows], sizeOf(rows)),
  units(session, units) {
    const size = units.reduce((sum, { chars }) => sum + ROW_BYTES + chars, 0)
    add(['units', session, units.map(encodeTexts)], size)
  },
  commit(report) {
    flush()
    post({ kind: 'commit', report })
  },
}

/** A story, or what was used, may be as long as a thousand rows. */
function sizeOf(rows: readonly (readonly SqlValue[])[]): number {
  let size = rows.length * ROW_BYTES
  for (const row of rows) {
    for (const value of row) {
      if (typeof value === 'string' ? value.length > ROW_BYTES : value instanceof Uint8Array) {
        size += (value as string | Uint8Array).length
      }
    }
  }
  return size
}

function encodeTexts(unit: UnitText): UnitText {
  const texts: { [Name in TextColumn]?: Uint8Array } = {}
  for (const column of TEXT_COLUMNS) {
    const text = unit.texts[column]
    if (typeof text === 'string' && text !== '') texts[column] = arena.encode(text)
  }
  return { ...unit, texts }
}

function onRead(more: number): void {
  readBytes += more
}

function factsOf(error: unknown): FailureFacts {
  const cause = error instanceof SessionFailure ? error.cause : error
  const at = error instanceof SessionFailure ? error.at : undefined
  const { message = String(cause), stack } = cause as Partial<Error>
  return cause instanceof UserError
    ? { code: cause.code, message, hint: cause.hint, stack, at }
    : { code: undefined, message, hint: undefined, stack, at }
}

try {
  const { keepDir, folder, start, items, firstBatch, stop } = input
  const shouldStop = (): boolean => Atomics.load(stop, 0) !== 0
  const context = { keepDir, folder, start, firstBatch, sink, shouldStop, now: () => input.at, onRead }
  const archive = await ingestBatches(items, context)
  flush()
  post({ kind: 'done', archive })
} catch (error) {
  post({ kind: 'failed', error: factsOf(error) })
}
