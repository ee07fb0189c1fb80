import type { Keep } from '../../query/keep.ts'
import { type Library, openLibrary } from '../../query/library.ts'
import { requireNamed } from '../../query/require-named.ts'
import type { UsageWorld } from '../../query/usage/build-usage.ts'
import { openIndexedUsage } from '../../query/usage/indexed-usage.ts'
import { limitToLibrary } from '../../query/usage/limit-to-library.ts'
import type { UsageDetail } from '../../query/usage/usage-detail.ts'
import type { SourceRange } from '../../query/usage/usage-source.ts'
import { createOwnRuns } from '../../source/own-runs.ts'
import type { SourceProblem } from '../../source/problem.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { askIndex } from './ask-index.ts'
import { reportProblems } from './report-problems.ts'

/** What a question about usage is asked of, and of which sessions. */
export interface UsageAsked {
  readonly world: UsageWorld
  /** Ids of the sessions that somebody named; undefined where nobody did. */
  readonly sessions: readonly string[] | undefined
}

interface UsageChoice {
  readonly usesIndex: boolean
  readonly range: SourceRange
  /** Of the index; a scan gives each request by itself. */
  readonly detail: UsageDetail
  /** Sessions as typed. */
  readonly sessions: readonly string[]
}

/** Asks the index, or the transcripts themselves. What could not be read is told, and comes back beside the answer. */
export async function askUsage<Answer>(
  app: App,
  { usesIndex, range, detail, sessions }: UsageChoice,
  ask: (asked: UsageAsked) => Answer,
): Promise<{ readonly answer: Answer; readonly problems: readonly SourceProblem[] }> {
  if (!usesIndex) return await askTranscripts(app, { range, sessions }, ask)
  const answer = await askIndex(app, keep => {
    const isBelowRoots = app.roots.overrideBy === '--root'
    const library = isBelowRoots || sessions.length > 0 ? openLibrary(app.roots, keep) : undefined
    const all = openIndexedUsage(keep.store, range, detail)
    const source = library && isBelowRoots ? limitToLibrary(library, all) : all
    return ask({
      world: { source, store: keep.store },
      sessions: library && nameSessions(app, library, keep, sessions),
    })
  })
  return { answer, problems: [] }
}

async function askTranscripts<Answer>(
  app: App,
  { range, sessions }: Pick<UsageChoice, 'range' | 'sessions'>,
  ask: (asked: UsageAsked) => Answer,
): Promise<{ readonly answer: Answer; readonly problems: readonly SourceProblem[] }> {
  const library = openLibrary(app.roots)
  const named = nameSessions(app, library, undefined, sessions)
  const { scanUsage } = await import('../../query/usage/scanned-usage.ts')
  // The index has none of them either.
  const { isOwnRun } = createOwnRuns(app.keepDir)
  const sources = library.sources.filter(source => !isOwnRun(source))
  const source = await scanUsage(sources, { range, signal: app.signal })
  if (app.signal.aborted) throw stopped()
  const problems = [...library.problems, ...source.problems]
  reportProblems(app, problems)
  return { answer: ask({ world: { source, store: undefined }, sessions: named }), problems }
}

function nameSessions(
  app: App,
  library: Library,
  keep: Keep | undefined,
  names: readonly string[],
): readonly string[] | undefined {
  if (names.length === 0) return undefined
  return names.map(text => {
    // Several files may bear one id: all of them are meant, so which is the largest is no news.
    const { source, turn } = requireNamed(library, keep, { text, env: app.roots })
    if (turn !== undefined) throw wholeSessions(text)
    return source.id
  })
}

function wholeSessions(text: string): UserError {
  return new UserError({
    code: 'whole-sessions',
    message: '--session takes whole sessions, not one turn',
    hint: `Leave out the number of the turn; \`backscroll usage prompts --explain ${text}\` lists the requests of one.`,
  })
}

function stopped(): UserError {
  const hint = 'Run it again when there is time.'
  return new UserError({ code: 'interrupted', message: 'stopped before all was read', hint })
}
