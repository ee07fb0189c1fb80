import { buildStory } from '../../narrative/build-story.ts'
import type { Story } from '../../narrative/story.ts'
import { createTold } from '../../narrative/told/told.ts'
import { createRedactor } from '../../redact/create-redactor.ts'
import type { Redaction, RedactorOptions } from '../../redact/redaction.ts'
import type { SessionSource } from '../../source/session-source.ts'
import { learnSession } from '../export/learn-session.ts'
import { openRedacted } from '../export/open-redacted.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { buildKeptSource, keptRoot } from '../kept-source.ts'
import type { Library } from '../library.ts'
import type { SessionParts } from '../load-from.ts'
import { readStory } from '../story/read-story.ts'

/** What happened in a session, fit for a note. */
export interface SessionAccount {
  readonly story: Story
  readonly cwds: readonly string[]
  readonly branch: string | undefined
  readonly models: readonly string[]
  /** What took secrets out, for all else that the note holds; undefined where nothing was to be taken out. */
  readonly redaction: Redaction | undefined
}

/** Accounts of kept sessions, by number; with `options`, without what these take out. Undefined where there is none. */
export function openAccounts(
  keep: IndexedKeep,
): (session: number, options: RedactorOptions | undefined) => SessionAccount | undefined {
  let opened: { readonly library: Library; readonly sources: ReadonlyMap<number, SessionSource> } | undefined
  return (session, options) => {
    if (!options) return readPlainAccount(keep, session)
    opened ??= openSources(keep)
    const source = opened.sources.get(session)
    return source && readRedactedAccount(opened.library, source, options)
  }
}

/** The account as it stands in the index: other bytes whenever it says something else. */
export function readStoryBytes({ store }: Pick<IndexedKeep, 'store'>, session: number): Uint8Array {
  return (store.get('SELECT story FROM stories WHERE session = ?', [session])?.story as Uint8Array) ?? NO_BYTES
}

const NO_BYTES = new Uint8Array()

function openSources(keep: IndexedKeep) {
  const library = openKeptLibrary(keep)
  return { library, sources: new Map(library.sources.map(source => [source.kept?.session ?? -1, source])) }
}

/** Every kept session, read from the archive: as far as the index is, whatever the disk has by now. */
function openKeptLibrary(keep: IndexedKeep): Library {
  const sources = keep
    .listSessions()
    .map(kept => buildKeptSource(kept, keep.listFiles(kept.session), keptRoot(kept.rootPath)))
  return {
    roots: [],
    sources,
    problems: [],
    skipped: [],
    ownRuns: 0,
    keep,
    accessOf: source => keep.openFiles(source.kept?.session ?? 0),
    sessionOf: source => source.kept?.session,
  }
}

/**
 * The account with secrets taken out. The story that the index holds is cut from texts as they were recorded, and half a
 * secret at the end of a cut would look like none: so the session is read again, looked through as a whole, and its story
 * told from what is left.
 */
function readRedactedAccount(library: Library, source: SessionSource, options: RedactorOptions): SessionAccount {
  const redactor = createRedactor(options)
  const learned = learnSession(library, source, redactor, partsOf(library, source))
  const redaction = redactor.seal()
  const told = createTold()
  const { session } = openRedacted(learned, redaction, (kept, entry, thread) => told.add(kept, entry, thread))
  const { cwds, models, summary } = session
  return { story: buildStory(session, told), cwds, branch: summary.branch, models, redaction }
}

/**
 * What the neighbours tell comes from the index, and only what this session asks for: over a folder of a thousand sessions
 * each would otherwise be compared with all the others.
 */
function partsOf(library: Library, source: SessionSource): SessionParts {
  const rows = library.keep?.store?.all(TITLES, [source.kept?.session ?? 0]) ?? []
  const summaries = new Map(rows.map(row => [row.leaf_uuid as string, row.text as string]))
  return { whole: source, access: library.accessOf(source), siblings: { summaries, heads: [] } }
}

const TITLES = `SELECT f.leaf_uuid, f.text FROM foreign_summaries AS f
WHERE EXISTS (SELECT 1 FROM entries AS e WHERE e.uuid = f.leaf_uuid AND e.is_repeat = 0 AND e.session = ?)
ORDER BY f.session, f.leaf_uuid`

/** The account as the index has it. */
function readPlainAccount({ store }: IndexedKeep, session: number): SessionAccount | undefined {
  const story = readStory(store, session)
  const row = store.get('SELECT cwds, branch, models FROM sessions WHERE session = ?', [session])
  if (!story || !row) return undefined
  return {
    story,
    cwds: JSON.parse(row.cwds as string) as string[],
    branch: (row.branch ?? undefined) as string | undefined,
    models: JSON.parse(row.models as string) as string[],
    redaction: undefined,
  }
}
