import type { Store } from '../../../store/store.ts'
import type { SessionUsage } from '../usage-source.ts'
import { NO_PLACE, type OpenCut, type UsageCut } from './cut.ts'
import { openMainTurns } from './main-turns.ts'
import { countPullRequestCommits } from './pull-request-commits.ts'
import { openPullRequestPlaces, type PullRequest, type PullRequestPlaces } from './pull-request-places.ts'
import { openRowSessions } from './row-sessions.ts'

/**
 * In a session that names pull requests, a turn belongs to the one named in it or next after it, and what follows the
 * last one to that. A session that names none belongs, request by request, to the pull request of its branch.
 */
export const prs: UsageCut = {
  name: 'prs',
  aliases: ['pr'],
  summary: 'By pull request: the turns that led to it and followed it',
  title: 'PULL REQUEST',
  isByTime: false,
  needsIndex: true,
  needsRequests: true,
  none: '(no pull request)',
  open: ({ groups, store }) => openPullRequests(groups, store as Store),
}

function openPullRequests(groups: readonly SessionUsage[], store: Store): OpenCut {
  const turns = openMainTurns(store)
  const places = openPullRequestPlaces(store, turns)
  const keyOf: OpenCut['keyOf'] = (fact, session) =>
    places.namesAny(session)
      ? places.ofTurn(session, turns.ofRequest(fact, session))
      : places.ofBranch(session, fact.branch, fact.firstAt)
  const sessionsOf = openRowSessions(groups, keyOf)
  let commits: ReadonlyMap<string, number> | undefined
  let byBranch: ReadonlyMap<string, number> | undefined
  return {
    keyOf,
    describe(key) {
      commits ??= countPullRequestCommits(store, groups, { places, turns })
      byBranch ??= countByBranch(groups, places)
      const { url, repository, number, branch, knownBy } = places.known.get(key) as PullRequest
      const about = {
        url,
        repository: repository ?? null,
        number: number ?? null,
        branch: branch ?? null,
        knownBy,
        sessions: sessionsOf(key)?.count ?? 0,
        commits: commits.get(key) ?? 0,
        byBranch: byBranch.get(key) ?? 0,
      }
      return { label: repository === undefined || number === undefined ? key : `${repository}#${number}`, about }
    },
  }
}

/** Requests of sessions that do not name the pull request themselves. */
function countByBranch(groups: readonly SessionUsage[], places: PullRequestPlaces): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { session, facts } of groups) {
    if (places.namesAny(session)) continue
    for (const { branch, firstAt } of facts) {
      const key = places.ofBranch(session, branch, firstAt)
      if (key !== NO_PLACE) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return counts
}
