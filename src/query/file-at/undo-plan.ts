import type { Store } from '../../store/store.ts'
import { isGitFolder } from '../../text/git-folder.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { listNames, type SessionName } from '../lookups/fact-place.ts'
import { describeState, type NamedDisturbance, type NamedState } from './describe-state.ts'
import type { FileContent } from './file-content.ts'
import { type FileStep, isChange } from './file-step.ts'
import {
  type FileTimeline,
  openTimeline,
  openTimelines,
  stateAfterStep,
  stateAt,
  stateBeforeStep,
  type TimelineState,
} from './file-timeline.ts'
import type { Sureness } from './judge-state.ts'
import { listChangingCommands } from './list-changing-commands.ts'
import { buildUndoPatch } from './undo-patch.ts'
import { chooseRoot, placeBelow, readWorkRoots } from './work-root.ts'

/** What a session changed, and what would take it back; what `--json` prints. Nothing is written. */
export interface UndoPlan {
  readonly schema: 'backscroll.undo-plan/1'
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  /** The working tree that `patch` belongs to: its names are relative to this folder. */
  readonly root: string
  readonly files: readonly UndoFile[]
  /** The patches of all files in `root`, for `git apply` or `patch -p1` there. */
  readonly patch: string
  /** Files with a change that `patch` does not take back. */
  readonly leftOut: number
  /** Commands of the session that may have changed files nobody recorded: no patch takes them back. */
  readonly commands: readonly Omit<NamedDisturbance, 'side'>[]
  readonly commandCount: number
}

export interface UndoFile {
  /** As recorded. */
  readonly path: string
  /** Below `root`; undefined for a file outside of it. */
  readonly name: string | undefined
  /** `same`: it is again as it was before. */
  readonly did: 'created' | 'changed' | 'deleted' | 'same' | 'unknown'
  /** Lines that the session added and removed. */
  readonly added: number
  readonly removed: number
  /** The less sure one of both sides. */
  readonly sureness: Sureness
  /** As it was before the first change of the session, and at the session's end. */
  readonly before: NamedState
  readonly after: NamedState
  /** It was changed on a side of the conversation that was taken back. */
  readonly isRewound: boolean
  /** Other sessions that changed it between two changes of this one: the patch takes that back too. */
  readonly changedMeanwhileBy: readonly SessionName[]
  /** Other sessions that changed it after this one. */
  readonly changedSinceBy: readonly SessionName[]
  /** Commands since then that name it, and those that may change any file. */
  readonly namedSince: number
  readonly mayHaveChangedSince: number
  /** Takes it back; undefined where one side is not known, or no text. */
  readonly patch: string | undefined
}

export interface UndoRequest {
  readonly session: number
  /** Epoch milliseconds: changes since the session are looked for until then. */
  readonly now: number
}

export interface FoundUndoPlan {
  readonly plan: UndoPlan
  /** What the files were before the session, by recorded path; undefined where that is not known. */
  readonly before: ReadonlyMap<string, FileContent | undefined>
  /** Every folder that the session worked in: nothing is ever written there. */
  readonly workFolders: readonly string[]
}

export function undoPlan(keep: IndexedKeep, { session, now }: UndoRequest): FoundUndoPlan {
  const { store } = keep
  const source = openTimelines(keep)
  const { sessions } = source
  const row = store.get(SESSION, [session]) ?? {}
  const roots = readWorkRoots(store, session)
  const root = chooseRoot(roots)
  const endedAt = (row.ended_at as number | null) ?? now
  const changed = listChangedPaths(store, session)
    .map(path => openTimeline(source, path))
    .flatMap(timeline => readFile({ keep, timeline, session, endedAt, now, root }))
  const files = changed.map(({ file }) => file)
  const inPatch = files.filter(({ name, patch }) => name !== undefined && patch !== undefined)
  const commands = listChangingCommands({ store, sessions }, session)
  return {
    plan: {
      schema: 'backscroll.undo-plan/1',
      sessionId: sessions.get(session)?.sessionId ?? '',
      shortId: sessions.get(session)?.shortId ?? '',
      title: (row.title as string | undefined) ?? '',
      startedAt: formatIso((row.started_at as number | null) ?? undefined),
      endedAt: formatIso((row.ended_at as number | null) ?? undefined),
      root,
      files,
      patch: inPatch.map(({ patch }) => patch).join(''),
      leftOut: files.filter(file => file.did !== 'same' && !inPatch.includes(file)).length,
      ...commands,
    },
    before: new Map(changed.map(({ file, content }) => [file.path, content])),
    workFolders: roots.all,
  }
}

