import { type LineageTie, NO_TIES, type Ties } from '../../narrative/relate.ts'
import { type Project, projectKeyOf } from '../../source/project.ts'
import type { Row, Store } from '../../store/store.ts'
import { pullRequestKey } from '../lookups/pull-request-name.ts'
import { ofProjectExactly } from '../session-limits.ts'
import type { SqlCondition } from '../sql-condition.ts'
import { findClosings } from './close-threads.ts'
import { listFileNeighbours } from './shared-files.ts'
import { readSessionFacts, readThreads, type SessionFacts } from './thread-rows.ts'

/** What ties other sessions to this one, by their numbers. */
export function collectTies(store: Store, own: About, project: ProjectFacts): ReadonlyMap<number, Ties> {
  const ties = new TieMap()
  noteLineage(store, own, ties)
  noteFiles(store, own.session, ties)
  notePullRequests(store, own.session, ties)
  noteBranches(own, project, ties)
  noteThreads(store, own.session, project, ties)
  return ties.all
}

/** What is known so far, by session. */
class TieMap {
  readonly all = new Map<number, Ties>()

  add<Kind extends keyof Ties>(session: number, kind: Kind, value: Ties[Kind][number]): void {
    const known = this.all.get(session) ?? NO_TIES
    const list = known[kind] as readonly unknown[]
    if (!list.includes(value)) this.all.set(session, { ...known, [kind]: [...list, value] })
  }
}

/** What is known of a session itself. */
export interface About {
  readonly session: number
  readonly id: string
  readonly title: string
  readonly project: Project
  readonly branches: readonly string[]
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
}

export function readAbout(store: Store, sessions: readonly number[]): ReadonlyMap<number, About> {
  return new Map(
    store.all(ABOUT, [JSON.stringify(sessions)]).map(row => [
      row.session as number,
      {
        session: row.session as number,
        id: row.id as string,
        title: row.title as string,
        project: toProject(row),
        branches: JSON.parse(row.branches as string) as string[],
        startedAt: (row.started_at ?? undefined) as number | undefined,
        endedAt: (row.ended_at ?? undefined) as number | undefined,
      },
    ]),
  )
}

const ABOUT = `SELECT s.session, s.id, s.title, s.project_path, s.project_name, s.project_remote, s.branches, s.started_at, s.ended_at
FROM sessions AS s WHERE s.session IN (SELECT value FROM json_each(?))`

function toProject(row: Row): Project {
  return {
    path: row.project_path as string,
    name: row.project_name as string,
    remote: (row.project_remote ?? undefined) as string | undefined,
  }
}

/** What a session says of others, what others say of it, and those that hold its last turn or whose last turn it holds. */
function noteLineage(store: Store, { session, id }: About, ties: TieMap): void {
  for (const row of store.all(LINKS, [session, id])) {
    const isOwn = row.is_own === 1
    const tie = LINEAGE[row.kind as string]
    if (tie) ties.add(row.session as number, 'lineage', isOwn ? tie : TURNED[tie])
  }
  for (const row of store.all(HOLDING, [session])) {
    const other = row.session as number
    if ((ties.all.get(other)?.lineage.length ?? 0) === 0) ties.add(other, 'lineage', 'shares-conversation')
  }
}

const LINKS = `SELECT s.session, l.kind, 1 AS is_own FROM lineage AS l JOIN sessions AS s ON s.id = l.other_id
WHERE l.session = ?1 AND s.session <> ?1
UNION ALL
SELECT l.session, l.kind, 0 FROM lineage AS l WHERE l.other_id = ?2 AND l.session <> ?1`

/** As the session that has the link sees it. */
const LINEAGE: { readonly [kind: string]: LineageTie } = {
  'resumed-from': 'continued-here',
  'forked-from': 'continued-here',
  continues: 'continued-here',
  'resumed-by': 'continued-there',
  'plan-from': 'plan-here',
  'shares-entries': 'shares-conversation',
}

const TURNED: { readonly [tie in LineageTie]: LineageTie } = {
  'continued-here': 'continued-there',
  'continued-there': 'continued-here',
  'plan-here': 'plan-there',
  'plan-there': 'plan-here',
  'shares-conversation': 'shares-conversation',
}

/** Copies bear the uuids of their original: the first prompt of a conversation is enough. */
const HOLDING = `SELECT DISTINCT e.session FROM (
  SELECT prompt_entry FROM turns WHERE session = ?1 AND agent = '' AND number > 0 ORDER BY number LIMIT 1
) AS t
CROSS JOIN entries AS p ON p.session = ?1 AND p.agent = '' AND p.number = t.prompt_entry AND p.uuid IS NOT NULL
CROSS JOIN entries AS e ON e.uuid = p.uuid AND e.is_repeat = 0 AND e.session <> ?1
LIMIT 50`

