import { existsSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { realOf } from '../archive/real-of.ts'
import { createCompanionFinder } from '../source/companion-finder.ts'
import { listAllSources, listFolderSources } from '../source/discover.ts'
import { rememberFolders } from '../source/list-folder.ts'
import type { SourceProblem } from '../source/problem.ts'
import { findRealFolder } from '../source/project.ts'
import { readBytes } from '../source/read-chunks.ts'
import { readSessionId } from '../source/read-head.ts'
import type { Root } from '../source/roots.ts'
import { listFiles, type SessionSource, type SourceFile } from '../source/session-source.ts'
import { hashOf, TAIL_BYTES } from '../source/tail-hash.ts'
import { type DiskFile, type ListedFile, listOthers, listTranscripts, withPlace } from './disk-file.ts'
import { type Check, type Known, type KnownSession, sessionKey } from './known.ts'

/** What a sync has to do, found out by looking at names, lengths and times alone. */
export interface Plan {
  /** Newest first. */
  readonly changed: readonly PlannedSession[]
  /** Paths that were there at the last sync and are gone. */
  readonly missing: readonly string[]
  /** Paths that are there again, as they were. */
  readonly returned: readonly string[]
  /** Logs of prompts (`history.jsonl`) that changed. */
  readonly histories: readonly HistoryLog[]
  readonly counts: PlanCounts
  readonly problems: readonly SourceProblem[]
  readonly sources: readonly SessionSource[]
}

export interface HistoryLog {
  readonly configPath: string
  readonly disk: DiskFile
  readonly check: Check | undefined
}

export interface PlanCounts {
  readonly sessions: number
  readonly files: number
  readonly excluded: number
  readonly forgotten: number
  /** Of a command that `enrich` ran. */
  readonly ownRuns: number
}

export interface PlannedSession {
  readonly source: SessionSource
  readonly known: KnownSession | undefined
  /** It stood in another folder before; its files go on as new generations. */
  readonly isMoved: boolean
  readonly transcripts: readonly DiskFile[]
  /** What they looked like when they were read last. */
  readonly checks: readonly Check[]
  /** Companions that are new or changed. */
  readonly others: readonly DiskFile[]
  /** About how much there is to read. */
  readonly newBytes: number
  readonly changedAt: number
}

/** A project folder that somebody saw change. */
export interface ChangedFolder {
  readonly root: Root
  readonly path: string
  /** Only sessions of these names; all of them when left out. */
  readonly names?: readonly string[] | undefined
}

export interface PlanRequest {
  readonly roots: readonly Root[]
  /** Only these project folders are looked at; everything when left out. */
  readonly folders?: readonly ChangedFolder[] | undefined
  readonly known: Known
  /** Companions of sessions that have not changed themselves are looked at too. */
  readonly isThorough: boolean
  /** Copies from elsewhere: none of them is a session that was moved. */
  readonly isImport?: boolean | undefined
  isExcluded(source: SessionSource): boolean
  isOwnRun(source: SessionSource): boolean
}

export function planSync(request: PlanRequest): Plan {
  return rememberFolders(() => plan(request))
}

function plan(request: PlanRequest): Plan {
  const { roots, folders, known, isThorough, isExcluded, isOwnRun } = request
  const readId = (file: SourceFile): string | undefined => rememberedId(known, file)
  const listing = folders ? listFolderSources(folders, readId) : listAllSources(roots, readId)
  const finder = createCompanionFinder()
  const isBehindLink = createLinkFinder()
  const seen = new Set<string>()
  const changed: PlannedSession[] = []
  const returned: string[] = []
  const counts = { sessions: 0, files: 0, excluded: 0, forgotten: 0, ownRuns: 0 }
  const problems = [...listing.problems]
  for (const source of listing.sources) {
    const outside = request.isImport ? findLinkOut(source) : undefined
    if (outside) {
      problems.push(outside)
      continue
    }
    counts.sessions++
    const { session, isMoved } = findKnown(known, source, request.isImport !== true)
    const transcripts = listTranscripts(source)
    for (const { path } of transcripts) seen.add(path)
    if (known.forgotten.has(source.id)) {
      counts.forgotten++
      continue
    }
    if (!session && isOwnRun(source)) {
      counts.ownRuns++
      continue
    }
    if (!session && isExcluded(source)) {
      counts.excluded++
      continue
    }
    const grown = transcripts.filter(file => !isUnchanged(file, known.checks.get(file.path)))
    const isDamaged = session !== undefined && known.damaged.has(session.session)
    const others = isThorough || isDamaged || grown.length > 0 ? listOthers(source, finder, session?.slugs ?? []) : []
    for (const { path } of others) seen.add(path)
    counts.files += transcripts.length + others.length
    for (const { path } of [...transcripts, ...others])
      if (known.checks.get(path)?.isPresent === false) returned.push(path)
    const changedOthers = others.filter(file => isDamaged || !isUnchanged(file, known.checks.get(file.path)))
    const isSettled = session && !isMoved && !isDamaged && !(isThorough && isBehindLink(session))
    if (isSettled && grown.length === 0 && changedOthers.length === 0) continue
    if (session && isExcluded(source)) {
      counts.excluded++
      continue
    }
    changed.push({
      source,
      known: session,
      isMoved,
      transcripts: transcripts.map(file => withPlace(source, file)),
      checks: [...transcripts, ...changedOthers].flatMap(({ path }) => known.checks.get(path) ?? []),
      others: changedOthers.map(file => withPlace(source, file)),
      newBytes: countNewBytes(grown, known) + changedOthers.reduce((sum, file) => sum + file.sizeBytes, 0),
      changedAt: [...grown, ...changedOthers].reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0),
    })
  }
  changed.sort((a, b) => b.changedAt - a.changedAt)
  const missing = listMissing({ roots, known, problems: listing.problems }, seen)
  const histories = listHistories(roots, known)
  return { changed, missing, returned, histories, counts, problems, sources: listing.sources }
}

