import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../user-error.ts'
import { ArchiveDamage, systemCodeOf } from './archive-errors.ts'
import { type KeptReader, openKept } from './kept-reader.ts'
import { type LeftFile, type PlannedFile, planRestore } from './plan-restore.ts'
import { readManifest } from './read-manifest.ts'
import { clearRestores, RESTORE_NOTES } from './restore-note.ts'
import { findTarget } from './restore-target.ts'
import { createRestoreWriter } from './restore-writer.ts'

export interface RestoreRequest {
  /** The archive's folder. */
  readonly archive: string
  /** Number of the session in the archive. */
  readonly session: number
  /** A folder to lay out like a config folder; undefined: where the files stood. */
  readonly to: string | undefined
  /** Of the main transcript; undefined: the newest. */
  readonly generation: number | undefined
  /** Epoch milliseconds: the files get this as their time of change. */
  readonly now: number
  /** Real paths of folders outside the target that links in it may lead to, because the client itself writes there. */
  readonly trusted: readonly string[]
}

export interface RestoredSession {
  readonly id: string
  /** The folder that was laid out. */
  readonly target: string
  readonly files: readonly RestoredFile[]
  /** What is kept and was not written. */
  readonly left: readonly LeftFile[]
}

export interface RestoredFile {
  readonly role: string
  readonly path: string
  readonly bytes: number
  /** False: the same file was there already, and was left alone. */
  readonly isWritten: boolean
}

/** Files are there already and differ from what is kept. */
export class RestoreConflict extends UserError {
  readonly paths: readonly string[]

  constructor(id: string, paths: readonly string[]) {
    const shown = paths.slice(0, MAX_SHOWN).join(', ')
    const more = paths.length > MAX_SHOWN ? ` and ${paths.length - MAX_SHOWN} more` : ''
    const [files, exist] = paths.length === 1 ? ['a file', 'exists'] : [`${paths.length} files`, 'exist']
    super({
      code: 'restore-conflict',
      message: `nothing was written: ${files} of this session ${exist} already and ${paths.length === 1 ? 'differs' : 'differ'} from what is kept: ${shown}${more}`,
      hint: `Restore it into another folder: \`backscroll restore ${id} --to DIR\`.`,
    })
    this.name = 'RestoreConflict'
    this.paths = paths
  }
}

const MAX_SHOWN = 10

/**
 * Writes all kept files of a session back, byte for byte. All or nothing: where one file would replace a different one,
 * or the disk refuses, nothing is changed. Works from the archive alone.
 */
export function restoreSession(request: RestoreRequest): RestoredSession {
  const { session, target, files: planned, left } = planRestore(readManifest(request.archive), request)
  if (planned.length === 0) throw nothingToRestore(session.id, left)
  const notes = join(dirname(request.archive), RESTORE_NOTES)
  clearRestores(notes)
  const steps = planned.map(file => decide(file, request))
  const conflicts = steps.flatMap(step => (step.is === 'conflict' ? [step.path] : []))
  if (conflicts.length > 0) throw new RestoreConflict(session.id, conflicts)
  const writer = createRestoreWriter(request.now, notes)
  try {
    const done = steps.map(step => (step.is === 'write' ? write(step) : step))
    writer.finish()
    return {
      id: session.id,
      target,
      files: done.flatMap(step => (step.is === 'done' ? [step.file] : [])),
      left: [...left, ...done.flatMap(step => (step.is === 'left' ? [step.left] : []))],
    }
  } catch (error) {
    writer.abort()
    throw error
  }

  function write({ role, path, reader }: Step & { is: 'write' }): Step {
    return unlessDamaged(role, path, () => {
      writer.add(path, reader.chunks())
      return { is: 'done', file: { role, path, bytes: reader.rawBytes, isWritten: true } }
    })
  }
}

/** The manifest names the session, and no file of it that could be written. */
function nothingToRestore(id: string, left: readonly LeftFile[]): UserError {
  const [first] = left
  const why = first ? `: ${JSON.stringify(first.path.slice(0, 200))} ${first.why}` : ': the archive names no file of it'
  return new UserError({
    code: 'nothing-to-restore',
    message: `nothing of session ${id} can be restored${why}`,
    hint: '`backscroll verify` tells what is wrong with the archive.',
  })
}

type Step =
  | { readonly is: 'write'; readonly role: string; readonly path: string; readonly reader: KeptReader }
  | { readonly is: 'done'; readonly file: RestoredFile }
  | { readonly is: 'left'; readonly left: LeftFile }
  | { readonly is: 'conflict'; readonly path: string }

function decide(planned: PlannedFile, { archive, trusted }: RestoreRequest): Step {
  const { role, kept } = planned
  const { path, found } = findTarget(planned, trusted)
  return unlessDamaged(role, path, () => {
    const reader = openKept(archive, kept)
    if (found === undefined) return { is: 'write', role, path, reader }
    if (found === 'other') return { is: 'conflict', path }
    const isSame = role === 'history' ? holdsLines(path, reader) : isEqual(path, reader)
    if (isSame) return { is: 'done', file: { role, path, bytes: reader.rawBytes, isWritten: false } }
    // The log of prompts belongs to all sessions together: other sessions have written to it, and it is not ours to mend.
    if (role === 'history')
      return {
        is: 'left',
        left: { path, why: 'exists and is left as it is: it is the log of all prompts', isLost: false },
      }
    return { is: 'conflict', path }
  })
}

/** A companion that is damaged must not keep the rest from coming back; without its transcript a session is none. */
function unlessDamaged(role: string, path: string, act: () => Step): Step {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof ArchiveDamage) || role === 'main') throw error
    return { is: 'left', left: { path, why: `cannot be restored: ${error.message}`, isLost: true } }
  }
}

function isEqual(path: string, reader: KeptReader): boolean {
  return readFile(path, file => {
    if (fstatSync(file).size !== reader.rawBytes) return false
    let position = 0
    for (const chunk of reader.chunks()) {
      const found = Buffer.allocUnsafe(chunk.length)
      if (readFully(file, found, position) < chunk.length || !found.equals(chunk)) return false
      position += chunk.length
    }
    return true
  })
}

/** Whether a file has each kept line somewhere. */
function holdsLines(path: string, reader: KeptReader): boolean {
  const wanted = new Set(toLines(Buffer.concat([...reader.chunks()])))
  return readFile(path, file => {
    const bytes = Buffer.allocUnsafe(fstatSync(file).size)
    for (const line of toLines(bytes.subarray(0, readFully(file, bytes, 0)))) wanted.delete(line)
    return wanted.size === 0
  })
}

function toLines(bytes: Buffer): readonly string[] {
  // As Latin-1 every byte is a letter: lines that are not UTF-8 compare exactly too.
  return bytes
    .toString('latin1')
    .split('\n')
    .filter(line => line !== '')
}

function readFile<Result>(path: string, read: (file: number) => Result): Result {
  try {
    const file = openSync(path, 'r')
    try {
      return read(file)
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    const code = systemCodeOf(cause)
    if (code === undefined || cause instanceof UserError) throw cause
    const message = `${path} exists and cannot be read (${code}): nothing was written`
    throw new UserError({ code: 'restore-blocked', message, hint: 'Restore into another folder with --to DIR.', cause })
  }
}

/** How many bytes there were to read. */
function readFully(file: number, bytes: Buffer, position: number): number {
  let done = 0
  while (done < bytes.length) {
    const count = readSync(file, bytes, done, bytes.length - done, position + done)
    if (count === 0) break
    done += count
  }
  return done
}
