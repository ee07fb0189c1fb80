import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import type { NotableSession } from '../../../query/notes/list-note-sessions.ts'
import type { NoteLink, SessionLinks } from '../../../render/notes/note-session.ts'
import type { NoteTimes } from '../../../render/notes/session-note.ts'
import { openInsights, type RelatedNote } from './insights.ts'
import { dayName, projectNoteName } from './note-names.ts'
import type { KeptInsights, NotesState } from './notes-state.ts'

const MAX_RELATED = 5

/** What the note of a session says of others. */
export interface LinkFinder {
  /** `key` names the state of the session that they are of. */
  askInsights(session: NotableSession, key: string): KeptInsights
  /** Only to sessions that have a note. `project` is the name it was given. */
  linksOf(session: NotableSession, project: string, related: readonly RelatedNote[]): SessionLinks
}

export function createLinkFinder(
  keep: IndexedKeep,
  state: NotesState,
  { sessions, times }: { readonly sessions: readonly NotableSession[]; readonly times: NoteTimes },
): LinkFinder {
  const insights = openInsights(keep)
  const byNumber = new Map(sessions.map(session => [session.session, session]))
  const byId = new Map(sessions.map(session => [session.id, session]))

  function linkTo(session: NotableSession | undefined): NoteLink | undefined {
    const digest = session && state.sessions[session.id]?.digest
    return digest && { name: digest.name, title: digest.title }
  }

  return {
    askInsights(session, key) {
      // Earlier ones that tell something of their own: what links here Obsidian shows itself.
      const isEarlier = ({ id }: RelatedNote): boolean => {
        const other = byId.get(id)
        const isTold = other !== undefined && other.heldBy === undefined && !session.continues.includes(id)
        return isTold && other.startedAt < session.startedAt
      }
      const related = session.heldBy === undefined ? insights.relatedOf(session.session).filter(isEarlier) : []
      return { key, friction: insights.frictionOf(session.session), related: related.slice(0, MAX_RELATED) }
    },
    linksOf(session, project, related) {
      const { previous, heldBy } = session
      const day = times.dayOf(session.startedAt)
      return {
        project: { name: projectNoteName(project), title: project },
        day: { name: dayName(day), title: day },
        previous: previous === undefined ? undefined : linkTo(byNumber.get(previous)),
        continues: session.continues.flatMap(id => linkTo(byId.get(id)) ?? []),
        heldBy: heldBy === undefined ? undefined : linkTo(byNumber.get(heldBy)),
        related: related.flatMap(({ id, why }) => {
          const link = linkTo(byId.get(id))
          return link ? [{ ...link, why }] : []
        }),
      }
    },
  }
}

/** Titles of other sessions were looked through with those: this one may know more. */
export function cleanLinks(links: SessionLinks, clean: (text: string) => string): SessionLinks {
  const known = <Link extends NoteLink>(link: Link): Link => ({ ...link, title: clean(link.title) })
  return {
    project: known(links.project),
    day: links.day,
    previous: links.previous && known(links.previous),
    continues: links.continues.map(known),
    heldBy: links.heldBy && known(links.heldBy),
    related: links.related.map(link => ({ ...known(link), why: clean(link.why) })),
  }
}
