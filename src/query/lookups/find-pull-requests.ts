import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { allOf } from '../sql-condition.ts'
import type { FactRow } from './collapse-copies.ts'
import { createPlaceFinder, type FactPlace } from './fact-place.ts'
import { type FactGroup, groupFacts } from './group-facts.ts'
import { readKeptSessions } from './kept-sessions.ts'
import { type PullRequestName, parsePullRequestName, pullRequestKey } from './pull-request-name.ts'
import { countScopedSessions, type LookupScope } from './scope.ts'
import { selectFacts } from './select-facts.ts'
import { hasWords, mayHaveWords, splitWords } from './words.ts'

/** Pull requests with the sessions behind them; what `--json` prints. */
export interface FoundPullRequests {
  readonly schema: 'backscroll.prs/1'
  readonly query: { readonly text: string }
  readonly coverage: { readonly sessions: number }
  /** The one worked on last comes first. */
  readonly pullRequests: readonly FoundPullRequest[]
  /** Those beyond the limit included; a lower bound where `isMore` is true. */
  readonly total: number
  readonly isMore: boolean
}

export interface FoundPullRequest {
  readonly number: number | undefined
  /** `owner/name`. */
  readonly repository: string | undefined
  readonly url: string
  /** Newest first. */
  readonly sessions: readonly PullRequestSession[]
}

/** A session that opened the pull request or worked on it, at the turn in which it was first named there. */
export interface PullRequestSession extends FactPlace {
  /** `command-output`: a command of the session printed its address. `pr-link`: the client linked it. */
  readonly knownBy: string
  /** Commits of the same session. */
  readonly commits: readonly { readonly sha: string; readonly subject: string | undefined; readonly turn: number }[]
}

interface PullRequestRow extends FactRow {
  readonly url: string
  readonly pr_number: number | null
  readonly repository: string | null
  readonly known_by: string
}

/** By number, `owner/name#12` or address, else by words of repository and address; all where there is no text. */
export function findPullRequests(keep: IndexedKeep, request: { text: string; scope: LookupScope }): FoundPullRequests {
  const { store } = keep
  const { text, scope } = request
  const name = parsePullRequestName(text)
  const words = name === undefined ? splitWords(text) : []
  const sessions = readKeptSessions(store)
  const { facts, isMore } = selectFacts<PullRequestRow>(store, sessions, {
    table: 'pull_requests',
    columns: ['f.url', 'f.pr_number', 'f.repository', 'f.known_by'],
    scope,
    where: name === undefined ? mayHaveWords(NAME, words) : allOf([]),
    fits: row => (name === undefined ? hasWords(`${row.repository} ${row.url}`, words) : isNamed(row, name)),
    contentOf: keyOf,
  })
  const groups = groupFacts(facts, keyOf)
  const { placeOf } = createPlaceFinder(store, sessions)
  return {
    schema: 'backscroll.prs/1',
    query: { text },
    coverage: { sessions: countScopedSessions(store, scope) },
    pullRequests: groups.slice(0, scope.limit).map(group => describe(group, store, placeOf)),
    total: groups.length,
    isMore,
  }
}

const NAME = `coalesce(f.repository, '') || ' ' || f.url`

function keyOf({ url, pr_number, repository }: PullRequestRow): string {
  return pullRequestKey({ url, number: pr_number, repository })
}

/** `name#12` names the one of any owner. */
function isNamed(row: PullRequestRow, { number, repository }: PullRequestName): boolean {
  const found = parsePullRequestName(row.url)
  if ((row.pr_number ?? found?.number) !== number) return false
  if (repository === undefined) return true
  const own = row.repository?.toLowerCase() ?? found?.repository
  return own !== undefined && (own === repository || own.endsWith(`/${repository}`))
}

function describe(
  group: FactGroup<PullRequestRow>,
  store: Store,
  placeOf: (fact: FactGroup<PullRequestRow>[number]) => FactPlace,
): FoundPullRequest {
  const { url, pr_number, repository } = group[0].row
  const named = parsePullRequestName(url)
  // Facts come newest first: the last of a session is its first mention.
  const bySession = new Map(group.map(fact => [fact.row.session, fact]))
  return {
    number: pr_number ?? named?.number,
    repository: repository ?? named?.repository,
    url,
    sessions: [...bySession.values()].map(fact => ({
      knownBy: fact.row.known_by,
      ...placeOf(fact),
      commits: listCommits(store, fact.row.session),
    })),
  }
}

const MAX_COMMITS = 50

function listCommits(store: Store, session: number): PullRequestSession['commits'] {
  return store
    .all('SELECT sha, subject, turn FROM commits WHERE session = ? ORDER BY at, agent, number LIMIT ?', [
      session,
      MAX_COMMITS,
    ])
    .map(row => ({
      sha: row.sha as string,
      subject: (row.subject ?? undefined) as string | undefined,
      turn: row.turn as number,
    }))
}
