import type { Title } from '../model/session.ts'
import type { SessionSummary } from '../model/session-summary.ts'
import type { UsageTotals } from '../model/usage/request.ts'
import { createFolderFinder, type FolderFinder, type Project, projectKeyOf } from '../source/project.ts'
import { deletionOf, findRetention, type Retention } from '../source/retention.ts'
import type { Root } from '../source/roots.ts'
import { type SessionProjects, settleProjects } from '../source/session-projects.ts'
import { changedAtOf, pathOf, type SessionSource, sizeBytesOf } from '../source/session-source.ts'
import { formatIso } from '../time/day.ts'
import type { SummarizedSession } from './summarize-library.ts'

/** One session in a list. Times are ISO 8601 in UTC; what is not known is left out. */
export interface SessionRow {
  readonly id: string
  /** Enough of the id to name it; where several files bear one id, with `~2`, `~3` … for all but the first. */
  readonly shortId: string
  readonly title: string
  readonly titleFrom: Title['from']
  /** The project's folder: one for all worktrees and clones of a repository. */
  readonly project: string
  readonly projectName: string
  /** `host/owner/name`. */
  readonly remote: string | undefined
  /** Folders of other projects that it is found from: where it began, or did a good part of its work. */
  readonly otherProjects: readonly string[] | undefined
  /** Folder it began in. */
  readonly cwd: string | undefined
  readonly branch: string | undefined
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  /** From the first to the last entry. */
  readonly durationMs: number | undefined
  readonly activeMs: number
  /** Turns that a person set off. */
  readonly turns: number
  /** Those that programs, other agents, timers and background tasks set off. */
  readonly otherTurns: number
  readonly toolCalls: number
  readonly agents: number
  readonly compactions: number
  /** Each paid request of this session once; a resume or fork repeats those of its original. */
  readonly tokens: RowTokens
  readonly models: readonly string[]
  readonly version: string | undefined
  readonly path: string
  readonly sizeBytes: number
  readonly changedAt: string | undefined
  /** From when on the client may delete the transcript. */
  readonly deletesAt: string | undefined
  readonly entries: number
  readonly unreadable: number
  readonly unknown: number
  readonly hasConversation: boolean
  /** backscroll keeps a copy. */
  readonly isKept: boolean
  /** The client's own file no longer exists: what is shown of it comes from the archive. */
  readonly keptOnly: boolean
}

export interface RowTokens {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly total: number
}

/** A row with what is needed to choose and group rows, in epoch milliseconds. */
export interface RankedRow {
  readonly row: SessionRow
  readonly source: SessionSource
  readonly project: Project
  /** It is found from these too. */
  readonly otherProjects: readonly Project[]
  /** The last entry; the file's own time where no entry has one. */
  readonly lastAt: number
  readonly firstAt: number
  readonly deletesAt: number | undefined
  /** Nothing of it could be read, so nobody knows what it holds. */
  readonly isUnread: boolean
}

