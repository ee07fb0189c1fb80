import type { LoadedSession } from '../source/load-session.ts'
import type { SourceProblem } from '../source/problem.ts'
import { UserError } from '../user-error.ts'

/**
 * Refuses a session of whose transcript nothing could be read: an empty page would look like an empty session.
 * `keptHint` says what to do where it was read from the archive.
 */
export function requireReadable({ source, session, files, problems }: LoadedSession, keptHint?: string): void {
  const problem = source.main ? problems.find(({ path }) => path === source.main?.path) : problems[0]
  const isPartlyRead = source.main ? session.main.entries.length > 0 : problems.length < files.length
  if (!problem || isPartlyRead) return
  throw new UserError({
    code: `session-${problem.code}`,
    message: problem.message,
    hint: keptHint ?? hintFor(problem),
  })
}

function hintFor({ code }: SourceProblem): string {
  return code === 'missing'
    ? 'It was deleted a moment ago: list the sessions that are left with `backscroll ls`.'
    : 'Check that it is a file you may read; `backscroll doctor` lists every file that cannot be read.'
}

/** The same, and a transcript that is none: not one line of it is a JSON object. */
export function requireContent(loaded: LoadedSession, keptHint?: string): void {
  requireReadable(loaded, keptHint)
  const { source, session } = loaded
  const { entries } = session.main
  if (!source.main || source.agents.length > 0 || session.agents.length > 0 || isEmpty(loaded)) return
  if (entries.every(({ kind }) => WITHOUT_JSON.has(kind)))
    throw notTranscript(source.main.path, 'no line is a JSON object')
}

/** The file is there and holds no entry at all. */
export function isEmpty({ source, session }: LoadedSession): boolean {
  return source.agents.length === 0 && session.agents.length === 0 && session.main.entries.length === 0
}

export function notTranscript(path: string, why: string): UserError {
  return new UserError({
    code: 'not-a-transcript',
    message: `${path} is not a Claude Code transcript: ${why}`,
    hint: 'Transcripts are the .jsonl files below ~/.claude/projects.',
  })
}

const WITHOUT_JSON: ReadonlySet<string> = new Set(['blank', 'comment', 'unreadable'])