function noteFiles(store: Store, session: number, ties: TieMap): void {
  const folders = new Map<number, readonly string[]>()
  const key = (row: Row | undefined): string => (row ? projectKeyOf(toProject(row)) : '')
  const own = key(store.get(FOLDERS, [session]))
  const foldersOf = (other: number): readonly string[] | undefined => {
    const known = folders.get(other)
    if (known) return known
    const row = store.get(FOLDERS, [other])
    const found =
      row && key(row) === own
        ? [...new Set([row.cwd, row.project_path].filter(path => typeof path === 'string'))].map(path =>
            path.replaceAll('\\', '/').replace(/\/+$/, ''),
          )
        : []
    folders.set(other, found)
    return found
  }
  for (const { path, sessions } of listFileNeighbours(store, session, foldersOf)) {
    const file = { path, sessions: sessions.size + 1 }
    for (const other of sessions) ties.add(other, 'files', file)
  }
}

const FOLDERS = 'SELECT project_path, project_name, project_remote, cwd FROM sessions WHERE session = ?'

function notePullRequests(store: Store, session: number, ties: TieMap): void {
  const keyOf = (row: Row): string =>
    pullRequestKey({
      url: row.url as string,
      number: row.pr_number as number | null,
      repository: row.repository as string | null,
    })
  const own = new Set(
    store.all('SELECT url, pr_number, repository FROM pull_requests WHERE session = ?', [session]).map(keyOf),
  )
  if (own.size === 0) return
  // There are few of them in all.
  for (const row of store.all('SELECT session, url, pr_number, repository FROM pull_requests WHERE session <> ?', [
    session,
  ])) {
    const key = keyOf(row)
    if (own.has(key)) ties.add(row.session as number, 'pullRequests', key)
  }
}

/** Everybody works on these. */
const SHARED_BRANCHES: ReadonlySet<string> = new Set(['', 'main', 'master', 'trunk', 'develop', 'HEAD'])

function noteBranches({ session, branches }: About, { sessionsOn }: ProjectFacts, ties: TieMap): void {
  for (const branch of branches) {
    if (SHARED_BRANCHES.has(branch)) continue
    for (const other of sessionsOn(branch)) if (other !== session) ties.add(other, 'branches', branch)
  }
}

/** What all sessions of a project share in looking for relations. */
export interface ProjectFacts {
  readonly facts: ReadonlyMap<number, SessionFacts>
  /** By their end. */
  readonly inOrder: readonly SessionFacts[]
  /** Read when it is first asked for. */
  sessionsOn(branch: string): readonly number[]
}

export function readProjectFacts(store: Store, project: Project): ProjectFacts {
  const within = ofProjectExactly(project)
  const facts = readSessionFacts(store, within)
  let byBranch: ReadonlyMap<string, readonly number[]> | undefined
  return {
    facts,
    inOrder: [...facts.values()].sort((a, b) => a.endedAt - b.endedAt || a.session - b.session),
    sessionsOn(branch) {
      byBranch ??= readBranches(store, within)
      return byBranch.get(branch) ?? []
    },
  }
}

function readBranches(store: Store, { sql, values }: SqlCondition): ReadonlyMap<string, readonly number[]> {
  const byBranch = new Map<string, number[]>()
  for (const row of store.all(`SELECT s.session, s.branches FROM sessions AS s WHERE ${sql}`, values)) {
    for (const branch of JSON.parse(row.branches as string) as string[]) {
      const known = byBranch.get(branch)
      if (known) known.push(row.session as number)
      else byBranch.set(branch, [row.session as number])
    }
  }
  return byBranch
}

/** Sessions after it that are asked whether they closed something of it, and before it. */
const MAX_LOOKED_AT = 100

function noteThreads(store: Store, session: number, { facts, inOrder }: ProjectFacts, ties: TieMap): void {
  const own = facts.get(session)
  if (!own) return
  const at = inOrder.indexOf(own)
  const later = inOrder.slice(at + 1, at + 1 + MAX_LOOKED_AT)
  const earlier = inOrder.slice(Math.max(0, at - MAX_LOOKED_AT), at)
  const numbersOf = (list: readonly SessionFacts[]): readonly number[] => list.map(one => one.session)
  const there = findClosings(store, readThreads(store, [session]), facts, numbersOf(later))
  for (const [thread, closing] of there) ties.add(closing.session, 'closedThere', thread.text)
  const here = findClosings(store, readThreads(store, numbersOf(earlier)), facts, [session])
  for (const thread of here.keys()) ties.add(thread.session, 'closedHere', thread.text)
}
