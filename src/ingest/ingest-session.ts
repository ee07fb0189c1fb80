import type { ArchiveWriter } from '../archive/archive-writer.ts'
import type { Session } from '../model/session.ts'
import type { CompanionFinder } from '../source/companion-finder.ts'
import type { SourceProblem } from '../source/problem.ts'
import { findRealFolder, type ProjectFinder } from '../source/project.ts'
import type { SqlValue } from '../store/define-table.ts'
import type { DamagedFile } from './damaged-files.ts'
import { listOthers, withPlace } from './disk-file.ts'
import type { FoldCache } from './fold-cache.ts'
import { type ChangedFile, type NewCheck, SessionKeeper } from './keep-session.ts'
import { readSession } from './read-session.ts'
import type { RowSink } from './row-sink.ts'
import { buildSessionRow } from './session-row.ts'
import type { ProjectFacts, Work, WorkItem } from './work-item.ts'

export interface IngestTools {
  /** Of the archive. */
  readonly folder: string
  readonly writer: ArchiveWriter
  readonly sink: RowSink
  readonly finder: CompanionFinder
  readonly findProject: ProjectFinder
  readonly work: Work
  readonly problems: SourceProblem[]
  /** Kept files that turned out to be damaged. */
  readonly damaged: DamagedFile[]
  /** In a process that stays: sessions it has read before. */
  readonly folds?: FoldCache | undefined
  readonly onRead?: ((bytes: number) => void) | undefined
  now(): number
}

/** What is left to write about a session once the archive has its bytes for good. */
export interface Ingested {
  readonly session: number
  readonly id: string
  readonly row: SqlValue[]
  readonly files: readonly ChangedFile[]
  readonly checks: readonly NewCheck[]
  readonly state: Uint8Array | undefined
  readonly isNew: boolean
  /** Something new was kept. */
  readonly isChanged: boolean
  /** Where its files stood before it was moved. */
  readonly oldPaths: readonly string[]
}

/** Brings one session up to date: its bytes into the archive, what they say into the index. */
export function ingestSession(item: WorkItem, tools: IngestTools): Ingested {
  const keeper = new SessionKeeper(item, tools)
  keeper.keepOthers(item.others)
  const streams = keeper.openTranscripts()
  const reading = readSession(item, { keeper, streams }, tools)
  const { session, state } = reading
  const known = new Set(item.others.map(({ path }) => path))
  if (item.transcripts.length > 0 && session) {
    const source = { ...item.source, main: undefined }
    const plans = listOthers(source, tools.finder, session.slugs).filter(
      ({ role, path }) => role === 'plan' && !known.has(path),
    )
    keeper.keepOthers(plans.map(file => withPlace(source, file)))
  }
  const project = settleProject(item, session, { ...tools, session: keeper.session })
  const leftOutBytes = reading.leftOutBytes + countOutputs(item, keeper.files)
  const row = buildSessionRow({ item, project, number: keeper.session, reading: { ...reading, leftOutBytes } })
  const { files, checks } = keeper
  return { session: keeper.session, id: item.source.id, row, files, checks, state, ...howOf(item, files) }
}

function howOf(item: WorkItem, files: readonly ChangedFile[]): Pick<Ingested, 'isNew' | 'isChanged' | 'oldPaths'> {
  return {
    isNew: item.session === undefined,
    isChanged: files.length > 0,
    oldPaths: item.isMoved ? item.files.map(({ path }) => path) : [],
  }
}

/** Outputs too large for the transcript: full text holds what the transcript shows of them. */
function countOutputs(item: WorkItem, changed: readonly ChangedFile[]): number {
  const sizes = new Map<number, number>()
  for (const { file, role, rawBytes } of item.files) if (role === 'tool-result') sizes.set(file, rawBytes)
  for (const { file, role, blob } of changed) if (role === 'tool-result') sizes.set(file, blob?.bytes ?? 0)
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

function settleProject(
  item: WorkItem,
  session: Session | undefined,
  tools: Pick<IngestTools, 'findProject' | 'writer'> & { readonly session: number },
): ProjectFacts {
  const cwd = session?.cwds[0]
  const { folder } = item.source
  const found =
    cwd === undefined
      ? { path: folder, name: folder.split(/[\\/]/).at(-1) ?? folder, remote: undefined }
      : factsOf(tools.findProject(cwd))
  const kept = item.project
  // The folder of the transcripts is only a guess: it belongs to no repository, wherever it stands.
  const known = kept && kept.path !== folder ? followLinks(kept, tools.findProject) : kept
  const project = known && (item.transcripts.length === 0 || tellsLess(found, known, folder)) ? known : found
  if (!kept || !isEqual(project, kept)) tools.writer.setProject(tools.session, project)
  return project
}

/** By what names it was reached is nothing to keep. */
function factsOf({ path, name, remote }: ProjectFacts): ProjectFacts {
  return { path, name, remote }
}

/** What was kept under the name of a link belongs to the folder that it leads to: there it is asked for. */
function followLinks(known: ProjectFacts, findProject: ProjectFinder): ProjectFacts {
  const real = findRealFolder(known.path)
  if (real === undefined || real === known.path) return known
  return known.remote === undefined ? factsOf(findProject(known.path)) : { ...known, path: real }
}

/** A folder, or a link, that is gone tells nothing: what was known of it stays, unless that was never more than a guess. */
function tellsLess(found: ProjectFacts, known: ProjectFacts, guess: string): boolean {
  if (found.remote !== undefined) return false
  if (known.remote !== undefined) return true
  return known.path !== guess && findRealFolder(found.path) === undefined && findRealFolder(known.path) !== undefined
}

function isEqual(a: ProjectFacts, b: ProjectFacts): boolean {
  return a.path === b.path && a.name === b.name && a.remote === b.remote
}
