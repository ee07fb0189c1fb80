import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { allOf, type SqlCondition } from '../sql-condition.ts'
import type { FactRow } from './collapse-copies.ts'
import { createPlaceFinder, type FactPlace } from './fact-place.ts'
import { type KeptSession, readKeptSessions } from './kept-sessions.ts'
import { countScopedSessions, type LookupScope } from './scope.ts'
import { type SelectedFacts, selectFacts } from './select-facts.ts'
import { hasWords, mayHaveWords, splitWords } from './words.ts'

/** Commits that sessions made; what `--json` prints. */
export interface FoundCommits {
  readonly schema: 'backscroll.commits/1'
  readonly query: { readonly text: string }
  /** What the text was taken for. */
  readonly matchedBy: 'sha' | 'subject' | 'all'
  readonly coverage: { readonly sessions: number }
  /** Newest first. */
  readonly commits: readonly FoundCommit[]
  /** Those beyond the limit included; a lower bound where `isMore` is true. */
  readonly total: number
  readonly isMore: boolean
}

export interface FoundCommit extends Omit<FactPlace, 'branch'> {
  /** As printed, short or full; empty where nothing shows it. */
  readonly sha: string
  /** First line of the message. */
  readonly subject: string | undefined
  /** The branch it was made on; where git did not say, that of the session. */
  readonly branch: string | undefined
  /** Pull requests of the same session. */
  readonly pullRequests: readonly { readonly number: number | undefined; readonly url: string }[]
}

interface CommitRow extends FactRow {
  readonly sha: string
  readonly subject: string | null
  readonly branch: string | null
}

/** A commit by its hash, of which the beginning is enough, or by words of its subject; all where there is no text. */
export function findCommits(keep: IndexedKeep, request: { text: string; scope: LookupScope }): FoundCommits {
  const { store } = keep
  const { text, scope } = request
  const sessions = readKeptSessions(store)
  const { matchedBy, facts, isMore } = select(store, sessions, request)
  const { placeOf } = createPlaceFinder(store, sessions)
  return {
    schema: 'backscroll.commits/1',
    query: { text },
    matchedBy,
    coverage: { sessions: countScopedSessions(store, scope) },
    commits: facts.slice(0, scope.limit).map(fact => {
      const place = placeOf(fact)
      const { sha, subject, branch, session } = fact.row
      return {
        sha,
        subject: subject ?? undefined,
        ...place,
        branch: branch ?? place.branch,
        pullRequests: listPullRequests(store, session),
      }
    }),
    total: facts.length,
    isMore,
  }
}

/** A word such as `added` could be the beginning of a hash: where no hash begins so, it is a word. */
function select(
  store: Store,
  sessions: ReadonlyMap<number, KeptSession>,
  { text, scope }: { text: string; scope: LookupScope },
): SelectedFacts<CommitRow> & Pick<FoundCommits, 'matchedBy'> {
  const sha = parseSha(text)
  const bySha = sha === undefined ? undefined : selectCommits(store, sessions, scope, { where: ofSha(sha) })
  if (bySha && bySha.facts.length > 0) return { ...bySha, matchedBy: 'sha' }
  const words = splitWords(text)
  const fits = (row: CommitRow): boolean => hasWords(row.subject ?? '', words)
  const bySubject = selectCommits(store, sessions, scope, { where: mayHaveWords('f.subject', words), fits })
  return { ...bySubject, matchedBy: words.length === 0 ? 'all' : 'subject' }
}

function selectCommits(
  store: Store,
  sessions: ReadonlyMap<number, KeptSession>,
  scope: LookupScope,
  { where, fits = () => true }: { where: SqlCondition; fits?: (row: CommitRow) => boolean },
): SelectedFacts<CommitRow> {
  return selectFacts<CommitRow>(store, sessions, {
    table: 'commits',
    columns: ['f.sha', 'f.subject', 'f.branch'],
    scope,
    where,
    fits,
    contentOf: row => row.sha.toLowerCase().slice(0, MIN_SHA) || (row.subject ?? ''),
  })
}

/** The shortest hash that git prints. */
const MIN_SHA = 7

/** A hash, or the address of a commit; undefined for anything else. */
function parseSha(text: string): string | undefined {
  const [, sha] = /^\s*(?:https?:\/\/\S+\/commits?\/)?([0-9a-f]{4,64})(?:[/?#]\S*)?\s*$/i.exec(text) ?? []
  return sha?.toLowerCase()
}

/** Either may be the shorter: git prints seven or more characters, and people paste forty. */
function ofSha(sha: string): SqlCondition {
  return allOf([
    {
      sql: `substr(lower(f.sha), 1, length(?)) = ? OR (length(f.sha) >= 4 AND substr(?, 1, length(f.sha)) = lower(f.sha))`,
      values: [sha, sha, sha],
    },
  ])
}

function listPullRequests(store: Store, session: number): FoundCommit['pullRequests'] {
  return store
    .all('SELECT DISTINCT url, pr_number FROM pull_requests WHERE session = ? ORDER BY agent, number', [session])
    .map(row => ({ number: (row.pr_number ?? undefined) as number | undefined, url: row.url as string }))
}
