import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DayEntry, drawDayNote, drawJoiningNote, drawProjectNote } from '../../../render/notes/index-notes.ts'
import { mergeNote, type NoteParts, ownParts } from '../../../render/notes/merge-note.ts'
import type { SessionDigest } from '../../../render/notes/note-session.ts'
import { dayName, machineNoteName } from './note-names.ts'
import type { NotesRequest } from './notes-request.ts'
import { hashOf, MACHINE, type NotesState } from './notes-state.ts'
import { confirmNote, putNote } from './put-note.ts'
import type { NoteOutcome } from './tally.ts'
import { tellFailure } from './tell-failure.ts'

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
  const put = new Set<string>()
  for (const outcome of [
    ...putDays(state, request, { digests, own, touched, before }),
    ...putProjects(state, request, { digests, own, touched, before }),
  ]) {
    put.add(outcome.path)
    yield outcome
  }
  // What another name of the machine or of the folder left behind is nobody's to look after.
  if (!touched) for (const path of before) if (!put.has(path)) delete state.others[path]
}

interface Digests<Digest = SessionDigest> {
  readonly digests: readonly Digest[]
  /** Ids of those that this machine tells. */
  readonly own: ReadonlySet<string>
  readonly touched: ReadonlySet<string> | undefined
  /** Paths of notes that were written before: one whose sessions are all gone says so. */
  readonly before: readonly string[]
}

function* putDays(state: NotesState, request: NotesRequest, known: Digests): Iterable<NoteOutcome> {
  const folder = `${request.vault.folder}/daily`
  const siblings = createSiblings(request, folder)
  const named = namedBefore(known, folder, request)
  const byDay = { ...known, digests: known.digests.flatMap(listDays) }
  for (const [name, entries] of groupTouched(byDay, named, ({ date }) => dayName(date))) {
    const date = name.slice(0, name.indexOf(' '))
    const drawing = { ...request, template: request.templates.of.day }
    const parts = drawDayNote(date, entries.sort(byTime), drawing)
    yield putOne(state, request, `${folder}/${machineNoteName(name, request.machine)}.md`, parts)
    const joining = drawJoiningNote('days', `Sessions of ${date}`, siblings(name), date)
    yield putOne(state, request, `${folder}/${name}.md`, joining)
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

function* putProjects(state: NotesState, request: NotesRequest, known: Digests): Iterable<NoteOutcome> {
  const folder = `${request.vault.folder}/projects`
  const siblings = createSiblings(request, folder)
  const named = namedBefore(known, folder, request)
  for (const [name, sessions] of groupTouched(known, named, digest => digest.projectName)) {
    const newest = sessions.sort(byTime).toReversed()
    const drawing = { ...request, template: request.templates.of.project }
    const parts = drawProjectNote(newest[0]?.project ?? name, newest, drawing)
    yield putOne(state, request, `${folder}/${machineNoteName(name, request.machine)}.md`, parts)
    yield putOne(state, request, `${folder}/${name}.md`, drawJoiningNote('projects', name, siblings(name)))
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

/** Names of the notes of all machines that stand beside each other, this one's included. */
function createSiblings({ vault, machine }: NotesRequest, folder: string): (name: string) => readonly string[] {
  const names = listNames(join(vault.path, folder))
  return name => {
    const others = names.flatMap(file => {
      if (!file.startsWith(`${name}.`) || !file.endsWith('.md')) return []
      const other = file.slice(name.length + 1, -3)
      return MACHINE.test(other) ? [other] : []
    })
    return [...new Set([...others, machine])].sort().map(other => machineNoteName(name, other))
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function putOne(state: NotesState, { vault, isTrial }: NotesRequest, path: string, parts: NoteParts): NoteOutcome {
  const root = vault.path
  const record = state.others[path]
  if (record?.hash === hashOfParts(parts) && confirmNote({ root, record }) === record)
    return { path, outcome: 'unchanged' }
  try {
    const done = putNote({ root, path, record, isTrial }, parts)
    if (done.outcome === 'kept') return { path, ...done }
    state.others[path] = done.record
    return { path, outcome: done.outcome }
  } catch (error) {
    return { path, outcome: 'failed', why: tellFailure(error) }
  }
}

/** As of a note that holds nothing else. */
function hashOfParts(parts: NoteParts): string {
  const made = mergeNote(undefined, parts, undefined)
  return 'text' in made ? hashOf(ownParts(made.text) ?? '') : ''
}
