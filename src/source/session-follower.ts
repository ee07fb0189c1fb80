import type { Issue } from '../format/issue.ts'
import { createParser, type Position } from '../format/parser.ts'
import { createSessionBuilder } from '../model/build-session.ts'
import type { SessionBuilder } from '../model/session-builder.ts'
import { type AgentSessions, listCurrentFiles } from './current-files.ts'
import { DISK, type FileAccess } from './file-access.ts'
import { type FileIssue, type LoadedSession, openThread } from './load-session.ts'
import type { SourceProblem } from './problem.ts'
import { createSessionReader } from './session-reader.ts'
import { listFiles, type SessionSource, type SourceFile } from './session-source.ts'
import { addSiblings, type Siblings } from './siblings.ts'
import { isRewritten, noteRead, readAppended, readGone, type TrackedFile } from './tracked-file.ts'

export interface SessionUpdate {
  readonly loaded: LoadedSession
  /** Nothing shown before holds any more: the first update, and the one after a file was rewritten. */
  readonly isFresh: boolean
  /** By file: the `index` of its first entry that was not in the update before. */
  readonly firstNew: ReadonlyMap<number, number>
}

export interface SessionFollower {
  /** Reads what was written since the last call; undefined when that is nothing. */
  sweep(): SessionUpdate | undefined
  /** The same, a chunk at a time: `pause` is awaited between chunks. Nothing else may be asked meanwhile. */
  sweepGently(pause: () => Promise<void>): Promise<SessionUpdate | undefined>
  /** What its neighbours tell by now: the next sweep gives what is new in it. */
  addSiblings(siblings: Siblings): void
  /** Bytes of transcripts that were read so far. */
  readonly readBytes: number
  /** The main transcript was there at the last sweep. */
  readonly hasMain: boolean
}

export interface FollowerOptions {
  /** Reads files of the source that the disk no longer has, too; of one that is kept only, nothing is looked for on disk. */
  readonly access?: FileAccess
  readonly siblings?: Siblings
  /** Where somebody stopped reading the same files, instead of their beginning. */
  readonly start?: FollowerStart | undefined
  /** With it a cut last line is shown where nothing was written for long, as `loadSession` shows it at once. */
  now?(): number
}

export interface FollowerStart {
  /** Goes to the follower: nobody else may add to it. */
  readonly builder: SessionBuilder
  /** In the order in which the builder knows them. */
  readonly files: readonly StartedFile[]
}

export interface StartedFile {
  readonly file: SourceFile
  readonly position: Position
  readonly entries: number
  readonly issues: readonly Issue[]
}

/** Reads a session as it grows: only appended bytes are read, and everything again after a truncation or rewrite. */
export function createSessionFollower(source: SessionSource, options: FollowerOptions = {}): SessionFollower {
  const agentSessions: AgentSessions = new Map()
  let { siblings = NO_SIBLINGS } = options
  let state = createState(source, { ...options, siblings }, options.start)
  let isFresh = true
  let hasNewSiblings = false
  let readBytes = 0
  let hasMain = source.main !== undefined

  function* steps(): Generator<void, SessionUpdate | undefined> {
    const current = source.kept ? [] : listCurrentFiles(source, agentSessions)
    hasMain = current.some(file => file.agentId === undefined)
    if (state.isRewritten(current)) {
      state = createState(source, { ...options, siblings }, undefined)
      isFresh = true
    }
    const reading = state.readNew(current, isFresh)
    let step = reading.next()
    for (; !step.done; step = reading.next()) {
      readBytes += step.value
      yield
    }
    const { firstNew, isDescribed } = step.value
    if (firstNew.size === 0 && !isDescribed && !isFresh && !hasNewSiblings) return undefined
    const update = { loaded: state.build(), isFresh, firstNew }
    isFresh = false
    hasNewSiblings = false
    return update
  }

  return {
    sweep() {
      const work = steps()
      let step = work.next()
      while (!step.done) step = work.next()
      return step.value
    },
    async sweepGently(pause) {
      const work = steps()
      let step = work.next()
      while (!step.done) {
        await pause()
        step = work.next()
      }
      return step.value
    },
    addSiblings(told) {
      const more = addSiblings(siblings, told)
      if (!more) return
      siblings = more
      hasNewSiblings = true
      state.setSiblings(more)
    },
    get readBytes() {
      return readBytes
    },
    get hasMain() {
      return hasMain
    },
  }
}

