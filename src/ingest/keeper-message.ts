import type { SyncProgress } from './sync-report.ts'

/**
 * What a keeper tells whoever started it, one JSON object a line: a process that watches and syncs for another one, so
 * that neither the time nor the memory of a sync is that of the other. It is told `sync <number>` a line, and ends when
 * its stdin does.
 */
export type KeeperMessage =
  | { readonly kind: 'progress'; readonly phase: SyncProgress['phase']; readonly done: number; readonly total: number }
  /** A sync ended. */
  | {
      readonly kind: 'report'
      /** The index says something else than before, whoever wrote it. */
      readonly isChanged: boolean
      /** Another process was writing all the time: nothing was done. */
      readonly isBusy: boolean
    }
  /** Nothing to keep yet: it looks again. */
  | { readonly kind: 'waiting'; readonly problem: string | undefined }
  /** `isLasting`: no waiting puts it right, and the process ends. */
  | { readonly kind: 'failure'; readonly message: string; readonly hint: string; readonly isLasting: boolean }
  /** What was asked for with this number is done. */
  | { readonly kind: 'synced'; readonly number: number }
