/**
 * query/ answers questions about sessions: values in, values out, one file per question. It formats nothing, and its
 * results are what `--json` prints.
 */
import { listAllSources, type SkippedFile } from '../source/discover.ts'
import type { SourceProblem } from '../source/problem.ts'
import { findRoots, type Root, type RootEnvironment } from '../source/roots.ts'
import type { SessionSource } from '../source/session-source.ts'
import { sniffFile } from '../source/sniff.ts'
import { UserError } from '../user-error.ts'

/** The sessions that a question is about. */
export interface Library {
  readonly roots: readonly Root[]
  readonly sources: readonly SessionSource[]
  /** What could not be listed. The answer holds all the rest. */
  readonly problems: readonly SourceProblem[]
  readonly skipped: readonly SkippedFile[]
}

/** Lists every session once. Throws when somebody named where to look and nothing there can be read. */
export function openLibrary(env: RootEnvironment): Library {
  const { roots, problems } = findRoots(env)
  const [first] = problems
  if (first && roots.length === 0) {
    throw new UserError({
      code: `root-${first.code}`,
      message: problems.map(problem => problem.message).join('; '),
      hint: hintFor(env),
    })
  }
  for (const root of roots) requireTranscript(root)
  const listing = listAllSources(roots)
  return { ...listing, roots, problems: [...problems, ...listing.problems] }
}

/** A file that somebody named must be a transcript; in a folder others may lie about. */
function requireTranscript(root: Root): void {
  if (!root.isFile) return
  const { verdict, why } = sniffFile(root.path)
  if (verdict === 'transcript' || verdict === 'empty') return
  throw new UserError({
    code: 'not-a-transcript',
    message: `${root.path} is not a Claude Code transcript: ${why}`,
    hint: 'Give --root a transcript (.jsonl), or a folder that holds transcripts, such as ~/.claude.',
  })
}

function hintFor(env: RootEnvironment): string {
  if (!env.override?.length) return 'Correct CLAUDE_CONFIG_DIR, or name the folder with --root.'
  return env.overrideBy === 'roots'
    ? 'The setting `roots` names it: change it with `backscroll config set roots …`, or drop it with `backscroll config unset roots`.'
    : 'Give --root a folder that holds transcripts, such as ~/.claude or ~/.claude/projects.'
}
