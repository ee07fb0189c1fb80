/**
 * query/ answers questions about sessions: values in, values out, one file per question. It formats nothing, and its
 * results are what `--json` prints.
 */
import { dirname } from 'node:path'
import { listAllSources, type SkippedFile } from '../source/discover.ts'
import { DISK, type FileAccess } from '../source/file-access.ts'
import { createOwnRuns } from '../source/own-runs.ts'
import type { SourceProblem } from '../source/problem.ts'
import type { ReadId } from '../source/project-folder.ts'
import { type FoundRoots, findRoots, type Root, type RootEnvironment } from '../source/roots.ts'
import type { SessionSource } from '../source/session-source.ts'
import { sniffFile } from '../source/sniff.ts'
import { UserError } from '../user-error.ts'
import type { CatalogSession } from './catalog.ts'
import { joinKept, keptBelow, placesOf } from './join-kept.ts'
import type { Keep } from './keep.ts'
import { buildKeptSource, keptRoot } from './kept-source.ts'

/** The sessions that a question is about: those on disk, and those that only the archive still has. */
export interface Library {
  readonly roots: readonly Root[]
  readonly sources: readonly SessionSource[]
  /** What could not be listed. The answer holds all the rest. */
  readonly problems: readonly SourceProblem[]
  readonly skipped: readonly SkippedFile[]
  /** How many transcripts of a command that `enrich` ran are left out: they are about other sessions. */
  readonly ownRuns: number
  /** Undefined where nothing is kept, or nothing that the question is about. */
  readonly keep: Keep | undefined
  /** Where the files of a session are read from. */
  accessOf(source: SessionSource): FileAccess
  /** The number of a session in archive and index; undefined where it is on disk alone. */
  sessionOf(source: SessionSource): number | undefined
}

/**
 * Lists every session once. Throws when somebody named where to look and nothing there can be read. `readId` is for a
 * process that stays, and remembers which session a file belongs to whose name does not tell.
 */
export function openLibrary(env: RootEnvironment, keep?: Keep, readId?: ReadId): Library {
  const found = findRoots(env)
  const kept = keep ? listKept(keep, env, found) : []
  if (found.roots.length === 0 && kept.length === 0) requireRoots(found, env)
  for (const root of found.roots) requireTranscript(root)
  const { sources, problems, skipped } = listAllSources(found.roots, readId)
  const listing = { roots: found.roots, problems: [...found.problems, ...problems], skipped }
  if (!keep || kept.length === 0) {
    return { ...listing, sources, ownRuns: 0, keep: undefined, accessOf: () => DISK, sessionOf: () => undefined }
  }
  const { onDisk, numbers, onlyKept } = joinKept(sources, kept)
  // Only of a few sessions it is not known: what is kept is none.
  const { isOwnRun } = createOwnRuns(dirname(keep.archive))
  const shown = onDisk.filter(source => numbers.has(source) || !isOwnRun(source))
  return {
    ...listing,
    sources: [...shown, ...openKept(keep, onlyKept)],
    ownRuns: onDisk.length - shown.length,
    keep,
    accessOf: source => (source.kept ? keep.openFiles(source.kept.session) : DISK),
    sessionOf: source => source.kept?.session ?? numbers.get(source),
  }
}

/** All that is kept, from wherever it came; below the folders that `--root` names, where it names some. */
function listKept(keep: Keep, env: RootEnvironment, { roots, problems }: FoundRoots): readonly CatalogSession[] {
  const kept = keep.listSessions()
  if (!env.override?.length || env.overrideBy === 'roots') return kept
  return keptBelow(kept, [...placesOf(roots), ...problems.map(problem => problem.path)])
}

/** Names of what is kept, on disk or not, that a library of this machine would list. */
export function listKeptNames(keep: Keep, env: RootEnvironment): readonly string[] {
  return listKept(keep, env, findRoots(env)).map(({ name }) => name)
}

function openKept(keep: Keep, kept: readonly CatalogSession[]): readonly SessionSource[] {
  const roots = new Map<string, Root>()
  return kept.map(session => {
    const root = roots.get(session.rootPath) ?? keptRoot(session.rootPath)
    roots.set(session.rootPath, root)
    return buildKeptSource(session, keep.listFiles(session.session), root)
  })
}

function requireRoots({ problems }: FoundRoots, env: RootEnvironment): void {
  if (problems.length === 0) return
  throw new UserError({
    code: `root-${problems[0]?.code}`,
    message: problems.map(problem => problem.message).join('; '),
    hint: hintFor(env),
  })
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
