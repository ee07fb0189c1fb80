import type { Marks } from '../archive/marks.ts'
import type { SourceProblem } from '../source/problem.ts'
import type { SessionSource } from '../source/session-source.ts'
import { formatIso } from '../time/day.ts'
import type { IndexedKeep } from './indexed-keep.ts'
import type { Library } from './library.ts'
import { readSessionFacts } from './search/session-facts.ts'
import { buildRows } from './session-row.ts'
import { nameSources, rankCopies } from './short-ids.ts'
import { summarizeLibrary } from './summarize-library.ts'

/** A session with what somebody marked it with. */
export interface MarkedSession {
  readonly id: string
  readonly shortId: string
  readonly title: string
  /** The project's folder. */
  readonly project: string
  readonly projectName: string
  /** ISO 8601 in UTC. */
  readonly endedAt: string | undefined
  readonly isPinned: boolean
  readonly tags: readonly string[]
}

/** The sessions that a question about marks is about. */
export interface DescribedSessions {
  readonly sessions: readonly Omit<MarkedSession, 'isPinned' | 'tags'>[]
  /** Ids of sessions that are neither on disk nor kept. */
  readonly missing: readonly string[]
  readonly problems: readonly SourceProblem[]
}

export interface PinList {
  readonly schema: 'backscroll.pins/1'
  /** Newest first. */
  readonly sessions: readonly MarkedSession[]
  readonly missing: readonly string[]
  readonly problems: readonly SourceProblem[]
}

export interface TagList {
  readonly schema: 'backscroll.tags/1'
  /** In the order of the alphabet; those of missing sessions too. */
  readonly tags: readonly { readonly tag: string; readonly sessions: readonly MarkedSession[] }[]
  readonly missing: readonly string[]
  readonly problems: readonly SourceProblem[]
}

/** Newest first. Of several files that bear one id, the one that holds most speaks for all. */
export async function describeSessions(
  library: Library,
  ids: readonly string[],
  { threads }: { readonly threads: number },
): Promise<DescribedSessions> {
  const wanted = new Set(ids)
  const byId = Map.groupBy(
    library.sources.filter(({ id }) => wanted.has(id)),
    ({ id }) => id,
  )
  const chosen = new Set([...byId.values()].map(copies => rankCopies(copies)[0]))
  const { sessions } = await summarizeLibrary({ ...library, sources: listNeighbours(library, chosen) }, { threads })
  const described = sessions.filter(({ source }) => chosen.has(source))
  return {
    sessions: buildRows(described, nameSources(library.sources)).map(({ row }) => {
      const { id, shortId, title, project, projectName, endedAt } = row
      return { id, shortId, title, project, projectName, endedAt }
    }),
    missing: [...wanted].filter(id => !byId.has(id)),
    problems: described.flatMap(({ problems }) => problems),
  }
}

/** The same from the index alone, which costs milliseconds; undefined where it does not hold all of them. */
export function describeIndexed({ store }: IndexedKeep, ids: readonly string[]): DescribedSessions | undefined {
  const rows = store.all(
    'SELECT session, id FROM sessions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY size_bytes DESC, path',
    [JSON.stringify(ids)],
  )
  const largest = new Map(rows.reverse().map(row => [row.id as string, row.session as number]))
  if (ids.some(id => !largest.has(id))) return undefined
  const facts = [...readSessionFacts(store, NO_MARKS, [...largest.values()]).values()]
  facts.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0) || (a.id < b.id ? -1 : 1))
  return {
    sessions: facts.map(({ id, shortId, title, project, projectPath, endedAt }) => {
      return { id, shortId, title, project: projectPath, projectName: project, endedAt: formatIso(endedAt) }
    }),
    missing: [],
    problems: [],
  }
}

const NO_MARKS: Pick<Marks, 'isPinned' | 'tagsOf'> = { isPinned: () => false, tagsOf: () => [] }

/** A title may stand in the file of another session of the folder; an index knows it without reading. */
function listNeighbours(
  { sources, keep }: Library,
  chosen: ReadonlySet<SessionSource | undefined>,
): readonly SessionSource[] {
  const folders = keep?.store ? new Set([...chosen].map(source => source?.folder)) : undefined
  return sources.filter(source => (folders ? folders.has(source.folder) : chosen.has(source)))
}

/** These sessions, pinned or not. */
export function listPinned({ sessions, missing, problems }: DescribedSessions, marks: Marks): PinList {
  return {
    schema: 'backscroll.pins/1',
    sessions: sessions.map(session => withMarks(session, marks)),
    missing,
    problems,
  }
}

/** The tags that these sessions bear. */
export function listTags({ sessions, missing, problems }: DescribedSessions, marks: Marks): TagList {
  const byId = new Map(sessions.map(session => [session.id, withMarks(session, marks)]))
  const about = new Set([...byId.keys(), ...missing])
  const tags = [...marks.tags()].filter(([, ids]) => ids.some(id => about.has(id)))
  return {
    schema: 'backscroll.tags/1',
    tags: tags.map(([tag, ids]) => ({ tag, sessions: [...byId.values()].filter(({ id }) => ids.includes(id)) })),
    missing,
    problems,
  }
}

function withMarks(session: Omit<MarkedSession, 'isPinned' | 'tags'>, marks: Marks): MarkedSession {
  return { ...session, isPinned: marks.isPinned(session.id), tags: marks.tagsOf(session.id) }
}
