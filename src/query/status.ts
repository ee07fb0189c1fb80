import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from '../archive/read-manifest.ts'
import type { SourceProblem } from '../source/problem.ts'
import { deletionOf, findRetention, listSettingProblems, type Retention } from '../source/retention.ts'
import type { Root } from '../source/roots.ts'
import type { SessionSource } from '../source/session-source.ts'
import { formatIso } from '../time/day.ts'
import type { UserError } from '../user-error.ts'
import type { Keep } from './keep.ts'
import type { Library } from './library.ts'

/** How well this machine's sessions are kept. */
export interface KeepStatus {
  readonly schema: 'backscroll.status/1'
  /** Where archive and index are. */
  readonly path: string
  readonly sessions: {
    /** In the archive. */
    readonly kept: number
    /** Of those, no longer at the source. */
    readonly keptOnly: number
    /** At the source and not in the archive: excluded, forgotten, or new. */
    readonly notKept: number
    readonly forgotten: number
  }
  readonly bytes: {
    /** Of what is kept, as it was at the source, newest copies. */
    readonly source: number
    /** Of the archive on disk. */
    readonly archive: number
    /** `archive` divided by `source`. */
    readonly ratio: number | undefined
  }
  /** Sessions that the client may delete within a week. */
  readonly atRisk: {
    readonly kept: number
    /** Not in the archive, or not to their end. */
    readonly notKept: number
    readonly nextAt: string | undefined
  }
  /** When a sync last found something to do. */
  readonly lastSyncAt: string | undefined
  readonly index: IndexStatus
  /** What could not be read. */
  readonly problems: readonly SourceProblem[]
}

export interface IndexStatus {
  readonly state: IndexState
  readonly bytes: number
  /** Why it cannot be used, in a sentence. */
  readonly problem: string | undefined
}

/** `behind`: a sync brings it to where the archive is. */
export type IndexState = 'fresh' | 'behind' | 'missing' | 'older' | 'newer' | 'damaged' | 'unreadable'

export interface StatusRequest {
  readonly now: number
  readonly keepDir: string
  readonly indexPath: string
  /** The index is of this version and as far as the archive. */
  readonly isIndexReady: boolean
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export function readStatus(library: Library, keep: Keep | undefined, request: StatusRequest): KeepStatus {
  const onDisk = library.sources.filter(source => !source.kept?.isGone)
  const source = keep ? countSourceBytes(keep) : 0
  const archive = keep ? measureFolder(keep.archive) : 0
  const lastSync = Number(keep?.store?.meta.get('last_sync_at') ?? Number.NaN)
  return {
    schema: 'backscroll.status/1',
    path: request.keepDir,
    sessions: {
      kept: keep?.listSessions().length ?? 0,
      keptOnly: library.sources.length - onDisk.length,
      notKept: onDisk.filter(session => library.sessionOf(session) === undefined).length,
      forgotten: keep ? countForgotten(keep) : 0,
    },
    bytes: { source, archive, ratio: source > 0 ? archive / source : undefined },
    atRisk: countAtRisk(library, keep, onDisk, request.now),
    lastSyncAt: formatIso(Number.isFinite(lastSync) ? lastSync : undefined),
    index: describeIndex(keep, request),
    problems: [...library.problems, ...listSettingProblems(library.roots)],
  }
}
