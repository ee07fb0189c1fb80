import type { SqlValue } from '../store/define-table.ts'
import type { UnitText } from '../store/row-writer.ts'
import type { ArchiveStart, BatchReport } from './ingest-batches.ts'
import type { RowSink } from './row-sink.ts'
import type { WorkItem } from './work-item.ts'

/** What the reading thread is given. */
export interface WorkerInput {
  readonly keepDir: string
  readonly folder: string
  readonly start: ArchiveStart
  readonly items: readonly WorkItem[]
  /** The first batch ends after so many sessions. */
  readonly firstBatch: number | undefined
  /** When the sync began; epoch milliseconds. */
  readonly at: number
  /** Shared: not 0 means stop after the session at hand. */
  readonly stop: Int32Array<SharedArrayBuffer>
  /** Shared: about how many bytes of rows are on their way. The reader waits while there are too many. */
  readonly waiting: Int32Array<SharedArrayBuffer>
}

export type WorkerMessage =
  | { readonly kind: 'rows'; readonly calls: readonly SinkCall[]; readonly bytes: number; readonly readBytes: number }
  | { readonly kind: 'commit'; readonly report: BatchReport }
  | { readonly kind: 'done'; readonly archive: ArchiveStart }
  | { readonly kind: 'failed'; readonly error: FailureFacts }

/** A call of the sink, put off. */
export type SinkCall =
  | readonly ['clear', number]
  | readonly ['remove', string, readonly (readonly SqlValue[])[]]
  | readonly ['insert', string, readonly (readonly SqlValue[])[]]
  | readonly ['units', number, readonly UnitText[]]

/** An error as plain values: classes do not travel. */
export interface FailureFacts {
  readonly code: string | undefined
  readonly message: string
  readonly hint: string | undefined
  readonly stack: string | undefined
  /** Where it is the trouble of one session: its place in the list of work. */
  readonly at: number | undefined
}

export function replay(sink: RowSink, call: SinkCall): void {
  if (call[0] === 'clear') sink.clear(call[1])
  else if (call[0] === 'remove') sink.remove(call[1], call[2])
  else if (call[0] === 'insert') sink.insert(call[1], call[2])
  else sink.units(call[1], call[2])
}
