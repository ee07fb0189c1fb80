import { statSync } from 'node:fs'
import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import { parseObject } from '../format/line.ts'
import type { Parser } from '../format/parser.ts'
import { DISK, type FileAccess } from './file-access.ts'
import { problemOf, type SourceProblem } from './problem.ts'
import { readBytes } from './read-chunks.ts'
import type { SourceFile } from './session-source.ts'
import { TAIL_BYTES } from './tail-hash.ts'

/** A file of a session that is read as it grows. */
export interface TrackedFile {
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

/** After this many sweeps without a write, a last line without newline is taken as whole: copies often lack it. */
const IDLE_SWEEPS = 4
/** In a file that nobody wrote to for this long nothing is being written: a cut line is all there is. */
const SETTLED_MS = 60_000

function positionOf({ parser }: TrackedFile): number {
  return parser.position.offset + parser.pendingBytes
}

export function isRewritten(state: TrackedFile, file: SourceFile): boolean {
  const position = positionOf(state)
  if (file.identity !== state.identity || file.sizeBytes < position) return true
  if (file.sizeBytes > position && state.isFinished) return true
  if (file.sizeBytes === position && file.mtimeMs === state.mtimeMs) return false
  const tail = readBytes(state.path, position - state.tail.length, position)
  return tail !== undefined && Buffer.compare(tail, state.tail) !== 0
}

/** Yields the number of bytes after each chunk; gives why the file cannot be read, where that is so. */
export function* readAppended(
  state: TrackedFile,
  file: SourceFile,
  clock: { readonly now: number | undefined },
): Generator<number, SourceProblem | undefined> {
  const from = positionOf(state)
  if (file.sizeBytes <= from) {
    state.mtimeMs = file.mtimeMs
    endLastLine(state, clock.now)
    return undefined
  }
  state.idle = 0
  try {
    for (const chunk of DISK.chunks(state.path, { from })) {
      state.parser.push(chunk)
      yield chunk.length
    }
  } catch (error) {
    const problem = problemOf(state.path, error)
    // Gone between listing and reading: the next sweep sees what became of it.
    if (problem.code !== 'missing') return problem
  }
  noteRead(state)
  if (clock.now !== undefined) endLastLine(state, clock.now)
  return undefined
}

/** How far it was read, for later sweeps to compare. */
export function noteRead(state: TrackedFile): void {
  const position = positionOf(state)
  state.tail = readBytes(state.path, Math.max(0, position - TAIL_BYTES), position) ?? new Uint8Array(0)
  state.mtimeMs = mtimeOf(state.path)
}

function mtimeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  } catch {
    return 0
  }
}

/** The same of a file that the disk no longer has: it does not grow. */
export function* readGone(state: TrackedFile, access: FileAccess): Generator<number, SourceProblem | undefined> {
  try {
    for (const chunk of access.chunks(state.path, { from: positionOf(state) })) {
      state.parser.push(chunk)
      yield chunk.length
    }
  } catch (error) {
    return problemOf(state.path, error)
  } finally {
    state.parser.finish()
    state.isFinished = true
  }
  return undefined
}

/** A last line without newline that nothing was added to for a while is shown if it is complete; a cut one much later. */
function endLastLine(state: TrackedFile, now: number | undefined): void {
  if (state.parser.pendingBytes === 0 || state.isFinished) return
  const isSettled = now !== undefined && Math.abs(now - state.mtimeMs) > SETTLED_MS
  if (!isSettled && (++state.idle !== IDLE_SWEEPS || !isWholeObject(state))) return
  state.parser.finish()
  state.isFinished = true
}

function isWholeObject(state: TrackedFile): boolean {
  const bytes = readBytes(state.path, state.parser.position.offset, positionOf(state))
  return bytes !== undefined && parseObject(decodeUtf8(viewBytes(bytes))) !== undefined
}
