import type { Store } from '../../../store/store.ts'
import type { SessionUsage } from '../usage-source.ts'
import type { FactPlace, MainTurns } from './main-turns.ts'
import type { PullRequestPlaces } from './pull-request-places.ts'

interface CommitPlace extends FactPlace {
  readonly sha: string
  readonly branch: string | null
}

/** How many commits the sessions of a report made for each pull request: those of its turns, or of its branch. */
export function countPullRequestCommits(
  store: Store,
  groups: readonly SessionUsage[],
  { places, turns }: { readonly places: PullRequestPlaces; readonly turns: MainTurns },
): ReadonlyMap<string, number> {
  const sessions = new Map(groups.map(({ session }) => [session.number, session]))
  const found = new Map<string, Set<string>>()
  for (const row of store.all(COMMITS) as unknown as CommitPlace[]) {
    const session = sessions.get(row.session)
    if (!session) continue
    const key = places.namesAny(session)
      ? places.ofTurn(session, turns.ofFact(row))
      : places.ofBranch(session, row.branch ?? '', row.at ?? undefined)
    const shas = found.get(key) ?? new Set()
    found.set(key, shas.add(row.sha === '' ? `${row.at}` : row.sha.slice(0, 7).toLowerCase()))
  }
  return new Map([...found].map(([key, shas]) => [key, shas.size]))
}

const COMMITS = 'SELECT session, agent, turn, at, sha, branch FROM commits'
