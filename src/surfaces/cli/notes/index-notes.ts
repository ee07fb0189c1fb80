import { type DayEntry, drawDayNote, drawJoiningNote, drawProjectNote } from '../../../render/notes/index-notes.ts'
import type { SessionDigest } from '../../../render/notes/note-session.ts'
import { createIndexWriter, type IndexWriter } from './index-writer.ts'
import { dayName, machineNoteName } from './note-names.ts'
import type { NotesRequest } from './notes-request.ts'
import type { NotesState } from './notes-state.ts'
import type { NoteOutcome } from './tally.ts'

/** Notes of days and projects. `touched` are ids of sessions; without it all days and projects are looked at. */
export function* putIndexNotes(
  state: NotesState,
  request: NotesRequest,
  touched: ReadonlySet<string> | undefined,
): Iterable<NoteOutcome> {
  const known = Object.values(state.sessions)
  const digests = known.map(({ digest }) => digest)
  const own = new Set(known.flatMap(({ digest, machine }) => (machine === undefined ? [] : [digest.sessionId])))
  const before = Object.keys(state.others)
  const writer = createIndexWriter(state, request)
  yield* putDays(writer, request, { digests, own, touched, before })
  yield* putProjects(writer, request, { digests, own, touched, before })
  // What another name of the machine or of the folder left behind is nobody's to look after.
  if (!touched) for (const path of before) if (!writer.seen.has(path)) delete state.others[path]
}

interface Digests<Digest = SessionDigest> {
  readonly digests: readonly Digest[]
  /** Ids of those that this machine tells. */
  readonly own: ReadonlySet<string>
  readonly touched: ReadonlySet<string> | undefined
  /** Paths of notes that were written before: one whose sessions are all gone says so. */
  readonly before: readonly string[]
}

function* putDays(writer: IndexWriter, request: NotesRequest, known: Digests): Iterable<NoteOutcome> {
  const folder = `${request.vault.folder}/daily`
  const named = namedBefore(known, folder, request)
  const byDay = { ...known, digests: known.digests.flatMap(listDays) }
  for (const [name, entries] of groupTouched(byDay, named, ({ date }) => dayName(date))) {
    const date = name.slice(0, name.indexOf(' '))
    const drawing = { ...request, template: request.templates.of.day }
    const parts = drawDayNote(date, entries.sort(byTime), drawing)
    yield writer.put(`${folder}/${machineNoteName(name, request.machine)}.md`, parts)
    const joining = drawJoiningNote('days', `Sessions of ${date}`, writer.siblings(name), date)
    yield writer.put(`${folder}/${name}.md`, joining)
  }
}

/** The day it began, and those on which it went on. */
function listDays(digest: SessionDigest): readonly DayEntry[] {
  const { sessionId, date } = digest
  const startedAt = digest.startedAt ?? 0
  return [
    { digest, sessionId, date, startedAt, later: undefined },
    ...digest.laterDays.map(later => ({ digest, sessionId, date: later.date, startedAt: later.startedAt, later })),
  ]
}

function* putProjects(writer: IndexWriter, request: NotesRequest, known: Digests): Iterable<NoteOutcome> {
  const folder = `${request.vault.folder}/projects`
  const named = namedBefore(known, folder, request)
  for (const [name, sessions] of groupTouched(known, named, digest => digest.projectName)) {
    const newest = sessions.sort(byTime).toReversed()
    const drawing = { ...request, template: request.templates.of.project }
    const parts = drawProjectNote(newest[0]?.project ?? name, newest, drawing)
    yield writer.put(`${folder}/${machineNoteName(name, request.machine)}.md`, parts)
    yield writer.put(`${folder}/${name}.md`, drawJoiningNote('projects', name, writer.siblings(name)))
  }
}

/** Groups that hold a touched session, in the order of their names; of each what this machine tells. */
function groupTouched<Digest extends { readonly sessionId: string }>(
  { digests, own, touched }: Digests<Digest>,
  named: readonly string[],
  keyOf: (digest: Digest) => string,
): readonly (readonly [string, Digest[]])[] {
  const groups = Map.groupBy(digests, keyOf)
  for (const name of named) if (!groups.has(name)) groups.set(name, [])
  return [...groups]
    .filter(([, group]) => touched === undefined || group.some(({ sessionId }) => touched.has(sessionId)))
    .map(([name, group]) => [name, group.filter(({ sessionId }) => own.has(sessionId))] as const)
    .filter(([name, group]) => group.length > 0 || named.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Names of notes of this machine in a folder, without the machine. */
function namedBefore({ before }: Digests, folder: string, { machine }: NotesRequest): readonly string[] {
  const end = `.${machine}.md`
  return before.flatMap(path =>
    path.startsWith(`${folder}/`) && path.endsWith(end) ? [path.slice(folder.length + 1, -end.length)] : [],
  )
}

function byTime(a: Timed, b: Timed): number {
  return (a.startedAt ?? 0) - (b.startedAt ?? 0) || (a.sessionId < b.sessionId ? -1 : 1)
}

type Timed = Pick<SessionDigest, 'startedAt' | 'sessionId'>
