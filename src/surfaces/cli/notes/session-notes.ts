import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import type { NotableSession } from '../../../query/notes/list-note-sessions.ts'
import { type NoteNumbers, readNoteNumbers } from '../../../query/notes/note-numbers.ts'
import { openAccounts, readStoryBytes, type SessionAccount } from '../../../query/notes/read-account.ts'
import { RedactionFailure } from '../../../redact/redaction.ts'
import type { NoteParts } from '../../../render/notes/merge-note.ts'
import type { NoteSession, SessionLinks } from '../../../render/notes/note-session.ts'
import { drawSessionNote } from '../../../render/notes/session-note.ts'
import { explainFailure } from '../../../share/learn-sessions.ts'
import { UserError } from '../../../user-error.ts'
import { describeSession, digestSession } from './describe-session.ts'
import { createPlaceFinder, type SessionPlace } from './note-places.ts'
import type { NotesRequest } from './notes-request.ts'
import { hashOf, type KeptInsights, type NoteRecord, type NotesState } from './notes-state.ts'
import { confirmNote, putNote, readOwned } from './put-note.ts'
import { cleanLinks, createLinkFinder } from './session-links.ts'
import type { NoteOutcome } from './tally.ts'
import { tellFailure } from './tell-failure.ts'

/** Raised where notes of the same session come to say something else. */
const FORMAT = 3

export interface SessionNotes {
  /** Writes the note of a session where it is not as it should be. In order: a note names the titles of earlier ones. */
  put(session: NotableSession): NoteOutcome
}

interface Opened {
  readonly request: NotesRequest
  /** All that could have a note. */
  readonly sessions: readonly NotableSession[]
  readonly wanted: readonly NotableSession[]
}

/** All that a note follows from beside the account, which takes time to read. */
interface Known {
  readonly place: SessionPlace
  readonly numbers: NoteNumbers
  readonly insights: KeptInsights
  readonly links: SessionLinks
  readonly key: string
}

export function openSessionNotes(
  keep: IndexedKeep,
  state: NotesState,
  { request, sessions, wanted }: Opened,
): SessionNotes {
  const { vault, redactorFor } = request
  const placeOf = createPlaceFinder(state, request)
  const { askInsights, linksOf } = createLinkFinder(keep, state, { sessions, times: request.times })
  const accountOf = openAccounts(keep)
  const numbersOf = readNoteNumbers(
    keep.store,
    wanted.map(({ session }) => session),
    request.pricer,
  )

  function know(session: NotableSession, place: SessionPlace): Known {
    const story = hashOf(readStoryBytes(keep, session.session))
    const ownKey = keyOf([
      [
        FORMAT,
        request.version,
        request.machine,
        request.times.name,
        request.templates.hash,
        redactorFor?.(session.cwds),
      ],
      [session.stamp, session.project, session.startedAt, story],
    ])
    const insights = place.record?.insights.key === ownKey ? place.record.insights : askInsights(session, ownKey)
    const links = linksOf(session, place.project, insights.related)
    const numbers = numbersOf(session.session)
    const key = keyOf([
      [ownKey, request.running.has(session.id), numbers, request.marks.tagsOf(session.id)],
      [place.name, insights.friction, links.project, links.day, links.previous, links.heldBy],
      // Reasons are words of transcripts when they are asked for, and fit for the note when they are remembered.
      [...links.continues, ...links.related].map(({ name, title }) => [name, title]),
    ])
    return { place, numbers, insights, links, key }
  }

  function write(session: NotableSession, { place, numbers, insights, links, key }: Known): NoteOutcome {
    const { path, record } = place
    const account = accountOf(session.session, redactorFor?.(session.cwds))
    if (!account) return { path, outcome: 'failed', why: NO_ACCOUNT }
    const clean = (text: string): string => account.redaction?.redactText(text) ?? text
    const note = describeSession(session, account, { numbers, friction: insights.friction, request })
    const other = findOther(session, place, request)
    const done = other
      ? ({ outcome: 'unchanged', record: other } as const)
      : putNote(
          { root: vault.path, path, record, isTrial: request.isTrial },
          drawChecked(note, cleanLinks(links, clean), { account, request }),
        )
    if (done.outcome === 'kept') return { path, ...done }
    state.sessions[session.id] = {
      ...done.record,
      machine: other ? undefined : request.machine,
      key,
      digest: digestSession(note, place, { isHeld: session.heldBy !== undefined, dayOf: request.times.dayOf }),
      insights: { ...insights, related: insights.related.map(({ id, why }) => ({ id, why: clean(why) })) },
    }
    return { path, outcome: other ? 'others' : done.outcome }
  }

  return {
    put(session) {
      const place = placeOf(session)
      const { path, record } = place
      try {
        const known = know(session, place)
        const same = record?.key === known.key ? confirmNote({ root: vault.path, record }) : undefined
        if (!record || !same) return write(session, known)
        state.sessions[session.id] = { ...record, ...same }
        return { path, outcome: record.machine === undefined ? 'others' : 'unchanged' }
      } catch (error) {
        return { path, outcome: 'failed', why: describeFailure(error) }
      }
    },
  }
}

/**
 * The note as another machine left it that has the same session, and knows as much of it as we do. What depends on the other
 * sessions of a machine would otherwise change with each of them that looks.
 */
function findOther(
  { id, endedAt }: NotableSession,
  { path, record }: SessionPlace,
  { vault, machine }: NotesRequest,
): NoteRecord | undefined {
  const found = readOwned(vault.path, path)
  if (!found || found.owner.session !== id || found.owner.machine === undefined) return undefined
  const isOurs = found.owner.machine === machine || found.owner.machine === record?.machine
  return isOurs || endedAt > found.owner.endedAt ? undefined : found.record
}

const NO_ACCOUNT = 'the index holds no account of it; `backscroll reindex` makes it'

/** What is not there must not look like what is. */
function keyOf(values: unknown): string {
  return hashOf(JSON.stringify(values, (_key, value: unknown) => value ?? null))
}

/** Not from a transcript, or what finds the transcript. */
const OURS: ReadonlySet<string> = new Set(['session', 'machine'])

/** With a last look: nothing that was found may stand in what is about to be written. */
function drawChecked(
  note: NoteSession,
  links: SessionLinks,
  { account, request }: { readonly account: SessionAccount; readonly request: NotesRequest },
): NoteParts {
  const { redaction } = account
  const parts = drawSessionNote(note, links, { template: request.templates.of.session, times: request.times })
  for (const [key, value] of parts.front) if (!OURS.has(key)) redaction?.requireClean(String(value))
  redaction?.requireClean(parts.content)
  return parts
}

/** One note that cannot be made does not stop the others; a bug does. */
function describeFailure(error: unknown): string {
  const known = error instanceof RedactionFailure ? explainFailure(error) : error
  if (known instanceof UserError) return known.message
  return tellFailure(known)
}
