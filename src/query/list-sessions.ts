import type { SourceProblem } from '../source/problem.ts'
import { matchesSession } from '../source/session-projects.ts'
import type { Library } from './library.ts'
import { listLibraryRows } from './library-rows.ts'
import type { RankedRow, SessionRow } from './session-row.ts'

export interface ListRequest {
  /** Name, last path part or path suffix of a project. */
  readonly project?: string | undefined
  /** A project, else words that stand in title, branch, directory or id. */
  readonly text?: string | undefined
  /** Epoch milliseconds: sessions that were active at or after this. */
  readonly since?: number | undefined
  /** Sessions that began before this. */
  readonly until?: number | undefined
  /** Files that hold only bookkeeping too. */
  readonly includeEmpty: boolean
  readonly threads: number
}

export interface SessionList {
  readonly schema: 'backscroll.sessions/1'
  /** Newest first. */
  readonly sessions: readonly SessionRow[]
  /** Sessions left out because they hold only bookkeeping. */
  readonly emptyCount: number
  readonly problems: readonly SourceProblem[]
}

export async function listSessions(library: Library, request: ListRequest): Promise<SessionList> {
  const { rows, emptyCount, problems } = await selectSessions(library, request)
  return { schema: 'backscroll.sessions/1', sessions: rows.map(({ row }) => row), emptyCount, problems }
}

/** The same with what each session is read from. */
export async function selectSessions(
  library: Library,
  request: ListRequest,
): Promise<Pick<SessionList, 'emptyCount' | 'problems'> & { readonly rows: readonly RankedRow[] }> {
  const { rows, summary } = await listLibraryRows(library, request)
  const matching = rows.filter(ranked => matches(ranked, request))
  return {
    rows: request.includeEmpty ? matching : matching.filter(({ row }) => row.hasConversation),
    emptyCount: request.includeEmpty ? 0 : countEmpty(matching),
    problems: [...library.problems, ...summary.sessions.flatMap(({ problems }) => problems)],
  }
}

/** Files that hold only bookkeeping. One that cannot be read is a problem, and not counted here. */
export function countEmpty(rows: readonly RankedRow[]): number {
  return rows.filter(({ row, isUnread }) => !row.hasConversation && !isUnread).length
}

function matches(ranked: RankedRow, { project, text, since, until }: ListRequest): boolean {
  if (since !== undefined && ranked.lastAt < since) return false
  if (until !== undefined && ranked.firstAt >= until) return false
  if (project !== undefined && !isOfProject(ranked, project)) return false
  return text === undefined || isOfProject(ranked, text) || hasText(ranked.row, text)
}

function isOfProject({ project, otherProjects, row }: RankedRow, text: string): boolean {
  return matchesSession({ project, otherProjects, cwd: row.cwd }, text)
}

function hasText(row: SessionRow, text: string): boolean {
  const haystack = [row.title, row.branch, row.cwd, row.project, row.id, row.shortId].join('\n').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every(word => haystack.includes(word))
}
