import type { ArchiveWriter } from '../archive/archive-writer.ts'
import type { CompanionFinder } from '../source/companion-finder.ts'
import type { SourceProblem } from '../source/problem.ts'
import type { FolderFinder } from '../source/project.ts'
import type { SqlValue } from '../store/define-table.ts'
import type { DamagedFile } from './damaged-files.ts'
import { listOthers, withPlace } from './disk-file.ts'
import type { FoldCache } from './fold-cache.ts'
import { type ChangedFile, type NewCheck, SessionKeeper } from './keep-session.ts'
import { readSession } from './read-session.ts'
import type { RowSink } from './row-sink.ts'
import { buildSessionRow } from './session-row.ts'
import { settleProject } from './settle-project.ts'
import type { Work, WorkItem } from './work-item.ts'

export interface IngestTools {
  /** Of the archive. */
  readonly folder: string
  readonly writer: ArchiveWriter
  readonly sink: RowSink
  readonly finder: CompanionFinder
  readonly findProject: FolderFinder
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
  const project = settleProject({
    session,
    folder: item.source.folder,
    kept: item.project,
    isFromArchive: item.transcripts.length === 0,
    find: tools.findProject,
  })
  if (JSON.stringify(project) !== JSON.stringify(item.project)) tools.writer.setProject(keeper.session, project)
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