/** Whether a project was kept under a name that a link has by now: its sessions belong to where the link leads. */
function createLinkFinder(): (session: KnownSession) => boolean {
  const known = new Map<string, boolean>()
  return ({ project: { path }, folder }) => {
    // The folder of the transcripts is only a guess, and stays as it is.
    if (path === folder) return false
    const isLink = known.get(path) ?? (findRealFolder(path) ?? path) !== path
    known.set(path, isLink)
    return isLink
  }
}

/** What somebody imports may come from anybody: a link in it must not bring in files that lie elsewhere. */
function findLinkOut(source: SessionSource): SourceProblem | undefined {
  const top = realOf(source.root.configPath ?? (source.root.isFile ? dirname(source.root.path) : source.root.path))
  const paths = [...listFiles(source).map(({ path }) => path), source.companionFolder ?? source.folder]
  const outside = paths.find(path => !`${realOf(path)}${sep}`.startsWith(top.endsWith(sep) ? top : top + sep))
  if (outside === undefined) return undefined
  const message = `${outside} is a link that leads out of what is imported: left out`
  return { code: 'link-out', path: outside, message }
}

/** Only files whose name does not tell their session are asked for; what was seen in them once stays true. */
function rememberedId(known: Known, file: SourceFile): string | undefined {
  const check = known.checks.get(file.path)
  if (check?.sessionId !== undefined && check.identity === file.identity && file.sizeBytes >= check.sizeBytes) {
    return check.sessionId
  }
  return readSessionId(file.path)
}

export function isUnchanged(file: ListedFile, check: Check | undefined): boolean {
  return (
    check !== undefined &&
    check.sizeBytes === file.sizeBytes &&
    check.mtimeMs === file.mtimeMs &&
    check.identity === file.identity
  )
}

/** The same folder and name, else a session of this id that was moved here. */
function findKnown(
  known: Known,
  source: SessionSource,
  canMove: boolean,
): { readonly session: KnownSession | undefined; readonly isMoved: boolean } {
  const session = known.sessions.get(sessionKey(source))
  if (session || !canMove) return { session, isMoved: false }
  const moved = known.sessionsById
    .get(source.id)
    ?.find(other => other.name === source.name && isMovedTo(known, other, source))
  return { session: moved, isMoved: moved !== undefined }
}

/** The old place is empty, and the new file is the old one or goes on from it: a copy of something else is none. */
function isMovedTo(known: Known, { path }: KnownSession, { main }: SessionSource): boolean {
  const check = known.checks.get(path)
  if (!main || !check || existsSync(path)) return false
  if (main.identity === check.identity && main.sizeBytes >= check.sizeBytes) return true
  if (main.sizeBytes < check.readBytes) return false
  const tail = readBytes(main.path, Math.max(0, check.readBytes - TAIL_BYTES), check.readBytes)
  return tail !== undefined && hashOf(tail) === check.tailHash
}

function countNewBytes(files: readonly ListedFile[], known: Known): number {
  return files.reduce((sum, { path, sizeBytes }) => {
    const read = known.checks.get(path)?.readBytes ?? 0
    return sum + (sizeBytes >= read ? sizeBytes - read : sizeBytes)
  }, 0)
}

/** The client's logs of every prompt typed, one per config folder, where they changed. */
function listHistories(roots: readonly Root[], known: Known): readonly HistoryLog[] {
  const configs = new Set(roots.flatMap(root => root.configPath ?? []))
  return [...configs].flatMap(configPath => {
    const path = join(configPath, 'history.jsonl')
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile()) return []
    const { size, mtimeMs, dev, ino } = stat
    const names = { role: 'history' as const, place: 'history.jsonl', agentId: undefined, workflowId: undefined }
    const disk = { ...names, path, sizeBytes: size, mtimeMs, identity: `${dev}:${ino}` }
    const check = known.checks.get(path)
    return isUnchanged(disk, check) ? [] : [{ configPath, disk, check }]
  })
}

/** A folder that could not be listed says nothing about its files. */
function listMissing(
  {
    roots,
    known,
    problems,
  }: Pick<PlanRequest, 'roots' | 'known'> & {
    readonly problems: readonly SourceProblem[]
  },
  seen: ReadonlySet<string>,
): readonly string[] {
  const folders = roots.flatMap(root => [root.path, ...(root.configPath === undefined ? [] : [root.configPath])])
  const missing: string[] = []
  for (const { path, isPresent, file } of known.checks.values()) {
    if (!isPresent || file === undefined || seen.has(path)) continue
    if (!folders.some(folder => isBelow(path, folder))) continue
    if (problems.some(problem => isBelow(path, problem.path))) continue
    // Not everything was listed: only what is really gone counts.
    if (!existsSync(path)) missing.push(path)
  }
  return missing
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || (path.startsWith(folder) && /[\\/]/.test(path[folder.length] ?? ''))
}
