/**
 * Sessions that have to do with another one, each with the reasons. By index lookups and within the project: a store of
 * thousands of sessions is not scanned.
 */
import { type RelationReason, relate, type Ties } from '../../narrative/relate.ts'
import { type Project, projectKeyOf } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { type KeptSession, readNamedSessions } from '../lookups/kept-sessions.ts'
import { type About, collectTies, type ProjectFacts, readAbout, readProjectFacts } from './session-ties.ts'
import type { SessionFacts } from './thread-rows.ts'

export interface RelatedSessions {
  /** The strongest tie first. */
  readonly related: readonly RelatedSession[]
  /** The one it continues; else the one of the same project before it in time. */
  readonly previous: RelatedSession | undefined
}

export interface RelatedSession {
  /** Number in the index. */
  readonly session: number
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  readonly project: string
  /** ISO 8601 in UTC. */
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly score: number
  /** The strongest first. Hold words of transcripts. */
  readonly reasons: readonly RelationReason[]
}

type Asked = Pick<IndexedKeep, 'store'>

export function listRelated(keep: Asked, session: number, limit: number): RelatedSessions {
  return createRelatedFinder(keep)(session, limit)
}

/** The same for many sessions of one state of the index: what they share is read once. */
export function createRelatedFinder({ store }: Asked): (session: number, limit: number) => RelatedSessions {
  const projects = new Map<string, ProjectFacts>()
  const projectOf = (project: Project): ProjectFacts => {
    const key = projectKeyOf(project)
    const known = projects.get(key) ?? readProjectFacts(store, project)
    projects.set(key, known)
    return known
  }
  return (session, limit) => findRelated(store, { session, limit, projectOf })
}

interface RelatedRequest {
  readonly session: number
  readonly limit: number
  projectOf(project: Project): ProjectFacts
}

function findRelated(store: Store, { session, limit, projectOf }: RelatedRequest): RelatedSessions {
  const own = readAbout(store, [session]).get(session)
  if (!own) return { related: [], previous: undefined }
  const project = projectOf(own.project)
  const { facts } = project
  const ties = collectTies(store, own, project)
  const ranked = [...ties]
    .filter(([other]) => other !== session)
    .map(([other, tie]) => ({ other, tie, ...relate(tie) }))
    .sort((a, b) => b.score - a.score || b.other - a.other)
  const before = findPrevious(ranked, session, facts)
  const shown = ranked.slice(0, limit)
  const about = readAbout(store, [...shown.map(({ other }) => other), ...(before === undefined ? [] : [before])])
  const names = readNamedSessions(store, [...about.keys()])
  const describe = (other: number): readonly RelatedSession[] => {
    const found = about.get(other)
    const relation = ranked.find(one => one.other === other)
    return found ? [toRelated(found, names, relation)] : []
  }
  return {
    related: shown.flatMap(({ other }) => describe(other)),
    previous: before === undefined ? undefined : describe(before)[0],
  }
}

function findPrevious(
  ranked: readonly { readonly other: number; readonly tie: Ties }[],
  session: number,
  facts: ReadonlyMap<number, SessionFacts>,
): number | undefined {
  const continued = ranked.find(({ tie }) => tie.lineage.some(one => one === 'continued-here' || one === 'plan-here'))
  if (continued) return continued.other
  const own = facts.get(session)
  if (!own) return undefined
  let last: SessionFacts | undefined
  for (const one of facts.values()) {
    if (one.session === session || one.startedAt >= own.startedAt) continue
    if (!last || one.startedAt > last.startedAt) last = one
  }
  return last?.session
}

function toRelated(
  { session, id, title, project, startedAt, endedAt }: About,
  names: ReadonlyMap<number, KeptSession>,
  relation: { readonly score: number; readonly reasons: readonly RelationReason[] } | undefined,
): RelatedSession {
  return {
    session,
    sessionId: id,
    shortId: names.get(session)?.shortId ?? id,
    title,
    project: project.name,
    startedAt: formatIso(startedAt),
    endedAt: formatIso(endedAt),
    score: relation?.score ?? 0,
    reasons: relation?.reasons ?? [],
  }
}
