import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asString, type JsonObject } from '../format/json.ts'
import { parseTimestamp } from '../time/parse-timestamp.ts'
import { listFolder } from './list-folder.ts'
import { readSmallJson } from './read-small-file.ts'

/** What a running client says about itself in `sessions/<pid>.json`; older ones wrote `pid-<n>.json`. */
export interface ClientNote {
  readonly sessionId: string
  readonly pid: number
  /** As it says: `idle`, `busy`, `shell`, `waiting`; undefined where it says nothing, or something we do not know. */
  readonly status: ClientStatus | undefined
  /** What a client that waits says it waits for, in its own words. Since 2.1.327. */
  readonly waitingFor?: string | undefined
  /** Epoch milliseconds. */
  readonly updatedAt: number | undefined
}

export type ClientStatus = (typeof STATUSES)[number]

const STATUSES = ['idle', 'busy', 'shell', 'waiting'] as const
const NOTE_NAME = /^(?:pid-)?(\d{1,10})\.json$/
/** Nobody runs so many clients: more are leftovers, and the rest of them too. */
const MAX_NOTES = 500

/** Notes of clients that still run, by session. A note whose process is gone was left behind, and says nothing. */
export function readClientNotes(
  configPath: string,
  isRunning: (pid: number) => boolean = hasProcess,
): ReadonlyMap<string, ClientNote> {
  const folder = join(configPath, 'sessions')
  const notes = new Map<string, ClientNote>()
  const { files, links } = listFolder(folder, [])
  // Beside each lies a key, `<pid>.<hex>.key`, that is nobody's to read.
  for (const name of files.filter(file => NOTE_NAME.test(file)).slice(0, MAX_NOTES)) {
    const [, number] = NOTE_NAME.exec(name) ?? []
    if (number === undefined || links.has(name)) continue
    const note = toNote(readSmallJson(join(folder, name)), Number(number))
    const known = note && notes.get(note.sessionId)
    if (!note || !isRunning(note.pid)) continue
    // Two that name one session: one was not written again after the person went on to another.
    if (!known || (note.updatedAt ?? 0) >= (known.updatedAt ?? 0)) notes.set(note.sessionId, note)
  }
  return notes
}

/** What the client of exactly this process says; nobody looks whether it still runs. */
export function readClientNote(configPath: string, pid: number): ClientNote | undefined {
  for (const name of [`${pid}.json`, `pid-${pid}.json`]) {
    const note = toNote(readSmallJson(join(configPath, 'sessions', name)), pid)
    if (note?.pid === pid) return note
  }
  return undefined
}

function toNote(json: JsonObject | undefined, numberInName: number): ClientNote | undefined {
  const sessionId = asString(json?.sessionId) ?? asString(json?.session_id)
  if (!json || sessionId === undefined || sessionId === '') return undefined
  const status = asString(json.status)
  return {
    sessionId,
    pid: typeof json.pid === 'number' && Number.isInteger(json.pid) ? json.pid : numberInName,
    status: STATUSES.find(known => known === status),
    waitingFor: asString(json.waitingFor) || undefined,
    updatedAt: timeOf(json.updatedAt ?? json.updated_at),
  }
}

/** A number of milliseconds or seconds, or a text. */
function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'number') return parseTimestamp(value as never)
  return value < 1e11 ? value * 1000 : value
}

/** A process of somebody else's is one, too. One that has ended and that nobody has asked for how is none any more. */
export function hasProcess(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Where the system has such files: `Z` or `X` behind the name, which stands in brackets and may hold some. */
function hasEnded(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return /^[ZX]/.test(text.slice(text.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
