import type { IssueCode } from '../format/issue.ts'
import type { Pricer } from '../pricing/pricer.ts'
import { type CompanionKind, listOwnCompanions } from '../source/companions.ts'
import type { SkippedFile } from '../source/discover.ts'
import type { UnknownThing } from '../source/inspect-source.ts'
import type { SourceProblem } from '../source/problem.ts'
import { deletionOf, findRetention, listSettingProblems } from '../source/retention.ts'
import { pathOf, type SessionSource } from '../source/session-source.ts'
import { formatIso } from '../time/day.ts'
import { type ClientTotalsReport, describeClientTotals } from './client-totals.ts'
import type { InspectedFile, InspectedSession } from './indexed-inspections.ts'
import { inspectLibrary } from './inspect-library.ts'
import { describeKeep, type KeepFacts } from './keep-facts.ts'
import { unify } from './kept-source.ts'
import type { Library } from './library.ts'
import { describeRoot, type RootFacts } from './overview.ts'

/** How complete our reading of the transcripts is, and what the client will do to them. */
export interface DoctorReport {
  readonly schema: 'backscroll.doctor/1'
  /** No bad lines, nothing unknown, nothing skipped or out of reach. */
  readonly isClean: boolean
  readonly roots: readonly (RootFacts & Deletions)[]
  readonly sessions: number
  readonly files: {
    readonly seen: number
    readonly parsed: number
    /** Transcripts of which nothing, or not all, could be read. */
    readonly unread: number
    readonly skipped: readonly SkippedFile[]
  }
  readonly bytes: number
  readonly entries: number
  /** Most frequent first. */
  readonly kinds: readonly { readonly kind: string; readonly count: number }[]
  readonly unknownKinds: readonly UnknownRow[]
  readonly unknownKeys: readonly UnknownRow[]
  /** Words never seen before in fields that code goes by, names of tools, shapes of queue content. */
  readonly unknownValues: readonly UnknownRow[]
  /** The first ones of each file. */
  readonly badLines: readonly BadLine[]
  readonly badLineCount: number
  /** Sessions of which only bookkeeping is there: those that `ls` lists with `--all` only. */
  readonly withoutConversation: readonly string[]
  /** Subagents and outputs whose main transcript is gone. */
  readonly orphans: readonly { readonly id: string; readonly path: string }[]
  /** Files beside the transcripts in the sessions' own folders: outputs, journals of workflows … Kept, not parsed. */
  readonly companions: readonly { readonly kind: CompanionKind; readonly files: number; readonly bytes: number }[]
  /** Undefined where nothing is kept. */
  readonly keep: KeepFacts | undefined
  readonly problems: readonly SourceProblem[]
  /** The client's own totals beside ours: no finding, a check. Undefined where none is left. */
  readonly clientTotals?: ClientTotalsReport | undefined
}

export interface Deletions {
  /** Transcripts the client may delete before `now` plus a week. */
  readonly deletesWithinWeek: number
  readonly nextDeletionAt: string | undefined
}

/** What no table of ours knows, by client version. */
export interface UnknownRow {
  /** A kind such as `system/new_thing`; for keys the kind and the path of the key; for values the word behind that. */
  readonly name: string
  /** Empty where the lines name none. */
  readonly version: string
  readonly count: number
  /** `path:line`. */
  readonly example: string
}

