/**
 * query/notes gives what a note says of a session: numbers from the index, the account from the session itself. No
 * question here formats text, writes a file or knows the clock.
 */
import { type Project, projectKeyOf } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readKeptSessions } from '../lookups/kept-sessions.ts'
import { findContained } from '../story/contained-sessions.ts'

/** A session that gets a note, as far as the index knows it without reading anything. */
export interface NotableSession {
  /** Number in the index. */
  readonly session: number
  readonly id: string
  readonly project: Project
  readonly otherProjects: readonly Project[]
  readonly projectKey: string
  /** Folders it worked in. */
  readonly cwds: readonly string[]
  /** Epoch milliseconds; the time of the file where no line has one. */
  readonly startedAt: number
  readonly endedAt: number
  readonly turns: number
  /** Ids of sessions with a note that it was resumed or forked from. */
  readonly continues: readonly string[]
  /** The one before it in its project, by number. */
  readonly previous: number | undefined
  /** A session that holds all of it, by number: that one tells the conversation. */
  readonly heldBy: number | undefined
  /** Another one whenever any line of it changed. */
  readonly stamp: string
}

export interface NotableSessions {
  /** The oldest first; those that others hold come behind the others. */
  readonly sessions: readonly NotableSession[]
  /** Conversations that hold nothing that does not stand in another session. */
  readonly copies: number
  /** Sessions in which nobody asked for anything: warm-ups, and files with bookkeeping alone. */
  readonly silent: number
}

interface Row {
  readonly session: number
  readonly id: string
  readonly project_path: string
  readonly project_name: string
  readonly project_remote: string | null
  readonly other_projects: string
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly changed_at: number | null
  readonly turns: number
  readonly other_turns: number
  readonly requests: number
  readonly has_conversation: number
  readonly own: number
  readonly cwds: string
  readonly stamp: string
}

export interface NoteChoice {
  readonly takesAll: boolean
  /** Whether a folder belongs to a project that is kept out: what was kept of it before is told to nobody. */
  isExcluded(folder: string): boolean
}

/**
 * Each conversation once: of several files that bear one id the largest, and no session whose requests all stand in an
 * earlier one. `takesAll`: also those.
 */
export function listNoteSessions(
  { store }: Pick<IndexedKeep, 'store'>,
  { takesAll, isExcluded }: NoteChoice,
): NotableSessions {
  const isWanted = (row: Row): boolean => !isExcluded((JSON.parse(row.cwds) as string[])[0] ?? row.project_path)
  const rows = (store.all(SESSIONS) as unknown as Row[]).filter(isWanted)
  const byId = new Map<string, Row>()
  for (const row of rows) if (!byId.has(row.id)) byId.set(row.id, row)
  const conversations = [...byId.values()].filter(row => row.has_conversation === 1)
  const spoken = takesAll ? conversations : conversations.filter(row => row.turns + row.other_turns > 0)
  const chosen = takesAll ? spoken : spoken.filter(row => row.requests === 0 || row.own > 0)
  return {
    sessions: describe(store, chosen.sort(byTime)),
    copies: spoken.length - chosen.length,
    silent: byId.size - spoken.length,
  }
}

const SESSIONS = `SELECT session, id, project_path, project_name, project_remote, other_projects, started_at, ended_at,
  changed_at, turns, other_turns, requests, has_conversation, cwds,
  own_input_tokens + own_output_tokens + own_cache_read_tokens + own_cache_write_tokens AS own,
  size_bytes || ' ' || entries || ' ' || coalesce(ended_at, 0) AS stamp
FROM sessions ORDER BY id, size_bytes DESC, path`

function byTime(a: Row, b: Row): number {
  return startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1)
}

function startOf({ started_at, ended_at, changed_at }: Row): number {
  return started_at ?? ended_at ?? changed_at ?? 0
}

function describe(store: Store, rows: readonly Row[]): readonly NotableSession[] {
  const byNumber = new Map(rows.map(row => [row.session, row]))
  const contained = findContained(store, readKeptSessions(store))
  const holderOf = ({ session }: Row): number | undefined => {
    const holder = contained.get(session)
    return holder !== undefined && byNumber.has(holder) ? holder : undefined
  }
  const free = rows.filter(row => holderOf(row) === undefined)
  const held = rows.filter(row => holderOf(row) !== undefined)
  const origins = readOrigins(store, new Set(byNumber.keys()), new Set(free.map(({ id }) => id)))
  const last = new Map<string, number>()
  return [...free, ...held].map(row => {
    const heldBy = holderOf(row)
    const project: Project = { path: row.project_path, name: row.project_name, remote: row.project_remote ?? undefined }
    const projectKey = projectKeyOf(project)
    const previous = heldBy === undefined ? last.get(projectKey) : undefined
    if (heldBy === undefined) last.set(projectKey, row.session)
    return {
      session: row.session,
      id: row.id,
      project,
      otherProjects: JSON.parse(row.other_projects) as Project[],
      projectKey,
      cwds: JSON.parse(row.cwds) as string[],
      startedAt: startOf(row),
      endedAt: row.ended_at ?? startOf(row),
      turns: row.turns + row.other_turns,
      continues: origins.get(row.session) ?? [],
      previous,
      heldBy,
      stamp: row.stamp,
    }
  })
}

function readOrigins(
  store: Store,
  numbers: ReadonlySet<number>,
  ids: ReadonlySet<string>,
): ReadonlyMap<number, readonly string[]> {
  const origins = new Map<number, string[]>()
  for (const { session, other_id } of store.all(ORIGINS)) {
    if (!numbers.has(session as number) || !ids.has(other_id as string)) continue
    const known = origins.get(session as number) ?? []
    origins.set(session as number, known)
    if (!known.includes(other_id as string)) known.push(other_id as string)
  }
  return origins
}

const ORIGINS = `SELECT l.session, l.other_id FROM lineage AS l
JOIN sessions AS s ON s.session = l.session
WHERE l.other_id IS NOT NULL AND l.other_id <> s.id
  AND l.kind IN ('forked-from', 'resumed-from', 'continues', 'plan-from')
ORDER BY l.session, l.number`
