import { type ClientNote, hasProcess, readClientNote } from '../../source/client-notes.ts'
import { isOfProcess, readCallerNote } from './caller-note.ts'
import { findClientPid } from './client-process.ts'

/** The session that runs in the client which started this process. */
export interface OwnSession {
  readonly sessionId: string
  /** Of the client. */
  readonly pid: number
  /** `client`: its own note. `hook`: what a hook of ours left. */
  readonly knownBy: 'client' | 'hook'
}

export interface OwnSessionRequest {
  readonly keepDir: string
  /** The client's folders (`~/.claude`). */
  readonly configPaths: readonly string[]
  /** Who started this process. */
  readonly parentPid: number
  readonly platform: string
}

/**
 * Never a guess: undefined where neither the client itself nor a hook that it ran says which session it is. Asked at each
 * call: after `/clear` another session runs in the same client. Some releases do not write their own note again then, so a
 * hook that was told later knows better; so does one of the same process where the note bears no time.
 */
export function findOwnSession({
  keepDir,
  configPaths,
  parentPid,
  platform,
}: OwnSessionRequest): OwnSession | undefined {
  const pid = findClientPid(parentPid, platform)
  if (!hasProcess(pid)) return undefined
  const said = newest(configPaths.flatMap(path => readClientNote(path, pid) ?? []))
  const left = readCallerNote(keepDir, pid)
  const note = left && isOfProcess(left, platform) ? left : undefined
  if (note && (said?.updatedAt === undefined || note.at > said.updatedAt)) {
    return { sessionId: note.sessionId, pid, knownBy: 'hook' }
  }
  return said && { sessionId: said.sessionId, pid, knownBy: 'client' }
}

function newest(notes: readonly ClientNote[]): ClientNote | undefined {
  return [...notes].sort((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0))[0]
}
