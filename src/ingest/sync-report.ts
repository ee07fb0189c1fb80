import type { SourceProblem } from '../source/problem.ts'
import type { BatchReport } from './ingest-batches.ts'
import type { Plan } from './plan.ts'
import { addWork, noWork } from './work-item.ts'

export interface SyncProgress {
  readonly phase: 'list' | 'read' | 'finish' | 'rebuild'
  readonly sessions: number
  readonly sessionsDone: number
  readonly bytes: number
  readonly bytesDone: number
}

/** What a sync did and what it left. */
export interface SyncReport {
  readonly schema: 'backscroll.sync/1'
  /** Another process was writing: nothing was done. */
  readonly isBusy: boolean
  /** A quick sync found the index missing, or not as far as the archive: a whole sync must come first. */
  readonly needsSync: boolean
  /** The index was damaged and has been made anew from the archive. */
  readonly isIndexMended: boolean
  readonly sessions: {
    readonly seen: number
    readonly added: number
    readonly grown: number
    readonly unchanged: number
    readonly excluded: number
    readonly forgotten: number
    /** Transcripts of a command that `enrich` ran: not kept. */
    readonly ownRuns: number
    /** Kept, and no longer at the source. Counted when everything was looked at. */
    readonly gone: number | undefined
  }
  readonly files: { readonly seen: number; readonly changed: number; readonly newGenerations: number }
  readonly work: {
    readonly readBytes: number
    readonly checkedBytes: number
    readonly parsedEntries: number
    /** Compressed. */
    readonly archivedBytes: number
  }
  /** Not done: the time was up, or somebody said stop. */
  readonly left: {
    readonly sessions: number
    /** Of those, how many the index holds as they were before; the others it does not hold at all. */
    readonly older: number
    readonly bytes: number
  }
  readonly durationMs: number
  readonly problems: readonly SourceProblem[]
}

/** Adds up what batches report. */
export class SyncTally {
  readonly work = noWork()
  readonly problems: SourceProblem[] = []
  added = 0
  done = 0
  /** Of those, only looked at again. */
  unchanged = 0
  /** Copies of what is kept: not read at all. */
  skipped = 0
  newBytes = 0

  take({ work, problems, added, items, newBytes, unchanged }: BatchReport): void {
    this.unchanged += unchanged
    addWork(this.work, work)
    this.problems.push(...problems)
    this.added += added
    this.done += items
    this.newBytes += newBytes
  }
}

export function buildReport(
  { now }: { now(): number },
  facts: {
    readonly startedAt: number
    readonly plan?: Plan | undefined
    readonly tally?: SyncTally
    readonly gone?: number | undefined
    readonly isBusy?: boolean
    readonly needsSync?: boolean
    readonly isIndexMended?: boolean
  },
): SyncReport {
  const { plan, tally = new SyncTally(), isBusy = false, needsSync = false, isIndexMended = false } = facts
  const changed = plan?.changed ?? []
  const { sessions = 0, files = 0, excluded = 0, forgotten = 0, ownRuns = 0 } = plan?.counts ?? {}
  const { readBytes, checkedBytes, parsedEntries, archivedBytes, changedFiles, newGenerations } = tally.work
  const bytes = changed.reduce((sum, { newBytes }) => sum + newBytes, 0)
  return {
    schema: 'backscroll.sync/1',
    isBusy,
    needsSync,
    isIndexMended,
    sessions: {
      seen: sessions,
      added: tally.added,
      grown: tally.done - tally.added - tally.unchanged,
      unchanged: sessions - changed.length - excluded - forgotten - ownRuns + tally.unchanged + tally.skipped,
      excluded,
      forgotten,
      ownRuns,
      gone: facts.gone,
    },
    files: { seen: files, changed: changedFiles, newGenerations },
    work: { readBytes, checkedBytes, parsedEntries, archivedBytes },
    left: {
      sessions: changed.length - tally.done - tally.skipped,
      older: changed.filter(({ known }) => known).length - (tally.done - tally.added),
      bytes: Math.max(0, bytes - tally.newBytes),
    },
    durationMs: now() - facts.startedAt,
    problems: [...(plan?.problems ?? []), ...tally.problems],
  }
}
