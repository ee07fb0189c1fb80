import type { LineageLink } from './lineage.ts'
import type { Session } from './session.ts'

/** A link between two sessions that were both read. */
export interface SessionLink extends LineageLink {
  /** The later session, which has the link. */
  readonly from: string
}

/**
 * Links that only show when several sessions are looked at together: copied entries share uuids (resume and fork write
 * them again without a pointer), a summary's leaf lies in another file, a plan goes on under the same slug.
 */
export function linkSessions(sessions: readonly Session[]): readonly SessionLink[] {
  const owners = ownersByUuid(sessions)
  const links: SessionLink[] = []
  for (const session of sessions) {
    links.push(...sharedLinks(session, owners), ...leafLinks(session, owners), ...slugLinks(session, sessions))
  }
  return links
}

/** For each uuid the sessions that hold it, the one that wrote it first: copies begin no earlier than their original. */
function ownersByUuid(sessions: readonly Session[]): ReadonlyMap<string, readonly Session[]> {
  const owners = new Map<string, Session[]>()
  for (const session of sessions.toSorted(byOriginality)) {
    for (const entry of session.main.entries) {
      if (entry.uuid === undefined || entry.isRepeat) continue
      const list = owners.get(entry.uuid)
      if (list) list.push(session)
      else owners.set(entry.uuid, [session])
    }
  }
  return owners
}

/** Old resumes stamp their copies anew, forks keep the times: a copy begins no earlier, and mostly ends later. */
function byOriginality(a: Session, b: Session): number {
  return (
    (a.startedAt ?? 0) - (b.startedAt ?? 0) ||
    (a.endedAt ?? 0) - (b.endedAt ?? 0) ||
    a.main.entries.length - b.main.entries.length ||
    (a.id < b.id ? -1 : 1)
  )
}

function* sharedLinks(session: Session, owners: ReadonlyMap<string, readonly Session[]>): Iterable<SessionLink> {
  const shared = new Map<string, string>()
  for (const entry of session.main.entries) {
    const origin = entry.uuid === undefined ? undefined : owners.get(entry.uuid)?.[0]
    if (origin && origin !== session && entry.uuid !== undefined) shared.set(origin.id, entry.uuid)
  }
  for (const [sessionId, entryUuid] of shared) {
    yield { from: session.id, kind: 'resumed-from', sessionId, entryUuid, knownBy: 'shared-uuids' }
  }
}

function* leafLinks(session: Session, owners: ReadonlyMap<string, readonly Session[]>): Iterable<SessionLink> {
  for (const link of session.links) {
    const origin =
      link.knownBy === 'leaf-uuid' && link.entryUuid !== undefined ? owners.get(link.entryUuid)?.[0] : undefined
    if (origin) yield { ...link, from: session.id, sessionId: origin.id }
  }
}

/** A plan handed over to a new session keeps the slug; alone it proves nothing. */
function* slugLinks(session: Session, sessions: readonly Session[]): Iterable<SessionLink> {
  const handover = session.links.find(link => link.kind === 'plan-from')
  if (!handover || handover.sessionId !== undefined) return
  for (const other of sessions) {
    const isEarlier = (other.endedAt ?? 0) <= (session.startedAt ?? 0)
    if (other === session || !isEarlier || !other.slugs.some(slug => session.slugs.includes(slug))) continue
    yield { from: session.id, kind: 'plan-from', sessionId: other.id, entryUuid: undefined, knownBy: 'same-slug' }
  }
}
