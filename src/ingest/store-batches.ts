import type { UnitText } from '../store/row-writer.ts'
import { settleRequests } from '../store/settle-requests.ts'
import type { Store } from '../store/store.ts'
import type { ArchiveStart, BatchReport, BatchSink } from './ingest-batches.ts'
import { createStoreSink } from './row-sink.ts'
import { openUnfinished } from './unfinished.ts'

/**
 * Full text is written in large pieces, apart from all else: FTS5 collects words in memory, and any other statement that
 * writes several rows makes it put them away as a small segment (measured: 2.5 times the time for the whole index).
 */
const MAX_HELD_CHARS = 8 * 1024 * 1024

/** Writes batches into the index, each in one transaction: a reader sees the state before or after it. */
export interface StoreBatches extends BatchSink {
  /** Drops what came since the last commit. */
  rollback(): void
}

export function createStoreBatches(
  store: Store,
  keepDir: string,
  onCommit: (report: BatchReport) => void,
): StoreBatches {
  const sink = createStoreSink(store)
  const unfinished = openUnfinished(keepDir)
  let held: { session: number; units: readonly UnitText[] }[] = []
  let heldChars = 0
  const begun = (): void => {
    if (!store.isInTransaction) store.begin()
  }

  function writeUnits(): void {
    begun()
    for (const { session, units } of held) sink.units(session, units)
    held = []
    heldChars = 0
  }

  return {
    clear(session) {
      begun()
      held = held.filter(unit => unit.session !== session)
      sink.clear(session)
    },
    remove(table, keys) {
      begun()
      sink.remove(table, keys)
    },
    insert(table, rows) {
      begun()
      sink.insert(table, rows)
    },
    units(session, units) {
      held.push({ session, units })
      for (const { chars } of units) heldChars += chars
      if (heldChars >= MAX_HELD_CHARS) writeUnits()
    },
    commit(report) {
      begun()
      settleRequests(store, report.sessions)
      writeArchiveStart(store, report.archive)
      noteCommit(store)
      writeUnits()
      store.commit()
      unfinished.clear(report.batch)
      onCommit(report)
    },
    rollback() {
      held = []
      heldChars = 0
      if (store.isInTransaction) store.rollback()
    },
  }
}

/** How far the index has followed the archive; undefined where that is unknown. */
export function readArchiveStart(store: Store): ArchiveStart | undefined {
  const text = store.meta.get('archive')
  return text === undefined ? undefined : (JSON.parse(text) as ArchiveStart)
}

export function writeArchiveStart(store: Store, archive: ArchiveStart): void {
  store.meta.set('archive', JSON.stringify(archive))
}

/** A number that changes with every write, so that a plan made without the lock can be trusted, or not. */
export function countCommits(store: Store): number {
  return Number(store.meta.get('commits') ?? 0)
}

export function noteCommit(store: Store): void {
  store.meta.set('commits', String(countCommits(store) + 1))
}