export interface BadLine {
  readonly path: string
  readonly line: number
  readonly code: IssueCode
  readonly message: string
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Reads every line of every file. */
export async function runDoctor(
  library: Library,
  request: { readonly now: number; readonly threads: number; readonly pricer?: Pricer | undefined },
): Promise<DoctorReport> {
  const inspections = await inspectLibrary(library, { threads: request.threads })
  const files = inspections.flatMap(inspection => inspection.files)
  const parsed = files.filter(isTranscript)
  const skipped = [
    ...library.skipped,
    ...files.filter(file => !isTranscript(file)).map(file => ({ path: file.path, why: file.sniffed.why })),
  ]
  const unknownKinds = groupUnknown(parsed, 'kind')
  const unknownKeys = groupUnknown(parsed, 'key')
  const unknownValues = groupUnknown(parsed, 'value')
  const badLines = parsed.flatMap(({ path, issues }) =>
    issues.map(({ line, code, message }) => ({ path, line, code, message })),
  )
  const unread = inspections.flatMap(inspection => inspection.problems)
  const problems = [...library.problems, ...listSettingProblems(library.roots), ...unread]
  const keep = describeKeep(library, library.sources)
  const clientTotals = request.pricer && (await describeClientTotals(library, request.pricer))
  const findings: readonly (readonly unknown[])[] = [
    keep?.problems ?? [],
    unknownKinds,
    unknownKeys,
    unknownValues,
    badLines,
    problems,
    skipped.filter(file => !library.skipped.includes(file)),
  ]
  return {
    schema: 'backscroll.doctor/1',
    isClean: findings.every(list => list.length === 0),
    roots: library.roots.map(root => ({
      ...describeRoot(root, library),
      ...listDeletions(root, library, request.now),
    })),
    sessions: library.sources.length,
    files: {
      seen: files.length + unread.length + library.skipped.length,
      parsed: parsed.length,
      unread: unread.length,
      skipped,
    },
    bytes: sum(parsed, file => file.bytes),
    entries: sum(parsed, file => file.entries),
    kinds: countKinds(parsed),
    unknownKinds,
    unknownKeys,
    unknownValues,
    badLines,
    badLineCount: sum(parsed, file => file.issueCount),
    withoutConversation: listWithoutConversation(library.sources, inspections),
    orphans: library.sources.filter(source => !source.main).map(source => ({ id: source.id, path: pathOf(source) })),
    companions: countCompanions(library),
    keep,
    problems,
    ...(clientTotals ? { clientTotals } : {}),
  }
}

function countCompanions(library: Library): DoctorReport['companions'] {
  const counts = new Map<CompanionKind, { files: number; bytes: number }>()
  for (const source of library.sources) {
    for (const { kind, sizeBytes } of listInOwnFolder(library, source)) {
      if (kind === 'agent') continue
      const count = counts.get(kind) ?? { files: 0, bytes: 0 }
      counts.set(kind, { files: count.files + 1, bytes: count.bytes + sizeBytes })
    }
  }
  return [...counts].map(([kind, count]) => ({ kind, ...count }))
}

function listInOwnFolder(
  { keep }: Library,
  source: SessionSource,
): readonly { readonly kind: CompanionKind; readonly sizeBytes: number }[] {
  if (source.companionFolder === undefined) return []
  if (!source.kept) return listOwnCompanions(source)
  const folder = `${unify(source.companionFolder)}/`
  const files = keep?.listFiles(source.kept.session).filter(file => unify(file.path).startsWith(folder)) ?? []
  return files.map(file => ({ kind: file.role as CompanionKind, sizeBytes: file.rawBytes }))
}

function isTranscript({ sniffed }: InspectedFile): boolean {
  return sniffed.verdict === 'transcript' || sniffed.verdict === 'empty'
}

function groupUnknown(files: readonly InspectedFile[], what: UnknownThing['what']): readonly UnknownRow[] {
  const rows = new Map<string, UnknownRow>()
  // By path, so that the example is the same whatever order the sessions come in.
  for (const { path, unknown } of files.toSorted((a, b) => compare(a.path, b.path))) {
    for (const { name, version, count, line, what: found } of unknown) {
      if (found !== what) continue
      const key = `${name}\0${version}`
      const known = rows.get(key)
      rows.set(key, {
        name,
        version,
        count: count + (known?.count ?? 0),
        example: known?.example ?? `${path}:${line}`,
      })
    }
  }
  return [...rows.values()].sort(
    (a, b) => b.count - a.count || compare(a.name, b.name) || compare(a.version, b.version),
  )
}

function countKinds(files: readonly InspectedFile[]): DoctorReport['kinds'] {
  const counts = new Map<string, number>()
  for (const { kinds } of files) for (const [kind, count] of kinds) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || compare(a.kind, b.kind))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function listWithoutConversation(
  sources: readonly SessionSource[],
  inspections: readonly InspectedSession[],
): readonly string[] {
  const found: string[] = []
  for (const [at, source] of sources.entries()) {
    const inspection = inspections[at]
    const isUnread = inspection?.problems.length !== 0 && inspection?.files.every(file => file.entries === 0)
    if (!inspection?.hasConversation && !isUnread) found.push(pathOf(source))
  }
  return found
}

function listDeletions(root: Library['roots'][number], library: Library, now: number): Deletions {
  const retention = findRetention(root)
  const times: number[] = []
  for (const source of library.sources) {
    const at = source.root === root ? deletionOf(source, retention) : undefined
    if (at !== undefined) times.push(at)
  }
  return {
    deletesWithinWeek: times.filter(at => at < now + WEEK_MS).length,
    nextDeletionAt: formatIso(times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : undefined),
  }
}

function sum(files: readonly InspectedFile[], pick: (file: InspectedFile) => number): number {
  return files.reduce((total, file) => total + pick(file), 0)
}