/** Rows of all sessions, newest first. `names` gives the short ids among all sessions there are. */
export function buildRows(
  sessions: readonly SummarizedSession[],
  names: ReadonlyMap<SessionSource, string>,
): readonly RankedRow[] {
  const find = createFolderFinder()
  const retentions = new Map<Root, Retention | undefined>()
  const places = sessions.map(session => projectsOf(session, find))
  const unified = unifyProjects(places.map(({ own }) => own))
  const rows = sessions.map(({ source, summary, isKept, problems }, at) => {
    const { root } = source
    if (!retentions.has(root)) retentions.set(root, findRetention(root))
    const { own, others } = places[at] as SessionProjects
    const project = unified.get(projectKeyOf(own)) ?? own
    const otherProjects = others.map(other => unified.get(projectKeyOf(other)) ?? other)
    const deletesAt = deletionOf(source, retentions.get(root))
    const lastAt = summary.endedAt ?? Math.floor(changedAtOf(source) ?? 0)
    const row = buildRow(source, summary, {
      project,
      otherProjects,
      deletesAt,
      shortId: names.get(source) ?? source.id,
      isKept,
    })
    const isUnread = problems.length > 0 && summary.entries === 0
    return {
      row,
      source,
      project,
      otherProjects: others,
      lastAt,
      firstAt: summary.startedAt ?? lastAt,
      deletesAt,
      isUnread,
    }
  })
  return rows.sort((a, b) => b.lastAt - a.lastAt || compare(a.row.id, b.row.id) || compare(a.row.path, b.row.path))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function buildRow(
  source: SessionSource,
  summary: SessionSummary,
  more: Pick<RankedRow, 'project' | 'otherProjects' | 'deletesAt'> & { shortId: string; isKept: boolean },
): SessionRow {
  const { startedAt, endedAt } = summary
  return {
    id: source.id,
    shortId: more.shortId,
    title: summary.title.text.toWellFormed(),
    titleFrom: summary.title.from,
    project: more.project.path,
    projectName: more.project.name,
    remote: more.project.remote,
    otherProjects: more.otherProjects.length === 0 ? undefined : more.otherProjects.map(({ path }) => path),
    cwd: summary.cwd,
    branch: summary.branch,
    startedAt: formatIso(startedAt),
    endedAt: formatIso(endedAt),
    durationMs: startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt,
    activeMs: summary.activeMs,
    turns: summary.turns,
    otherTurns: summary.otherTurns,
    toolCalls: summary.toolCalls,
    agents: summary.agents,
    compactions: summary.compactions,
    tokens: sumTokens(summary.usage),
    models: summary.models,
    version: summary.version,
    path: pathOf(source),
    sizeBytes: sizeBytesOf(source),
    changedAt: formatIso(changedAtOf(source)),
    deletesAt: formatIso(more.deletesAt),
    entries: summary.entries,
    unreadable: summary.unreadable,
    unknown: summary.unknown,
    hasConversation: summary.hasConversation,
    isKept: more.isKept,
    keptOnly: source.kept?.isGone ?? false,
  }
}

/** A session that names no directory is told apart by the folder it is stored in; that folder's name is not decoded. */
function projectsOf({ source, summary, projects }: SummarizedSession, find: FolderFinder): SessionProjects {
  if ('own' in projects) return projects
  if (summary.cwd !== undefined) return settleProjects(summary.cwd, projects, find)
  const { folder } = source
  return { own: { path: folder, name: folder.split(/[\\/]/).at(-1) ?? folder, remote: undefined }, others: [] }
}

/** Clones of one repository are one project, named by the clone with most sessions. */
function unifyProjects(projects: readonly Project[]): ReadonlyMap<string, Project> {
  const counts = new Map<string, Map<string, { project: Project; count: number }>>()
  for (const project of projects) {
    const key = projectKeyOf(project)
    const paths = counts.get(key) ?? new Map<string, { project: Project; count: number }>()
    const known = paths.get(project.path)
    paths.set(project.path, { project, count: (known?.count ?? 0) + 1 })
    counts.set(key, paths)
  }
  const unified = new Map<string, Project>()
  for (const [key, paths] of counts) {
    const [best] = [...paths.values()].sort((a, b) => b.count - a.count || (a.project.path < b.project.path ? -1 : 1))
    if (best) unified.set(key, best.project)
  }
  return unified
}

export function sumTokens(usage: UsageTotals): RowTokens {
  const cacheWrite = usage.cacheWrite5m + usage.cacheWrite1h
  const { input, output, cacheRead } = usage
  return withTotal({ input, output, cacheRead, cacheWrite })
}

export function withTotal(tokens: Omit<RowTokens, 'total'>): RowTokens {
  const { input, output, cacheRead, cacheWrite } = tokens
  return { input, output, cacheRead, cacheWrite, total: input + output + cacheRead + cacheWrite }
}
