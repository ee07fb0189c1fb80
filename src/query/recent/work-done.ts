import type { Store } from '../../store/store.ts'

/** What a session left behind, its subagents' work included. */
export interface WorkDone {
  /** Changed files, the one changed last first; not all of them. */
  readonly files: readonly ChangedFile[]
  readonly filesCount: number
  /** In the order in which they were made; the last ones where they are many. */
  readonly commits: readonly { readonly sha: string; readonly subject: string | undefined }[]
  readonly pullRequests: readonly { readonly url: string; readonly number: number | undefined }[]
}

export interface ChangedFile {
  /** As recorded. */
  readonly path: string
  readonly added: number
  readonly removed: number
}

const MAX_FILES = 20
const MAX_COMMITS = 20

export function listWork(store: Store, session: number): WorkDone {
  const files = store.all(FILES, [session])
  return {
    files: files.slice(0, MAX_FILES).map(row => ({
      path: row.path as string,
      added: row.added as number,
      removed: row.removed as number,
    })),
    filesCount: files.length,
    commits: store.all(COMMITS, [session, MAX_COMMITS]).map(row => ({
      sha: row.sha as string,
      subject: (row.subject ?? undefined) as string | undefined,
    })),
    pullRequests: store.all(PULL_REQUESTS, [session]).map(row => ({
      url: row.url as string,
      number: (row.pr_number ?? undefined) as number | undefined,
    })),
  }
}

const FILES = `SELECT path, sum(added) AS added, sum(removed) AS removed FROM file_touches
WHERE session = ? AND action <> 'read' GROUP BY path ORDER BY max(coalesce(at, 0)) DESC, path`

const COMMITS = `SELECT sha, subject FROM (
  SELECT sha, max(subject) AS subject, min(coalesce(at, 0)) AS at FROM commits WHERE session = ?
  GROUP BY coalesce(nullif(sha, ''), agent || ' ' || number)
  ORDER BY at DESC LIMIT ?
) ORDER BY at`

const PULL_REQUESTS = `SELECT url, max(pr_number) AS pr_number FROM pull_requests WHERE session = ?
GROUP BY url ORDER BY min(coalesce(at, 0))`
