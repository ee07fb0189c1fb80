import { buildStory } from '../../narrative/build-story.ts'
import type { Friction } from '../../narrative/friction.ts'
import type { Story } from '../../narrative/story.ts'
import { createTold } from '../../narrative/told/told.ts'
import { listFiles, type SessionSource } from '../../source/session-source.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import type { Library } from '../library.ts'
import { loadFrom } from '../load-from.ts'
import { nameSources } from '../short-ids.ts'
import { frictionOf } from './friction.ts'
import { readStory } from './read-story.ts'
import { listRelated, type RelatedSessions } from './related-sessions.ts'

/** The account of one session; what `--json` prints. */
export interface SessionStory {
  readonly schema: 'backscroll.story/1'
  readonly sessionId: string
  readonly shortId: string
  /** Folders it worked in; the first is where it began. */
  readonly cwds: readonly string[]
  readonly branch: string | undefined
  readonly models: readonly string[]
  /** ISO 8601 in UTC. Times inside the story are epoch milliseconds. */
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly activeMs: number
  readonly story: Story
  /** Against the person's own sessions; undefined without an index, and where the session is too small to say anything. */
  readonly friction: Friction | undefined
  /** Undefined without an index. */
  readonly related: RelatedSessions | undefined
}

/**
 * From the index where that is as far as the transcript, which takes milliseconds at any size; else from the transcript
 * itself. Both give the same: the index holds what the same code made of the same bytes.
 */
export function findStory(library: Library, source: SessionSource): SessionStory {
  const shortId = nameSources(library.sources).get(source) ?? source.id
  const told = findIndexed(library, source) ?? tellFromFiles(library, source)
  return { schema: 'backscroll.story/1', shortId, ...told, ...compare(library, source) }
}

/**
 * From the index as it is, which may be some lines behind a transcript that grows; for who is told when it has caught up.
 * Undefined where it has none.
 */
export function findKeptStory(library: Library, source: SessionSource): SessionStory | undefined {
  const told = findKeptTold(library, source)
  return told && { ...told, ...compare(library, source) }
}

/** A story without what other sessions tell of it. */
export type ToldStory = Omit<SessionStory, 'friction' | 'related'>

/** The same, for who asks about the session alone. */
export function findKeptTold(library: Library, source: SessionSource): ToldStory | undefined {
  const session = library.sessionOf(source)
  const store = library.keep?.store
  const told = session !== undefined && store ? readTold(store, session) : undefined
  const shortId = nameSources(library.sources).get(source) ?? source.id
  return told && { schema: 'backscroll.story/1', shortId, ...told }
}

type Told = Omit<SessionStory, 'schema' | 'shortId' | 'friction' | 'related'>

const MAX_RELATED = 5

/** What only the other sessions tell. */
function compare({ keep, sessionOf }: Library, source: SessionSource): Pick<SessionStory, 'friction' | 'related'> {
  const session = sessionOf(source)
  const store = keep?.store
  if (session === undefined || !store) return { friction: undefined, related: undefined }
  return { friction: frictionOf({ store }, session), related: listRelated({ store }, session, MAX_RELATED) }
}

function tellFromFiles(library: Library, source: SessionSource): Told {
  const told = createTold()
  const { session } = loadFrom(library, source, undefined, (kept, entry, thread) => told.add(kept, entry, thread))
  const { id, cwds, models, startedAt, endedAt, activeMs, summary } = session
  return {
    sessionId: id,
    cwds,
    branch: summary.branch,
    models,
    startedAt: formatIso(startedAt),
    endedAt: formatIso(endedAt),
    activeMs,
    story: buildStory(session, told),
  }
}

function findIndexed(library: Library, source: SessionSource): Told | undefined {
  const session = library.sessionOf(source)
  const store = library.keep?.store
  return session === undefined || !store || !isCurrent(library, source, session) ? undefined : readTold(store, session)
}

function readTold(store: Store, session: number): Told | undefined {
  const story = readStory(store, session)
  return story && { ...describe(store, session), story }
}

/** Nothing was written to it since the index read it. What is no longer on disk cannot grow. */
function isCurrent({ keep }: Library, source: SessionSource, session: number): boolean {
  if (source.kept) return true
  const kept = new Map(keep?.listFiles(session).map(({ path, rawBytes }) => [path, rawBytes]))
  return listFiles(source).every(({ path, sizeBytes }) => kept.get(path) === sizeBytes)
}

const SESSION = 'SELECT id, cwds, branch, models, started_at, ended_at, active_ms FROM sessions WHERE session = ?'

function describe(store: Store, session: number): Omit<Told, 'story'> {
  const row = store.get(SESSION, [session]) ?? {}
  return {
    sessionId: row.id as string,
    cwds: JSON.parse(row.cwds as string) as string[],
    branch: (row.branch ?? undefined) as string | undefined,
    models: JSON.parse(row.models as string) as string[],
    startedAt: formatIso((row.started_at ?? undefined) as number | undefined),
    endedAt: formatIso((row.ended_at ?? undefined) as number | undefined),
    activeMs: row.active_ms as number,
  }
}
