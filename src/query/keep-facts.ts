import type { SessionSource } from '../source/session-source.ts'
import { formatIso } from '../time/day.ts'
import type { Library } from './library.ts'
import { lastSyncOf } from './status.ts'

/** What is kept of the sessions a question is about, in a few words. */
export interface KeepFacts {
  /** The archive's folder. */
  readonly path: string
  /** Sessions kept, on disk or not. */
  readonly sessions: number
  /** Of those, how many the disk no longer has. */
  readonly keptOnly: number
  readonly lastSyncAt: string | undefined
  /** One sentence each. */
  readonly problems: readonly string[]
}

/** Undefined where nothing is kept. Counts the sessions given: those that the question counts elsewhere too. */
export function describeKeep({ keep, sessionOf }: Library, sources: readonly SessionSource[]): KeepFacts | undefined {
  if (!keep) return undefined
  return {
    path: keep.archive,
    sessions: sources.filter(source => sessionOf(source) !== undefined).length,
    keptOnly: sources.filter(source => source.kept?.isGone).length,
    lastSyncAt: formatIso(lastSyncOf(keep)),
    problems: keep.store ? [] : [keep.indexProblem?.message ?? 'there is no index: answers take longer without it'],
  }
}
