import type { NotableSession } from '../../../query/notes/list-note-sessions.ts'
import type { NoteNumbers } from '../../../query/notes/note-numbers.ts'
import type { SessionAccount } from '../../../query/notes/read-account.ts'
import type { LaterDay, NoteSession, SessionDigest } from '../../../render/notes/note-session.ts'
import { summaryOf } from '../../../render/story/sections.ts'
import { clip } from '../../../text/clip.ts'
import { citeOf, projectNoteName } from './note-names.ts'
import type { SessionPlace } from './note-places.ts'
import type { NotesRequest } from './notes-request.ts'

/** What is known of a session, with secrets taken out of all of it. */
export function describeSession(
  session: NotableSession,
  { story, cwds, branch, models, redaction }: SessionAccount,
  known: { readonly numbers: NoteNumbers; readonly friction: number | undefined; readonly request: NotesRequest },
): NoteSession {
  const { numbers, friction, request } = known
  const clean = (text: string): string => redaction?.redactText(text) ?? text
  return {
    sessionId: session.id,
    cite: citeOf(session.id),
    date: request.times.dayOf(session.startedAt),
    startedAt: session.startedAt === 0 ? undefined : session.startedAt,
    endedAt: session.endedAt === 0 ? undefined : session.endedAt,
    activeMs: story.measures.activeMs,
    isRunning: request.running.has(session.id),
    machine: request.machine,
    project: clean(session.project.name),
    branch,
    models,
    cwds,
    ...numbers,
    tools: numbers.tools.map(clean),
    ownTags: request.marks.tagsOf(session.id).map(clean),
    friction,
    story,
  }
}

const MAX_SUMMARY = 240
const MAX_OPEN = 5

/** What notes of days and projects say of it. Where another note tells the conversation, only the numbers. */
export function digestSession(
  note: NoteSession,
  { name, project }: Pick<SessionPlace, 'name' | 'project'>,
  { isHeld, dayOf }: { readonly isHeld: boolean; dayOf(at: number): string },
): SessionDigest {
  const { story } = note
  return {
    name,
    sessionId: note.sessionId,
    cite: note.cite,
    title: story.title,
    summary: isHeld ? '' : clip(summaryOf(story), MAX_SUMMARY),
    date: note.date,
    startedAt: note.startedAt,
    isRunning: note.isRunning,
    project: note.project,
    projectName: projectNoteName(project),
    activeMs: note.activeMs,
    prompts: note.prompts,
    tokens: note.tokens,
    costUsd: note.costUsd,
    isLowerBound: note.isLowerBound,
    filesChanged: story.files.length,
    commits: story.commits.length,
    open: isHeld ? [] : story.threads.slice(0, MAX_OPEN).map(({ text }) => clip(text, MAX_SUMMARY)),
    laterDays: isHeld ? [] : listLaterDays(note, dayOf),
  }
}

function listLaterDays({ story, date }: NoteSession, dayOf: (at: number) => string): readonly LaterDay[] {
  const days = new Map<string, LaterDay>()
  for (const { startedAt, activeMs, prompt } of story.segments.flatMap(({ turns }) => turns)) {
    if (startedAt === undefined || prompt === '') continue
    const day = dayOf(startedAt)
    const known = days.get(day) ?? { date: day, startedAt, activeMs: 0, prompts: 0 }
    days.set(day, {
      date: day,
      startedAt: Math.min(known.startedAt, startedAt),
      activeMs: known.activeMs + activeMs,
      prompts: known.prompts + 1,
    })
  }
  return [...days.values()].filter(day => day.date > date)
}
