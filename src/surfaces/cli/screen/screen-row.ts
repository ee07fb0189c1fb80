import type { SearchHit } from '../../../query/search/answer.ts'
import type { SessionRow } from '../../../query/session-row.ts'
import { hitLabels } from '../../../render/search-words.ts'
import { formatInteger } from '../../../text/count.ts'
import { formatAge } from '../../../time/age.ts'

/** One line of the list: a session, or a place in one. */
export interface ScreenRow {
  readonly sessionId: string
  /** What names it in a command. */
  readonly shortId: string
  /** Where reading begins; undefined for the whole session. */
  readonly turn: number | undefined
  readonly title: string
  readonly project: string
  /** Epoch milliseconds. */
  readonly at: number | undefined
  readonly isPinned: boolean
  /** What else is to be known of it, most important first. */
  readonly labels: readonly Label[]
  /** Undefined in the list of sessions. */
  readonly passage: Passage | undefined
}

export interface Label {
  readonly text: string
  readonly isWarning: boolean
}

/** Text with the places that were searched for. */
export type Passage = Pick<SearchHit, 'snippet' | 'highlights'>

export function rowOfHit(hit: SearchHit): ScreenRow {
  return {
    sessionId: hit.sessionId,
    shortId: hit.shortId,
    // Turns of a subagent are counted in its own thread, and reading begins in the main one.
    turn: hit.mainTurn,
    title: hit.title,
    project: hit.project,
    at: timeOf(hit.at),
    isPinned: hit.isPinned,
    labels: labelsOfHit(hit).map(text => ({ text, isWarning: false })),
    passage: { snippet: hit.snippet, highlights: hit.highlights },
  }
}

/** The pin is apart: it can change while it is looked at. */
function labelsOfHit(hit: SearchHit): readonly string[] {
  return [
    ...hitLabels({ ...hit, isPinned: false }),
    ...(hit.more > 0 ? [`+${formatInteger(hit.more)} more`] : []),
    ...(hit.alsoIn.length > 0 ? [`also in ${formatInteger(hit.alsoIn.length)}`] : []),
  ]
}

/** Newest first, as they come. */
export function rowsOfSessions(
  sessions: readonly SessionRow[],
  known: { readonly now: number; readonly expiring: ReadonlySet<string>; isPinned(sessionId: string): boolean },
): readonly ScreenRow[] {
  return sessions.map(session => ({
    sessionId: session.id,
    shortId: session.shortId,
    turn: undefined,
    title: session.title,
    project: session.projectName,
    at: timeOf(session.endedAt ?? session.changedAt),
    isPinned: known.isPinned(session.id),
    labels: [
      ...(session.keptOnly ? [{ text: 'only in the archive', isWarning: false }] : []),
      ...(known.expiring.has(session.path) ? [{ text: formatDeletion(session, known.now), isWarning: true }] : []),
    ],
    passage: undefined,
  }))
}

function formatDeletion({ deletesAt }: SessionRow, now: number): string {
  const at = timeOf(deletesAt)
  return at === undefined || at <= now ? 'goes next start' : `goes ${formatAge(at, now)}`
}

function timeOf(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso)
}
