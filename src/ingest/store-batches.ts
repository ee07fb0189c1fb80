import type { UnitText } from '../store/row-writer.ts'
import { settleRequests } from '../store/settle-requests.ts'
import type { Store } from '../store/store.ts'
import { noteDamaged } from './damaged-files.ts'
import { noteCommit, writeArchiveStart } from './index-meta.ts'
import type { BatchReport, BatchSink } from './ingest-batches.ts'
import { createStoreSink } from './row-sink.ts'
import { openUnfinished } from './unfinished.ts'

/**
 * Full text is written in large pieces, apart from all else: FTS5 collects words in memory, and any other statement that
 * writes several rows makes it put them away as a small segment (measured on 1 GB: 8.7 s for the other rows against 3.4, and 44 MB more).
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
      noteDamaged(keepDir, report.damaged)
      onCommit(report)
    },
    rollback() {
      held = []
      heldChars = 0
      if (store.isInTransaction) store.rollback()
    },
  }
}
