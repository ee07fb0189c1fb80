/**
 * notes/ writes what happened into a vault. What was written where is remembered in `$BACKSCROLL_HOME/notes/`, one folder
 * per vault: with it a second run looks at nothing but names and times of files. All of it can be deleted: then notes are
 * found again by their names, and compared with what they should say.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attemptWrite, type WriteFailure } from '../../../archive/draft-files.ts'
import { makeFolder } from '../../../config/make-folder.ts'
import { replaceFile } from '../../../config/replace-file.ts'
import type { WrittenLists } from '../../../render/notes/merge-note.ts'
import type { SessionDigest } from '../../../render/notes/note-session.ts'
import type { RelatedNote } from './insights.ts'

/** A note as we left it. */
export interface NoteRecord {
  /** Relative to the vault, with `/`. */
  readonly path: string
  /** Of our parts of it. */
  readonly hash: string
  readonly size: number
  readonly mtimeMs: number
  readonly lists: WrittenLists
}

export interface SessionRecord extends NoteRecord {
  /** The name of this machine that we wrote into it; undefined: it is another machine's. */
  readonly machine: string | undefined
  /** Of all that the note follows from. */
  readonly key: string
  readonly digest: SessionDigest
  readonly insights: KeptInsights
}

/**
 * What depends on other sessions, as it was when this one was last told: each new session would change it a little in
 * notes of the past. Words are fit for the note.
 */
export interface KeptInsights {
  /** Of the session itself; where that is the same, these hold. */
  readonly key: string
  readonly friction: number | undefined
  /** Earlier ones, whether they have a note or not. */
  readonly related: readonly RelatedNote[]
}

export interface NotesState {
  readonly version: 3
  readonly vault: string
  /** By session id. */
  readonly sessions: { [id: string]: SessionRecord }
  /** Notes about several sessions, by the path of their own place; somebody may have moved them. */
  readonly others: { [path: string]: NoteRecord }
  /** Names that were given to projects, by what makes them one project. */
  readonly projects: { [key: string]: string }
  /** Of the last run over everything that left nothing to do: all that it depended on but the notes themselves. */
  done: string
  /** Of the last run over everything. */
  copies: number
  silent: number
}

export interface NotesPlaces {
  readonly folder: string
  readonly lock: string
  readonly machine: string
  readonly state: string
  readonly vault: string
}

export function notesPlaces(keepDir: string, vault: string): NotesPlaces {
  const folder = join(keepDir, 'notes')
  const name = hashOf(vault).slice(0, 16)
  return {
    folder,
    lock: join(folder, 'lock.db'),
    machine: join(folder, 'machine.json'),
    state: join(folder, `${name}.json`),
    vault,
  }
}

export function hashOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** What cannot be read counts for nothing. */
export function readState(places: NotesPlaces): NotesState {
  const found = readJson(places.state) as NotesState | undefined
  const isOurs = found?.version === 3 && isObject(found.sessions) && isObject(found.others) && isObject(found.projects)
  const state = isOurs ? found : emptyState(places)
  const { sessions, others, projects } = state
  return { ...state, sessions: bare(sessions), others: bare(others), projects: bare(projects) }
}

function emptyState({ vault }: NotesPlaces): NotesState {
  return { version: 3, vault, sessions: {}, others: {}, projects: {}, done: '', copies: 0, silent: 0 }
}

/** Ids and paths come from transcripts: one of them may be `__proto__`. */
function bare<Value extends object>(value: Value): Value {
  return Object.assign(Object.create(null), value)
}

export function writeState(places: NotesPlaces, state: NotesState): void {
  replaceJson(places.folder, places.state, state)
}

/** Lets go of a session that was forgotten, in every vault. Gives the notes of it, which are not ours to delete. */
export function forgetNotes(keepDir: string, sessionId: string): readonly string[] {
  const { folder } = notesPlaces(keepDir, '')
  return listStates(folder).flatMap(name => {
    const places = { ...notesPlaces(keepDir, ''), state: join(folder, name) }
    const state = readState(places)
    const record = state.sessions[sessionId]
    if (!record) return []
    delete state.sessions[sessionId]
    for (const [id, other] of Object.entries(state.sessions)) {
      const related = other.insights.related.filter(one => one.id !== sessionId)
      state.sessions[id] = { ...other, insights: { ...other.insights, related } }
    }
    state.done = ''
    writeState(places, state)
    const path = join(state.vault, record.path)
    return existsSync(path) ? [path] : []
  })
}

function listStates(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(name => /^[0-9a-f]{16}\.json$/.test(name))
  } catch {
    return []
  }
}

/** Given once and kept, so that it follows from nothing that is private or may change: not the name of the host. */
export function readMachine(places: NotesPlaces, chosen: string | undefined): string {
  if (chosen !== undefined) return chosen
  const known = (readJson(places.machine) as { name?: unknown } | undefined)?.name
  if (typeof known === 'string' && MACHINE.test(known)) return known
  const name = `m${randomBytes(3).toString('hex')}`
  replaceJson(places.folder, places.machine, { name })
  return name
}

/** Fit for the name of a file on every system. */
export const MACHINE = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function replaceJson(folder: string, path: string, value: unknown): void {
  attemptWrite(path, NOT_REMEMBERED, () => {
    makeFolder(folder, 0o700)
    replaceFile(path, JSON.stringify(value), 0o600)
  })
}

const NOT_REMEMBERED: WriteFailure = {
  code: 'notes-state',
  undone: 'which notes were written is not remembered',
  hint: 'Make room in BACKSCROLL_HOME, or let yourself write there, and run it again.',
  hints: new Map(),
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