interface NewThings {
  readonly firstNew: ReadonlyMap<number, number>
  /** What an agent is was told after the agent had begun. */
  readonly isDescribed: boolean
}

const NO_SIBLINGS: Siblings = { summaries: new Map(), heads: [] }

type StateOptions = FollowerOptions & { readonly siblings: Siblings }

function createState(source: SessionSource, options: StateOptions, start: FollowerStart | undefined) {
  const { access = DISK, siblings } = options
  const builder = start?.builder ?? createSessionBuilder({ id: source.id })
  const files: SourceFile[] = []
  const tracked: TrackedFile[] = []
  const issues: FileIssue[] = []
  const problems = new Map<string, SourceProblem>()
  const reader = createSessionReader(source, files, access)
  setSiblings(siblings)
  for (const started of start?.files ?? []) noteRead(track(started.file, started))

  function setSiblings({ summaries, heads }: Siblings): void {
    for (const [leaf, text] of summaries) builder.addSummary(leaf, text)
    builder.setSiblings(heads)
  }

  function track(file: SourceFile, started?: StartedFile): TrackedFile {
    const at = files.push(file) - 1
    const thread = openThread(builder, files, at, access)
    for (const issue of started?.issues ?? []) issues.push({ file: at, issue })
    const state: TrackedFile = {
      path: file.path,
      identity: file.identity,
      parser: createParser({
        onEntry(entry) {
          state.entries++
          thread.add(entry)
        },
        onIssue: issue => issues.push({ file: at, issue }),
        ...(started ? { from: started.position } : {}),
      }),
      entries: started?.entries ?? 0,
      mtimeMs: file.mtimeMs,
      tail: new Uint8Array(0),
      idle: 0,
      isFinished: false,
    }
    tracked.push(state)
    return state
  }

  /** The client writes what an agent is into a file of its own, often after the agent has begun. */
  function describe(at: number, file: SourceFile): boolean {
    if (file.metaPath === undefined || files[at]?.metaPath === file.metaPath) return false
    files[at] = file
    openThread(builder, files, at, access)
    return true
  }

  function* read(file: SourceFile, isGone: boolean): Generator<number, { at: number; before: number }> {
    const known = tracked.find(({ path }) => path === file.path)
    const state = known ?? track(file)
    const before = state.entries
    const now = options.now?.()
    const problem = yield* isGone ? readGone(state, access) : readAppended(state, file, { now })
    if (problem) problems.set(file.path, problem)
    return { at: tracked.indexOf(state), before }
  }

  return {
    setSiblings,
    isRewritten(current: readonly SourceFile[]): boolean {
      const byPath = new Map(current.map(file => [file.path, file]))
      return tracked.some(state => {
        const file = byPath.get(state.path)
        return file !== undefined && isRewritten(state, file)
      })
    },
    *readNew(current: readonly SourceFile[], isFirst: boolean): Generator<number, NewThings> {
      const firstNew = new Map<number, number>()
      let isDescribed = false
      for (const { file, isGone } of [...present(current), ...(isFirst ? listGone(current) : [])]) {
        const { at, before } = yield* read(file, isGone)
        if ((tracked[at]?.entries ?? 0) > before) firstNew.set(at, before)
        if (!isGone && describe(at, file)) isDescribed = true
      }
      return { firstNew, isDescribed }
    },
    build(): LoadedSession {
      return { source, session: builder.build(), files, issues, problems: [...problems.values()], ...reader }
    },
  }

  function listGone(current: readonly SourceFile[]): readonly { file: SourceFile; isGone: boolean }[] {
    if (!options.access) return []
    const paths = new Set(current.map(({ path }) => path))
    return listFiles(source)
      .filter(({ path }) => !paths.has(path))
      .map(file => ({ file, isGone: true }))
  }
}

function present(files: readonly SourceFile[]): readonly { file: SourceFile; isGone: boolean }[] {
  return files.map(file => ({ file, isGone: false }))
}
