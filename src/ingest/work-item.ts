import type { KeptProjects } from '../archive/manifest-record.ts'
import type { SessionSource } from '../source/session-source.ts'
import type { DamagedFile } from './damaged-files.ts'
import type { DiskFile } from './disk-file.ts'
import type { Check, KnownFile } from './known.ts'

/** All it takes to bring one session up to date: plain values, so that another thread can do it. */
export interface WorkItem {
  readonly source: Pick<SessionSource, 'id' | 'name' | 'folder' | 'root' | 'agents' | 'companionFolder'>
  /** Its number in the archive; undefined for a new one. */
  readonly session: number | undefined
  readonly isMoved: boolean
  readonly isImported: boolean
  /** As they are on disk; nothing where it is read from the archive alone. */
  readonly transcripts: readonly DiskFile[]
  /** Companions that are new or changed. */
  readonly others: readonly DiskFile[]
  /** What is kept of it already. */
  readonly files: readonly KnownFile[]
  readonly checks: readonly Check[]
  /** Of those, generations that are damaged: they are kept once more while the source is there. */
  readonly damaged: readonly DamagedFile[]
  /** Where reading stopped, as `packState` made it. */
  readonly state: Uint8Array | undefined
  /** It may grow soon: remember where reading stopped. */
  readonly keepsState: boolean
  readonly project: KeptProjects | undefined
  readonly newBytes: number
}

/** What was done, in numbers that tests can hold us to. */
export interface Work {
  /** Bytes of sources that were read because they are new. */
  readBytes: number
  /** Bytes that were read again to see that nothing before them changed. */
  checkedBytes: number
  parsedEntries: number
  /** Compressed bytes written to the archive. */
  archivedBytes: number
  newGenerations: number
  changedFiles: number
}

export function noWork(): Work {
  return { readBytes: 0, checkedBytes: 0, parsedEntries: 0, archivedBytes: 0, newGenerations: 0, changedFiles: 0 }
}

export function addWork(total: Work, more: Work): void {
  for (const name of Object.keys(total) as (keyof Work)[]) total[name] += more[name]
}
