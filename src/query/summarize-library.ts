import type { SessionSummary } from '../model/session-summary.ts'
import type { OwnTokens } from '../model/usage/request-columns.ts'
import type { Work } from '../model/work-folders.ts'
import type { SourceProblem } from '../source/problem.ts'
import type { SessionProjects } from '../source/session-projects.ts'
import { type SessionSource, sizeBytesOf } from '../source/session-source.ts'
import type { SourceSummary } from '../source/summarize-source.ts'
import { countOwnTokens } from './count-own-tokens.ts'
import { findForeignTitles } from './foreign-titles.ts'
import { type IndexedSummary, readIndexedSummaries } from './indexed-summaries.ts'
import type { Library } from './library.ts'

/** What a list shows of each session, in the order of `library.sources`. */
export interface LibrarySummary {
  readonly sessions: readonly SummarizedSession[]
  /** Tokens of requests that no earlier session holds, which costs more where the index cannot tell. */
  countOwnTokens(): readonly OwnTokens[]
}

export interface SummarizedSession {
  readonly source: SessionSource
  readonly summary: SessionSummary
  /** As they were when the session was kept; else where it worked, and nobody has looked yet. */
  readonly projects: SessionProjects | Work
  readonly isKept: boolean
  readonly problems: readonly SourceProblem[]
}

/** A session and what is known of it: by the index, or by reading it now. */
export type KnownSession =
  | { readonly source: SessionSource; readonly session: number; readonly indexed: IndexedSummary }
  | { readonly source: SessionSource; readonly read: SourceSummary }

/** Takes from the index what it holds and reads the rest: projects that are kept out, sessions of the last minute. */
export async function summarizeLibrary(
  library: Library,
  options: { readonly threads: number },
): Promise<LibrarySummary> {
  const known = await listKnown(library, options.threads)
  const titles = findForeignTitles(known, library.keep?.store)
  return {
    sessions: known.map((item, at) => {
      const { summary, problems } = 'read' in item ? item.read : { ...item.indexed, problems: [] }
      const title = titles[at]
      return {
        source: item.source,
        summary: title === undefined ? summary : { ...summary, title },
        projects: 'read' in item ? item.read.work : item.indexed.projects,
        isKept: library.sessionOf(item.source) !== undefined,
        problems,
      }
    }),
    countOwnTokens: () => countOwnTokens(known, library.keep?.store),
  }
}

/** A session that could not be indexed has an empty row: it is read like one that the index does not have. */
function isFilled({ summary }: IndexedSummary, source: SessionSource): boolean {
  return summary.entries > 0 || sizeBytesOf(source) === 0
}

async function listKnown(library: Library, threads: number): Promise<readonly KnownSession[]> {
  const { sources, keep } = library
  const indexed = keep?.store ? readIndexedSummaries(keep.store) : new Map<number, IndexedSummary>()
  const known = new Map<SessionSource, KnownSession>()
  for (const source of sources) {
    const session = library.sessionOf(source)
    const found = session === undefined ? undefined : indexed.get(session)
    if (session !== undefined && found && isFilled(found, source))
      known.set(source, { source, session, indexed: found })
  }
  const others = sources.filter(source => !known.has(source))
  for (const item of await readOthers(library, others, threads)) known.set(item.source, item)
  return sources.map(source => known.get(source) as KnownSession)
}

/** What reads transcripts is loaded only where some must be read. */
async function readOthers(
  library: Library,
  others: readonly SessionSource[],
  threads: number,
): Promise<readonly KnownSession[]> {
  if (others.length === 0) return []
  const [{ summarizeSource }, { runJob }] = await Promise.all([
    import('../source/summarize-source.ts'),
    import('../source/run-job.ts'),
  ])
  const onDisk = others.filter(source => !source.kept)
  const read = await runJob('summarize', onDisk, threads)
  const byDisk = onDisk.map((source, at) => ({ source, read: read[at] as SourceSummary }))
  const fromArchive = others.filter(source => source.kept)
  return [
    ...byDisk,
    ...fromArchive.map(source => ({ source, read: summarizeSource(source, library.accessOf(source)) })),
  ]
}
