/**
 * The requests of transcripts as they stand on disk, without archive and index: the same as openIndexedUsage gives, but
 * for what takes a whole reading (turns, calls, files, titles).
 */
import { setImmediate } from 'node:timers/promises'
import type { SourceProblem } from '../../source/problem.ts'
import { createFolderFinder, type FolderFinder } from '../../source/project.ts'
import { settleProjects } from '../../source/session-projects.ts'
import { changedAtOf, type SessionSource, sizeBytesOf } from '../../source/session-source.ts'
import { scanSession } from '../../source/usage-scan.ts'
import { cellOf, countFacts, FIRST_AT, readFacts, type ScannedFact } from '../../source/usage-scan-facts.ts'
import type { ScannedSession } from '../../source/usage-scan-result.ts'
import { type ClientSide, isUnreadable } from './client/client-side.ts'
import { createPlaceFinder } from './scanned-places.ts'
import { settleScans } from './settle-scans.ts'
import type { SessionUsage, SourceRange, UsageSession, UsageSource } from './usage-source.ts'

export interface ScanOptions {
  /** Sessions that lie outside of it as a whole are there without their requests. */
  readonly range: SourceRange
  /** Stops between two sessions; what is given then is not all there is. */
  readonly signal?: AbortSignal | undefined
}

export interface ScannedUsage extends UsageSource {
  /** Files that could not be read. */
  readonly problems: readonly SourceProblem[]
}

export async function scanUsage(
  sources: readonly SessionSource[],
  { range, signal }: ScanOptions,
): Promise<ScannedUsage> {
  const ordered = asFirstSynced(sources)
  const scans = await scanAll(ordered, signal)
  const factsOf = factReader(scans)
  const settling = settleScans(
    scans.map(({ facts }, at) => ({ id: (ordered[at] as SessionSource).id, facts })),
    factsOf,
  )
  const find = createFolderFinder()
  const groups = scans.map((scan, at): SessionUsage => {
    const session = describeSession(ordered[at] as SessionSource, at + 1, scan, find)
    if (!overlaps(scan, range)) return { session, facts: [], copies: [] }
    return toGroup(session, factsOf(at), settling.copies.get(at))
  })
  return {
    groups,
    placesOf: createPlaceFinder(ordered, settling),
    problems: scans.flatMap(scan => scan.problems),
  }
}

/** Less than a person notices. */
const BYTES_PER_BREATH = 32 * 1024 * 1024

/** On one thread: a second one saves a quarter of the time, and takes a fifth more of the processor and 70 MB. */
async function scanAll(
  sources: readonly SessionSource[],
  signal: AbortSignal | undefined,
): Promise<readonly ScannedSession[]> {
  const scans: ScannedSession[] = []
  let bytes = 0
  for (const source of sources) {
    scans.push(scanSession(source))
    bytes += sizeBytesOf(source)
    if (bytes < BYTES_PER_BREATH) continue
    bytes = 0
    // An interrupt is heard only between two steps.
    await setImmediate()
    if (signal?.aborted) break
  }
  return scans
}

/** In the order in which a first sync numbers them, in which reports and explanations name them. */
function asFirstSynced(sources: readonly SessionSource[]): readonly SessionSource[] {
  return sources.toSorted((a, b) => (changedAtOf(b) ?? 0) - (changedAtOf(a) ?? 0))
}

/** Each session once, and only those asked for. */
function factReader(scans: readonly ScannedSession[]): (at: number) => readonly ScannedFact[] {
  const known: (readonly ScannedFact[] | undefined)[] = []
  return at => {
    const facts = known[at] ?? readFacts((scans[at] as ScannedSession).facts)
    known[at] = facts
    return facts
  }
}

function toGroup(
  session: UsageSession,
  facts: readonly ScannedFact[],
  copies: ReadonlySet<number> | undefined,
): SessionUsage {
  if (!copies) return { session, facts, copies: [] }
  return {
    session,
    facts: facts.filter(({ number }) => !copies.has(number)),
    copies: facts.filter(({ number }) => copies.has(number)),
  }
}

/** A request without a time is in no range. */
function overlaps({ facts }: ScannedSession, { since, until }: SourceRange): boolean {
  if (since === undefined && until === undefined) return true
  const from = since ?? Number.NEGATIVE_INFINITY
  const to = until ?? Number.POSITIVE_INFINITY
  for (let row = 0; row < countFacts(facts); row++) {
    const at = cellOf(facts, row, FIRST_AT)
    if (at >= from && at < to) return true
  }
  return false
}

function describeSession(
  { id, folder }: SessionSource,
  number: number,
  scan: ScannedSession,
  find: FolderFinder,
): UsageSession {
  const { cwd, work, unreadable, seenInProgress } = scan
  const { own, others } =
    cwd === undefined
      ? { own: { path: folder, name: folder.split(/[\\/]/).at(-1) ?? folder, remote: undefined }, others: [] }
      : settleProjects(cwd, work, find)
  // A title may stand anywhere in a file: without an index a session goes by its id.
  const client = clientSideOf(scan)
  return { number, id, title: '', project: own, otherProjects: others, cwd, unreadable, seenInProgress, client }
}

function clientSideOf({ facts, clientTotals, forkedFrom }: ScannedSession): ClientSide | undefined {
  if (clientTotals.length === 0) return undefined
  const times = Array.from({ length: countFacts(facts) }, (_, row) => cellOf(facts, row, FIRST_AT)).filter(
    Number.isFinite,
  )
  // They are in the order of time.
  return {
    totals: clientTotals,
    isUnreadable: isUnreadable(clientTotals),
    forkedFrom,
    firstAt: times[0],
    lastAt: times.at(-1),
    compactions: undefined,
  }
}
