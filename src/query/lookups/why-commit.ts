import type { Blame } from '../../git/blame-line.ts'
import type { Project } from '../../source/project.ts'
import type { SqlValue } from '../../store/define-table.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import { ofAnyProject } from '../session-limits.ts'
import { collapseCopies, type FactRow, type SoleFact } from './collapse-copies.ts'
import type { KeptSession } from './kept-sessions.ts'

export interface WhyCommit {
  readonly sha: string
  readonly subject: string | undefined
  readonly at: string | undefined
}

export interface WhyPullRequest {
  readonly url: string
  readonly number: number | undefined
  readonly repository: string | undefined
}

export interface CommitRow extends FactRow {
  readonly sha: string
  readonly subject: string | null
}

/** The commit that blame names as a session made it; `isSubject`: the hash has changed since, the subject is the same. */
export interface RecordedCommit {
  readonly fact: SoleFact<CommitRow>
  readonly isSubject: boolean
}

/** Git prints at least seven characters of a hash, unless told otherwise. */
const MIN_SHA = 7

/** The session in which a commit was made: by its hash, else by its subject in the same project. */
export function findRecordedCommit(
  store: Store,
  sessions: ReadonlyMap<number, KeptSession>,
  { blame, project }: { readonly blame: Blame; readonly project: Project },
): RecordedCommit | undefined {
  const beginnings = Array.from({ length: blame.sha.length - MIN_SHA + 1 }, (_, more) =>
    blame.sha.slice(0, MIN_SHA + more),
  )
  const select = (where: string, values: readonly SqlValue[]): SoleFact<CommitRow> | undefined => {
    const rows = store.all(`${COMMITS} WHERE ${where} ORDER BY length(f.sha) DESC, f.at, f.session`, values)
    return collapseCopies(rows as unknown as CommitRow[], sessions, row => row.sha.slice(0, MIN_SHA))[0]
  }
  const bySha = select('f.sha IN (SELECT value FROM json_each(?))', [JSON.stringify(beginnings)])
  if (bySha) return { fact: bySha, isSubject: false }
  // A squash merge on a host adds the number of the pull request.
  const subject = blame.summary.replace(/ \(#\d+\)$/, '')
  if (subject === '') return undefined
  const { sql, values } = ofAnyProject(({ path, remote }) => ({
    sql: `${path} = ? OR ${remote} = ?`,
    values: [project.path, project.remote ?? null],
  }))
  const bySubject = select(`f.subject = ? AND (${sql})`, [subject, ...values])
  return bySubject && { fact: bySubject, isSubject: true }
}

const COMMITS = `SELECT f.session, f.agent, f.number, f.turn, f.entry, f.call, f.at, c.call_id, NULL AS uuid, f.sha, f.subject
FROM commits AS f JOIN sessions AS s ON s.session = f.session
LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call`

/** The first commit of these sessions after a moment; the session itself comes before those that repeat it. */
export function findCommitAfter(
  store: Store,
  sessions: readonly number[],
  { at, turn, agent }: Pick<FactRow, 'at' | 'turn' | 'agent'>,
): WhyCommit | undefined {
  for (const session of sessions) {
    const row =
      at === null
        ? store.get(`${AFTER} AND agent = ? AND turn >= ? ORDER BY turn, number LIMIT 1`, [session, agent, turn])
        : store.get(`${AFTER} AND at >= ? ORDER BY at, number LIMIT 1`, [session, at])
    if (row) return toCommit(row as unknown as CommitRow)
  }
  return undefined
}

const AFTER = 'SELECT sha, subject, at FROM commits WHERE session = ?'

export function toCommit({ sha, subject, at }: Pick<CommitRow, 'sha' | 'subject' | 'at'>): WhyCommit {
  return { sha, subject: subject ?? undefined, at: formatIso(at ?? undefined) }
}

/** Pull requests of these sessions, each once. */
export function listPullRequests(store: Store, sessions: readonly number[]): readonly WhyPullRequest[] {
  const found = new Map<string, WhyPullRequest>()
  for (const session of sessions) {
    for (const row of store.all(PULL_REQUESTS, [session])) {
      const url = row.url as string
      if (found.has(url)) continue
      const { pr_number: number, repository } = row as { pr_number: number | null; repository: string | null }
      found.set(url, { url, number: number ?? undefined, repository: repository ?? undefined })
    }
  }
  return [...found.values()]
}

const PULL_REQUESTS =
  'SELECT url, pr_number, repository FROM pull_requests WHERE session = ? ORDER BY at, agent, number'
