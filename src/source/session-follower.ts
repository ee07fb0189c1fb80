import { statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import { parseObject } from '../format/line.ts'
import { createParser, type Parser } from '../format/parser.ts'
import { createSessionBuilder } from '../model/build-session.ts'
import { AGENT_PREFIX, isTranscriptName, listAgentFiles, statAgent, TRANSCRIPT_SUFFIX } from './agent-files.ts'
import { listFolder, statTranscript } from './list-folder.ts'
import { type FileIssue, type LoadedSession, openThread } from './load-session.ts'
import { problemOf, type SourceProblem } from './problem.ts'
import { readBytes, readChunks } from './read-chunks.ts'
import { readSessionId } from './read-head.ts'
import { createSessionReader } from './session-reader.ts'
import type { SessionSource, SourceFile } from './session-source.ts'

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
}

interface Tracked {
  readonly path: string
  readonly identity: string
  readonly parser: Parser
  entries: number
  /** As it was after the last bytes were read: a later one without growth means a rewrite in place. */
  mtimeMs: number
  /** The last bytes before the read position: if they change, the file was rewritten, not appended to. */
  tail: Uint8Array
  /** Sweeps in a row that found an unfinished last line and nothing new. */
  idle: number
  /** Its last line was taken as whole without newline; what follows means reading it anew. */
  isFinished: boolean
}

const TAIL_BYTES = 16 * 1024
/** After this many sweeps without a write, a last line without newline is taken as whole: copies often lack it. */
const IDLE_SWEEPS = 4

/** Reads a session as it grows: only appended bytes are read, and everything again after a truncation or rewrite. */
export function createSessionFollower(source: SessionSource): SessionFollower {
  const agentSessions = new Map<string, string | undefined>()
  let state = createState(source)
  let isFresh = true

  return {
    sweep() {
      const current = listCurrentFiles(source, agentSessions)
      if (state.isRewritten(current)) {
        state = createState(source)
        isFresh = true
      }
      const firstNew = state.readNew(current)
      if (firstNew.size === 0 && !isFresh) return undefined
      const update = { loaded: state.build(), isFresh, firstNew }
      isFresh = false
      return update
    },
  }
}

function createState(source: SessionSource) {
  const builder = createSessionBuilder({ id: source.id })
  const files: SourceFile[] = []
  const tracked: Tracked[] = []
  const issues: FileIssue[] = []
  const problems = new Map<string, SourceProblem>()
  const reader = createSessionReader(source, files)

  function track(file: SourceFile): Tracked {
    const at = files.push(file) - 1
    const thread = openThread(builder, files, at)
    const state: Tracked = {
      path: file.path,
      identity: file.identity,
      parser: createParser({
        onEntry(entry) {
          state.entries++
          thread.add(entry)
        },
        onIssue: issue => issues.push({ file: at, issue }),
      }),
      entries: 0,
      mtimeMs: file.mtimeMs,
      tail: new Uint8Array(0),
      idle: 0,
      isFinished: false,
    }
    tracked.push(state)
    return state
  }

  return {
    isRewritten(current: readonly SourceFile[]): boolean {
      const byPath = new Map(current.map(file => [file.path, file]))
      return tracked.some(state => {
        const file = byPath.get(state.path)
        return file !== undefined && isRewritten(state, file)
      })
    },
    readNew(current: readonly SourceFile[]): ReadonlyMap<number, number> {
      const firstNew = new Map<number, number>()
      for (const file of current) {
        const state = tracked.find(known => known.path === file.path) ?? track(file)
        const before = state.entries
        const problem = readAppended(state, file)
        if (problem) problems.set(file.path, problem)
        if (state.entries > before) firstNew.set(tracked.indexOf(state), before)
      }
      return firstNew
    },
    build(): LoadedSession {
      return { source, session: builder.build(), files, issues, problems: [...problems.values()], ...reader }
    },
  }
}

function positionOf({ parser }: Tracked): number {
  return parser.position.offset + parser.pendingBytes
}

function isRewritten(state: Tracked, file: SourceFile): boolean {
  const position = positionOf(state)
  if (file.identity !== state.identity || file.sizeBytes < position) return true
  if (file.sizeBytes > position && state.isFinished) return true
  if (file.sizeBytes === position && file.mtimeMs === state.mtimeMs) return false
  const tail = readBytes(state.path, position - state.tail.length, position)
  return tail !== undefined && Buffer.compare(tail, state.tail) !== 0
}

/** Undefined, or why the file cannot be read. */
function readAppended(state: Tracked, file: SourceFile): SourceProblem | undefined {
  const from = positionOf(state)
  if (file.sizeBytes > from) {
    state.idle = 0
    try {
      for (const chunk of readChunks(state.path, { from })) state.parser.push(chunk)
    } catch (error) {
      const problem = problemOf(state.path, error)
      // Gone between listing and reading: the next sweep sees what became of it.
      if (problem.code !== 'missing') return problem
    }
    const position = positionOf(state)
    state.tail = readBytes(state.path, Math.max(0, position - TAIL_BYTES), position) ?? new Uint8Array(0)
    state.mtimeMs = statSync(state.path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  } else {
    state.mtimeMs = file.mtimeMs
    if (state.parser.pendingBytes > 0 && ++state.idle === IDLE_SWEEPS && isWholeObject(state)) {
      state.parser.finish()
      state.isFinished = true
    }
  }
  return undefined
}

/** A last line without newline that nothing was added to for a while is shown only if it is complete. */
function isWholeObject(state: Tracked): boolean {
  const bytes = readBytes(state.path, state.parser.position.offset, positionOf(state))
  return bytes !== undefined && parseObject(decodeUtf8(viewBytes(bytes))) !== undefined
}

/** The session's files as they are now, subagents that began meanwhile included. */
function listCurrentFiles(
  source: SessionSource,
  agentSessions: Map<string, string | undefined>,
): readonly SourceFile[] {
  const main = source.main?.path ?? join(source.folder, source.name + TRANSCRIPT_SUFFIX)
  const files: SourceFile[] = []
  const names = { agentId: undefined, metaPath: undefined, workflowId: undefined }
  const mainFile = isFile(main) ? statTranscript(main, names, []) : undefined
  if (mainFile) files.push(mainFile)
  files.push(...listAgentFiles(source.companionFolder ?? join(source.folder, source.name), []))
  const listing = listFolder(source.folder, []).files
  for (const name of listing) {
    if (!name.startsWith(AGENT_PREFIX) || !isTranscriptName(name)) continue
    const path = join(source.folder, name)
    if (agentSessions.get(path) === undefined) agentSessions.set(path, readSessionId(path))
    if (agentSessions.get(path) !== source.id) continue
    const file = statAgent(source.folder, name, { names: listing, workflowId: undefined, problems: [] })
    if (file) files.push(file)
  }
  return files
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
