import { projectKeyOf } from '../../../source/project.ts'
import type { Row, Store } from '../../../store/store.ts'
import { parsePullRequestName, pullRequestKey } from '../../lookups/pull-request-name.ts'
import type { UsageSession } from '../usage-source.ts'
import { NO_PLACE } from './cut.ts'
import type { FactPlace, MainTurns } from './main-turns.ts'
import { listMilestones, type Milestone, nextMilestone } from './milestones.ts'

/** To which pull request work belongs. */
export interface PullRequestPlaces {
  /** What is known of each, by its key `owner/name#12`. */
  readonly known: ReadonlyMap<string, PullRequest>
  namesAny(session: UsageSession): boolean
  /** For sessions that name any: what leads up to one, and what follows the last. */
  ofTurn(session: UsageSession, turn: number): string
  /** For the others. */
  ofBranch(session: UsageSession, branch: string, at: number | undefined): string
}

export interface PullRequest {
  readonly url: string
  readonly number: number | undefined
  readonly repository: string | undefined
  readonly branch: string | undefined
  readonly knownBy: string
}

export function openPullRequestPlaces(store: Store, turns: MainTurns): PullRequestPlaces {
  const rows = store.all(MENTIONS).map(toMention)
  const named = listMilestones(rows, turns, ({ key }) => key)
  const opened = listOpened(rows)
  const branchesOf = new Map<UsageSession, OpenedBranches | undefined>()
  return {
    known: new Map(rows.toReversed().map(row => [row.key, row])),
    namesAny: ({ number }) => named.has(number),
    ofTurn: ({ number }, turn) => pullRequestOf(named.get(number) ?? [], turn),
    ofBranch(session, branch, at) {
      if (!branchesOf.has(session)) branchesOf.set(session, opened.get(projectKeyOf(session.project)))
      const list = branchesOf.get(session)?.get(branch)
      return list ? firstAfter(list, at).key : NO_PLACE
    },
  }
}

interface Mention extends FactPlace, PullRequest {
  readonly key: string
  readonly project: string
}

/** The branch is that of the request before it in the same thread: the one it was opened from. */
const MENTIONS = `SELECT p.session, p.agent, p.turn, p.at, p.url, p.pr_number, p.repository, p.known_by,
  s.project_path, s.project_name, s.project_remote,
  (SELECT r.branch FROM requests AS r WHERE r.session = p.session AND r.agent = p.agent AND r.first_at <= p.at
   ORDER BY r.number DESC LIMIT 1) AS branch
FROM pull_requests AS p JOIN sessions AS s ON s.session = p.session
ORDER BY p.at IS NULL, p.at, s.id, p.session, p.agent, p.number`

function toMention(row: Row): Mention {
  const url = row.url as string
  const named = parsePullRequestName(url)
  const repository = row.repository as string | null
  const number = row.pr_number as number | null
  return {
    session: row.session as number,
    agent: row.agent as string,
    turn: row.turn as number,
    at: row.at as number | null,
    key: pullRequestKey({ url, number, repository }),
    url,
    number: number ?? named?.number,
    repository: repository ?? named?.repository,
    branch: (row.branch ?? undefined) as string | undefined,
    knownBy: row.known_by as string,
    project: projectKeyOf({
      path: row.project_path as string,
      name: row.project_name as string,
      remote: (row.project_remote ?? undefined) as string | undefined,
    }),
  }
}

function pullRequestOf(named: readonly Milestone[], turn: number): string {
  return nextMilestone(named, turn)?.keys[0] ?? named.at(-1)?.keys.at(-1) ?? NO_PLACE
}

type OpenedBranches = ReadonlyMap<string, readonly [Opened, ...Opened[]]>

interface Opened {
  readonly at: number | null
  readonly key: string
}

/** Everybody works on these: they say nothing about a pull request. */
const SHARED_BRANCHES = new Set(['', 'main', 'master', 'trunk', 'develop', 'HEAD'])

/** By project and branch, each at its first mention, oldest first. */
function listOpened(rows: readonly Mention[]): ReadonlyMap<string, OpenedBranches> {
  const projects = new Map<string, Map<string, [Opened, ...Opened[]]>>()
  const seen = new Set<string>()
  for (const { at, key, branch = '', project } of rows) {
    if (seen.has(key) || SHARED_BRANCHES.has(branch)) continue
    seen.add(key)
    const branches = projects.get(project) ?? new Map<string, [Opened, ...Opened[]]>()
    projects.set(project, branches)
    const list = branches.get(branch)
    if (list) list.push({ at, key })
    else branches.set(branch, [{ at, key }])
  }
  return projects
}

/** The first one opened after the request, else the last. */
function firstAfter(list: readonly [Opened, ...Opened[]], at: number | undefined): Opened {
  const after = at === undefined ? undefined : list.find(opened => opened.at !== null && opened.at >= at)
  return after ?? list.at(-1) ?? list[0]
}