const SESSION = 'SELECT title, started_at, ended_at FROM sessions WHERE session = ?'

function listChangedPaths(store: Store, session: number): readonly string[] {
  const sql = `SELECT DISTINCT path FROM file_touches WHERE session = ? AND action <> 'read' ORDER BY path`
  return store.all(sql, [session]).map(row => row.path as string)
}

interface FileRequest {
  readonly keep: IndexedKeep
  readonly timeline: FileTimeline
  readonly session: number
  readonly endedAt: number
  readonly now: number
  readonly root: string
}

interface ReadFile {
  readonly file: UndoFile
  readonly content: FileContent | undefined
}

/** None where all its changes are those of a session that this one repeats. */
function readFile({ keep, timeline, session, endedAt, now, root }: FileRequest): readonly ReadFile[] {
  const { steps, path, sessions } = timeline
  const isOwn = (step: FileStep): boolean => step.session === session && isChange(step)
  const [first, last] = [steps.findIndex(isOwn), steps.findLastIndex(isOwn)]
  if (first < 0) return []
  const before = stateBeforeStep(timeline, first)
  // Where another session changed it before this one ended, what this one left is what its last change made.
  const isShared = steps.slice(last + 1).some(step => step.at <= endedAt && step.session !== session && isChange(step))
  const leftAt = isShared ? (steps[last] as FileStep).at : endedAt
  const after = isShared
    ? stateAfterStep(timeline, last, { at: leftAt, isBefore: false })
    : stateAt(timeline, { at: leftAt, isBefore: false })
  const meanwhile = steps.slice(first, last).filter(step => isChange(step) && !isOwn(step))
  const namer = { store: keep.store, sessions }
  const name = placeBelow(path, root)
  const patch = buildUndoPatch(name ?? path, before.content, after.content)
  const file: UndoFile = {
    path,
    name,
    did: patch.did,
    added: patch.added,
    removed: patch.removed,
    sureness: lessSure(before, after),
    before: describeState(namer, before),
    after: describeState(namer, after),
    isRewound: after.before.some(({ kind }) => kind === 'rewind'),
    changedMeanwhileBy: listNames(new Set(meanwhile.map(step => step.session)), sessions),
    ...since(timeline, { session, endedAt: leftAt, now }),
    patch: name?.split('/').some(isGitFolder) ? undefined : patch.text,
  }
  return [{ file, content: before.content }]
}

const ORDER: readonly Sureness[] = ['unknown', 'doubtful', 'derived', 'exact']

function lessSure(a: TimelineState, b: TimelineState): Sureness {
  return ORDER.indexOf(a.sureness) < ORDER.indexOf(b.sureness) ? a.sureness : b.sureness
}

function since(
  { steps, sessions, disturbances }: FileTimeline,
  { session, endedAt, now }: Pick<FileRequest, 'session' | 'endedAt' | 'now'>,
): Pick<UndoFile, 'changedSinceBy' | 'namedSince' | 'mayHaveChangedSince'> {
  const isLater = (step: FileStep): boolean => step.at > endedAt && step.session !== session && isChange(step)
  const later = new Set(steps.filter(isLater).map(step => step.session))
  const commands = disturbances.list({ from: endedAt, to: now }).filter(({ kind }) => kind !== 'gap')
  return {
    changedSinceBy: listNames(later, sessions),
    namedSince: commands.filter(({ reach }) => reach === 'names').length,
    mayHaveChangedSince: commands.filter(({ reach }) => reach === 'any').length,
  }
}
