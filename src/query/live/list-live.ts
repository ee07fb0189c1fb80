import { type ClientNote, readClientNotes } from '../../source/client-notes.ts'
import { changedAtOf, type SessionSource } from '../../source/session-source.ts'
import type { Library } from '../library.ts'
import type { LiveStatus } from './live-status.ts'
import { isCurrent, lastActiveAt, statusOf } from './status-of.ts'
import { readTailSession } from './tail-session.ts'

/** A session that is running, or was written to a moment ago. */
export interface LiveSession {
  readonly source: SessionSource
  readonly status: LiveStatus
}

export interface LiveRequest {
  now(): number
  /** Written to within this time. */
  readonly withinMs?: number
  /** Notes of running clients, by session; read where they are not given. */
  readonly notes?: ReadonlyMap<string, ClientNote>
}

const WITHIN_MS = 10 * 60_000
/** Each costs a look at the end of its transcript. */
const MAX_LIVE = 30

/** Newest first. Costs the length of no transcript: files were listed already, and of those that count the end is read. */
export function listLive(library: Library, request: LiveRequest): readonly LiveSession[] {
  const { now, withinMs = WITHIN_MS } = request
  const notes = request.notes ?? readNotes(library)
  const at = now()
  const seen = new Set<string>()
  return library.sources
    .filter(source => !source.kept && (isRunning(notes.get(source.id), at) || isRecent(source, at - withinMs)))
    .sort((a, b) => (changedAtOf(b) ?? 0) - (changedAtOf(a) ?? 0))
    .flatMap(source => {
      // Of several copies it is the one written last that a client runs.
      const note = seen.has(source.id) ? undefined : notes.get(source.id)
      seen.add(source.id)
      return note || isRecent(source, at - withinMs) ? [{ source, note }] : []
    })
    .slice(0, MAX_LIVE)
    .flatMap(({ source, note }) => {
      const session = readTailSession(source, library.accessOf(source))
      const writtenAt = changedAtOf(source)
      // Without a time in it nobody can tell a file that is written from one that was copied.
      const isTimed = session.endedAt !== undefined
      if (!isRunning(note, at) && !(isTimed && lastActiveAt(session, writtenAt) >= at - withinMs)) return []
      return [{ source, status: statusOf(session, { now, writtenAt }, note) }]
    })
}

/** What clients that run on this machine say, for all folders that sessions are in. */
export function readNotes({ roots }: Pick<Library, 'roots'>): ReadonlyMap<string, ClientNote> {
  const folders = new Set(roots.flatMap(({ configPath }) => (configPath === undefined ? [] : [configPath])))
  return new Map([...folders].flatMap(folder => [...readClientNotes(folder)]))
}

function isRunning(note: ClientNote | undefined, now: number): boolean {
  return note !== undefined && isCurrent(note, now)
}

function isRecent(source: SessionSource, since: number): boolean {
  return (changedAtOf(source) ?? 0) >= since
}
