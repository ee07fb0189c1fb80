import { createExcluder } from '../../../ingest/exclude.ts'
import { stateOf } from '../../../query/home/session-costs.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { listNoteSessions } from '../../../query/notes/list-note-sessions.ts'
import { removeDrafts } from './find-notes.ts'
import { putIndexNotes } from './index-notes.ts'
import type { NotesReport, NotesRequest } from './notes-request.ts'
import { hashOf, type NotesPlaces, type NotesState, readState, writeState } from './notes-state.ts'
import { confirmNote } from './put-note.ts'
import { openSessionNotes } from './session-notes.ts'
import { createTally, type Tally } from './tally.ts'

/** A breath after so many sessions, so that an interrupt is heard and little is done twice after a kill. */
const SAVE_EVERY = 100

/** Writes every note that is wanted and not as it should be. The caller holds the lock. */
export async function makeNotes(keep: IndexedKeep, places: NotesPlaces, request: NotesRequest): Promise<NotesReport> {
  const state = readState(places)
  const before = JSON.stringify(state)
  const tally = createTally(request)
  const key = runKey(keep, request)
  const isDone = request.isWanted === undefined && state.done === key && confirmAll(state, request, tally)
  if (!isDone) await writeAll(keep, state, { request, tally, save: () => save(places, state, request) })
  const report = tally.report()
  if (request.isWanted === undefined && !report.isStopped) state.done = isClean(report) ? key : ''
  if (!request.isTrial && JSON.stringify(state) !== before) writeState(places, state)
  return report
}

function save(places: NotesPlaces, state: NotesState, { isTrial }: NotesRequest): void {
  if (!isTrial) writeState(places, state)
}

function isClean({ kept, failed, isTrial, written }: NotesReport): boolean {
  return kept.length === 0 && failed.length === 0 && !(isTrial && written.length > 0)
}

/** All that notes follow from but what stands in the vault. Where it is the same, files need only be looked at. */
function runKey({ store }: IndexedKeep, request: NotesRequest): string {
  const { vault, machine, times, templates, redactorFor, prices, marks, running, exclude, takesAll, version } = request
  return hashOf(
    JSON.stringify([
      version,
      stateOf(store),
      [vault, machine, times.name, templates.hash, prices, exclude, takesAll],
      redactorFor?.([]) ?? null,
      [...marks.tags()],
      [...running].sort(),
    ]),
  )
}

/** True where every note we know of is as we left it. */
function confirmAll(state: NotesState, { vault, running }: NotesRequest, tally: Tally): boolean {
  const root = vault.path
  const records = [...Object.values(state.sessions), ...Object.values(state.others)]
  if (!records.every(record => confirmNote({ root, record }) === record)) return false
  const isOthers = new Set(Object.values(state.sessions).flatMap(({ path, machine }) => (machine ? [] : [path])))
  for (const { path } of records) tally.add({ path, outcome: isOthers.has(path) ? 'others' : 'unchanged' })
  const ids = Object.keys(state.sessions)
  tally.looked({
    sessions: ids.length,
    running: ids.filter(id => running.has(id)).length,
    copies: state.copies,
    silent: state.silent,
  })
  return true
}

interface Writing {
  readonly request: NotesRequest
  readonly tally: Tally
  save(): void
}

async function writeAll(keep: IndexedKeep, state: NotesState, { request, tally, save }: Writing): Promise<void> {
  const { isWanted, signal, running } = request
  const excluder = createExcluder(request.exclude)
  const { sessions, copies, silent } = listNoteSessions(keep, {
    takesAll: request.takesAll,
    isExcluded: folder => excluder.isExcludedPrompt({ sessionId: undefined, project: folder }),
  })
  if (!isWanted) Object.assign(state, { copies, silent })
  const chosen = new Set((isWanted ? sessions.filter(isWanted) : sessions).map(({ session }) => session))
  // What another one came to hold says so.
  const wanted = sessions.filter(({ session, heldBy }) => chosen.has(session) || chosen.has(heldBy ?? -1))
  tally.looked({
    sessions: wanted.length,
    running: wanted.filter(({ id }) => running.has(id)).length,
    copies: isWanted ? 0 : copies,
    silent: isWanted ? 0 : silent,
  })
  if (!request.isTrial) removeDrafts(request.vault, request.now())
  const notes = openSessionNotes(keep, state, { request, sessions, wanted })
  for (const [at, session] of wanted.entries()) {
    if (signal.aborted) break
    tally.add(notes.put(session))
    request.onSession?.(at + 1, wanted.length)
    if (at % SAVE_EVERY !== SAVE_EVERY - 1) continue
    save()
    await new Promise(resolve => setImmediate(resolve))
  }
  if (!signal.aborted && request.dropsGone)
    dropGone(keep, state, isWanted ? undefined : new Set(sessions.map(({ id }) => id)))
  const touched = isWanted ? new Set(wanted.map(({ id }) => id)) : undefined
  for (const put of putIndexNotes(state, request, touched)) tally.add(put)
}

/**
 * Of sessions that were forgotten, and in a run over everything of those that turned out to be copies, nothing more is
 * told. Their notes stay: they are the person's now.
 */
function dropGone(keep: IndexedKeep, state: NotesState, notable: ReadonlySet<string> | undefined): void {
  const ids = notable ?? new Set(keep.listSessions().map(({ id }) => id))
  for (const id of Object.keys(state.sessions)) if (!ids.has(id)) delete state.sessions[id]
}
