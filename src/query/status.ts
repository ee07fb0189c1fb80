import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { manifestPath } from '../archive/archive-folder.ts'
import type { SourceProblem } from '../source/problem.ts'
import { deletionOf, findRetention, listSettingProblems, type Retention } from '../source/retention.ts'
import type { Root } from '../source/roots.ts'
import type { SessionSource } from '../source/session-source.ts'
import { formatIso } from '../time/day.ts'
import type { UserError } from '../user-error.ts'
import { listForgotten } from './forgotten.ts'
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
    /** At the source, and not in the archive yet. */
    readonly notKept: number
    /** At the source, and left out because somebody said so. */
    readonly excluded: number
    /** Taken out of the archive for good. */
    readonly forgotten: number
    /** Transcripts of a command that `enrich` ran: neither kept nor listed. */
    readonly ownRuns: number
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
  /** A sync is under way or was cut off: the next one finishes what it began. */
  readonly isUnfinished: boolean
  /** Kept files that are not as they were kept, as far as anybody looked. */
  readonly damagedFiles: number
  /** What could not be read. */
  readonly problems: readonly SourceProblem[]
}

export interface IndexStatus {
  readonly state: IndexState
  readonly bytes: number
  /** Why it cannot be used, in a sentence. */
  readonly problem: string | undefined
}

/** `behind`: a sync brings it to where the archive is. `busy`: another program holds it for itself. */
export type IndexState = 'fresh' | 'behind' | 'missing' | 'older' | 'newer' | 'busy' | 'damaged' | 'unreadable'

export interface StatusRequest {
  readonly now: number
  readonly keepDir: string
  readonly indexPath: string
  /** The index is of this version and as far as the archive. */
  readonly isIndexReady: boolean
  readonly isUnfinished: boolean
  /** Generations of kept files that were found damaged. */
  readonly damaged: readonly { readonly file: number }[]
  /** The session belongs to a project that is kept out. */
  isExcluded(source: SessionSource): boolean
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** `opened` is what is kept, also where nothing of it is in the library: it knows what was forgotten. */
export function readStatus(library: Library, opened: Keep | undefined, request: StatusRequest): KeepStatus {
  const { keep } = library
  const forgotten = opened ? listForgotten(opened) : new Map<string, number>()
  const onDisk = library.sources.filter(source => !source.kept?.isGone)
  const isKept = (session: SessionSource): boolean => library.sessionOf(session) !== undefined
  const unkept = onDisk.filter(session => !isKept(session) && !forgotten.has(session.id))
  const excluded = new Set(unkept.filter(session => request.isExcluded(session)))
  const wanted = onDisk.filter(session => isKept(session) || (!forgotten.has(session.id) && !excluded.has(session)))
  const source = keep ? countSourceBytes(keep) : 0
  const archive = keep ? measureFolder(keep.archive) : 0
  const damagedFiles = new Set(request.damaged.map(({ file }) => file)).size
  return {
    schema: 'backscroll.status/1',
    path: request.keepDir,
    sessions: {
      kept: keep?.listSessions().length ?? 0,
      keptOnly: library.sources.length - onDisk.length,
      notKept: unkept.length - excluded.size,
      excluded: excluded.size,
      forgotten: forgotten.size,
      ownRuns: library.ownRuns,
    },
    bytes: { source, archive, ratio: source > 0 ? archive / source : undefined },
    atRisk: countAtRisk(library, keep, wanted, request.now),
    lastSyncAt: keep && formatIso(lastSyncOf(keep)),
    index: describeIndex(keep, request),
    isUnfinished: request.isUnfinished,
    damagedFiles,
    problems: [...library.problems, ...listSettingProblems(library.roots), ...describeDamage(damagedFiles, request)],
  }
}

function describeDamage(files: number, { keepDir }: StatusRequest): readonly SourceProblem[] {
  if (files === 0) return []
  const what = files === 1 ? '1 kept file is' : `${files} kept files are`
  const message = `${what} damaged in the archive: \`backscroll sync\` keeps again what still is on disk, \`backscroll verify\` lists all`
  return [{ code: 'unreadable', path: keepDir, message }]
}

function countAtRisk(
  library: Library,
  keep: Keep | undefined,
  wanted: readonly SessionSource[],
  now: number,
): KeepStatus['atRisk'] {
  const retentions = new Map<Root, Retention | undefined>()
  const retentionOf = (root: Root): Retention | undefined => {
    if (!retentions.has(root)) retentions.set(root, findRetention(root))
    return retentions.get(root)
  }
  const going = wanted.flatMap(source => {
    const at = deletionOf(source, retentionOf(source.root))
    return at !== undefined && at < now + WEEK_MS ? [{ source, at }] : []
  })
  const kept = going.filter(({ source }) => isKeptWhole(library, keep, source)).length
  const next = going.length > 0 ? Math.min(...going.map(({ at }) => at)) : undefined
  return { kept, notKept: going.length - kept, nextAt: formatIso(next) }
}

/** The archive has the transcript as far as the disk has it. */
function isKeptWhole(library: Library, keep: Keep | undefined, source: SessionSource): boolean {
  const session = library.sessionOf(source)
  if (session === undefined || !keep) return false
  const main = keep.listFiles(session).find(file => file.role === 'main')
  return main !== undefined && main.rawBytes >= (source.main?.sizeBytes ?? 0)
}

/** An index that was made anew does not know; then it is when the archive was last written to. */
export function lastSyncOf({ store, archive }: Keep): number | undefined {
  const known = Number(store?.meta.get('last_sync_at') ?? Number.NaN)
  return Number.isFinite(known) ? known : statSync(manifestPath(archive), { throwIfNoEntry: false })?.mtimeMs
}

function countSourceBytes(keep: Keep): number {
  if (keep.store) return Number(keep.store.get('SELECT sum(raw_bytes) AS bytes FROM files')?.bytes ?? 0)
  const files = keep.listSessions().flatMap(({ session }) => keep.listFiles(session))
  return files.reduce((sum, file) => sum + file.rawBytes, 0)
}

function describeIndex(keep: Keep | undefined, { indexPath, isIndexReady }: StatusRequest): IndexStatus {
  const bytes = ['', '-wal'].reduce((sum, ending) => sum + sizeOf(indexPath + ending), 0)
  if (keep?.indexProblem) return { state: stateOf(keep.indexProblem), bytes, problem: keep.indexProblem.message }
  if (!keep?.store) return { state: 'missing', bytes, problem: undefined }
  return { state: isIndexReady ? 'fresh' : 'behind', bytes, problem: undefined }
}

function stateOf({ code }: UserError): IndexState {
  if (code === 'index-older') return 'older'
  if (code === 'index-newer') return 'newer'
  if (code === 'index-busy') return 'busy'
  return code === 'index-damaged' || code === 'index-foreign' ? 'damaged' : 'unreadable'
}

/** All files below a folder. What vanishes meanwhile counts nothing. */
function measureFolder(folder: string): number {
  return listItems(folder).reduce((sum, item) => {
    const path = join(folder, item.name)
    if (item.isDirectory()) return sum + measureFolder(path)
    return item.isFile() ? sum + sizeOf(path) : sum
  }, 0)
}

function listItems(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
