import type { SourceProblem } from '../source/problem.ts'
import { projectKeyOf } from '../source/project.ts'
import { findRetention, listSettingProblems } from '../source/retention.ts'
import type { Root } from '../source/roots.ts'
import type { SessionSource } from '../source/session-source.ts'
import { formatIso } from '../time/day.ts'
import { describeKeep, type KeepFacts } from './keep-facts.ts'
import type { Library } from './library.ts'
import { listLibraryRows } from './library-rows.ts'
import { countEmpty } from './list-sessions.ts'
import { type RankedRow, type RowTokens, type SessionRow, withTotal } from './session-row.ts'
import type { LibrarySummary } from './summarize-library.ts'

export interface Overview {
  readonly schema: 'backscroll.overview/1'
  readonly roots: readonly RootFacts[]
  /** Last active first. */
  readonly projects: readonly ProjectRow[]
  readonly totals: Totals
  /** Sessions the client may delete within a week, the first to go first. */
  readonly expiring: readonly SessionRow[]
  /** The session that was active last. */
  readonly newest: SessionRow | undefined
  /** Undefined where nothing is kept. */
  readonly keep: KeepFacts | undefined
  readonly problems: readonly SourceProblem[]
}

export interface RootFacts {
  readonly path: string
  readonly from: Root['from']
  readonly sessions: number
  /** Undefined where no client cleans up. */
  readonly keepsDays: number | undefined
  /** The file that says so; undefined for the client's own default. */
  readonly keepsDaysSetBy: string | undefined
  /** The client is told to write no transcripts at all. */
  readonly isWritingOff: boolean
}

export interface ProjectRow {
  readonly project: string
  readonly name: string
  readonly remote: string | undefined
  readonly sessions: number
  readonly turns: number
  readonly tokens: number
  readonly lastActiveAt: string | undefined
}

export interface Totals {
  readonly projects: number
  readonly sessions: number
  /** Of those, how many are left in the archive alone. */
  readonly keptOnly: number
  /** Files that hold only bookkeeping, not counted as sessions. */
  readonly emptySessions: number
  readonly turns: number
  readonly toolCalls: number
  readonly agents: number
  readonly tokens: RowTokens
  readonly activeMs: number
  readonly sizeBytes: number
  readonly firstAt: string | undefined
  readonly lastAt: string | undefined
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** What there is, at one glance. */
export async function buildOverview(
  library: Library,
  request: { readonly now: number; readonly threads: number },
): Promise<Overview> {
  const { summary, rows: all } = await listLibraryRows(library, request)
  const own = listOwnTokens(summary)
  const rows = all
    .filter(({ row }) => row.hasConversation)
    .map(ranked => ({ ...ranked, ownTokens: own.get(ranked.source) ?? NO_TOKENS }))
  const projects = groupByProject(rows)
  return {
    schema: 'backscroll.overview/1',
    roots: library.roots.map(root => describeRoot(root, library)),
    projects,
    totals: { ...sumRows(rows), projects: projects.length, emptySessions: countEmpty(all) },
    expiring: listExpiring(rows, request.now + WEEK_MS),
    newest: rows[0]?.row,
    keep: describeKeep(
      library,
      rows.map(({ source }) => source),
    ),
    problems: [
      ...library.problems,
      ...listSettingProblems(library.roots),
      ...summary.sessions.flatMap(({ problems }) => problems),
    ],
  }
}

/** A row with the tokens of requests that no earlier session holds: what totals add up. */
interface CountedRow extends RankedRow {
  readonly ownTokens: RowTokens
}

const NO_TOKENS = withTotal({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })

function listOwnTokens({ sessions, countOwnTokens }: LibrarySummary): ReadonlyMap<SessionSource, RowTokens> {
  const own = countOwnTokens()
  return new Map(sessions.map(({ source }, at) => [source, own[at] ? withTotal(own[at]) : NO_TOKENS]))
}

export function describeRoot(root: Root, library: Library): RootFacts {
  const retention = findRetention(root)
  return {
    path: root.path,
    from: root.from,
    sessions: library.sources.filter(source => source.root === root).length,
    keepsDays: retention?.days,
    keepsDaysSetBy: retention?.setBy,
    isWritingOff: retention?.isWritingOff ?? false,
  }
}

function groupByProject(rows: readonly CountedRow[]): readonly ProjectRow[] {
  const groups = new Map<string, CountedRow[]>()
  for (const ranked of rows) {
    const key = projectKeyOf(ranked.project)
    const group = groups.get(key)
    if (group) group.push(ranked)
    else groups.set(key, [ranked])
  }
  // Rows come newest first, so groups do too, and the first row of each is its last activity.
  return [...groups.values()].map(group => {
    const [{ project, lastAt }] = group as [CountedRow]
    return {
      project: project.path,
      name: project.name,
      remote: project.remote,
      sessions: group.length,
      turns: sum(group, row => row.turns),
      tokens: sumOwn(group, 'total'),
      lastActiveAt: formatIso(lastAt || undefined),
    }
  })
}

function sumRows(rows: readonly CountedRow[]): Omit<Totals, 'projects' | 'emptySessions'> {
  const firsts = rows.map(({ firstAt }) => firstAt).filter(at => at > 0)
  return {
    sessions: rows.length,
    keptOnly: rows.filter(({ row }) => row.keptOnly).length,
    turns: sum(rows, row => row.turns),
    toolCalls: sum(rows, row => row.toolCalls),
    agents: sum(rows, row => row.agents),
    tokens: {
      input: sumOwn(rows, 'input'),
      output: sumOwn(rows, 'output'),
      cacheRead: sumOwn(rows, 'cacheRead'),
      cacheWrite: sumOwn(rows, 'cacheWrite'),
      total: sumOwn(rows, 'total'),
    },
    activeMs: sum(rows, row => row.activeMs),
    sizeBytes: sum(rows, row => row.sizeBytes),
    firstAt: formatIso(firsts.length > 0 ? firsts.reduce((a, b) => Math.min(a, b)) : undefined),
    lastAt: formatIso(rows[0]?.lastAt),
  }
}

function sum(rows: readonly RankedRow[], pick: (row: SessionRow) => number): number {
  return rows.reduce((total, { row }) => total + pick(row), 0)
}

/** R3: a request that several sessions repeat counts once. */
function sumOwn(rows: readonly CountedRow[], name: keyof RowTokens): number {
  return rows.reduce((total, { ownTokens }) => total + ownTokens[name], 0)
}

function listExpiring(rows: readonly RankedRow[], before: number): readonly SessionRow[] {
  return rows
    .filter(({ deletesAt }) => deletesAt !== undefined && deletesAt < before)
    .sort((a, b) => (a.deletesAt ?? 0) - (b.deletesAt ?? 0))
    .map(({ row }) => row)
}
