import {
  calibrate,
  type Friction,
  type FrictionDistribution,
  type FrictionPart,
  scoreFriction,
} from '../../narrative/friction.ts'
import type { Story } from '../../narrative/story.ts'
import type { Store } from '../../store/store.ts'
import { formatNumberOf } from '../../text/count.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { listNames, type SessionName } from '../lookups/fact-place.ts'
import { type KeptSession, readKeptSessions } from '../lookups/kept-sessions.ts'
import { countScopedSessions, type LookupScope, listScopedSessions } from '../lookups/scope.ts'
import { findContained } from './contained-sessions.ts'
import { listMeasures, readStory } from './read-story.ts'
import { type StoryPlace, toStoryPlace } from './story-place.ts'

/** Sessions by their friction, the most first; what `--json` prints. */
export interface FoundFriction {
  readonly schema: 'backscroll.friction/1'
  /** Sessions in scope, and how many of them are too small to say anything. */
  readonly coverage: { readonly sessions: number; readonly small: number }
  readonly isCalibrated: boolean
  /** Own sessions that scores were made by. */
  readonly calibratedOn: number
  readonly sessions: readonly SessionFriction[]
  /** Those beyond the limit included. */
  readonly total: number
}

/** One session in full; what `--json` prints. */
export interface OneFriction extends SessionFriction {
  readonly schema: 'backscroll.session-friction/1'
}

export interface SessionFriction {
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  readonly project: string
  readonly projectPath: string
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  /** Undefined where the session is too small to say anything. */
  readonly score: number | undefined
  /** Strongest first. */
  readonly parts: readonly ProvenPart[]
  readonly isCalibrated: boolean
  readonly calibratedOn: number
  /** Sessions that it repeats as a whole. */
  readonly alsoIn: readonly SessionName[]
}

export interface ProvenPart extends FrictionPart {
  readonly evidence: readonly Evidence[]
}

export interface Evidence {
  readonly text: string
  readonly count: number
  readonly places: readonly StoryPlace[]
}

export function findFriction(keep: IndexedKeep, scope: LookupScope): FoundFriction {
  const { store } = keep
  const world = openFriction(store)
  const inScope = listScopedSessions(store, scope).filter(session => !world.contained.has(session))
  const scored = inScope.flatMap(session => {
    const friction = world.of(session)
    return friction ? [{ session, friction }] : []
  })
  const ranked = scored
    .filter(({ friction }) => friction.score > 0)
    .sort(
      (a, b) => b.friction.score - a.friction.score || rawOf(b.friction) - rawOf(a.friction) || b.session - a.session,
    )
  return {
    schema: 'backscroll.friction/1',
    coverage: { sessions: countScopedSessions(store, scope), small: inScope.length - scored.length },
    isCalibrated: world.distribution.isCalibrated,
    calibratedOn: world.distribution.sessions,
    sessions: ranked.slice(0, scope.limit).map(({ session }) => describe(store, world, session)),
    total: ranked.length,
  }
}

/** `session` is its number in the archive. */
export function findSessionFriction(keep: IndexedKeep, session: number): OneFriction {
  const described = describe(keep.store, openFriction(keep.store), session)
  return { schema: 'backscroll.session-friction/1', ...described }
}

/** Number and parts alone, for a note or a page about the session; undefined where it is too small to say anything. */
export function frictionOf(keep: Pick<IndexedKeep, 'store'>, session: number): Friction | undefined {
  return openFriction(keep.store).of(session)
}

/** All that scores are made of, read once. */
export interface FrictionWorld {
  readonly names: ReadonlyMap<number, KeptSession>
  readonly distribution: FrictionDistribution
  /** By session: the one that holds all of it. */
  readonly contained: ReadonlyMap<number, number>
  of(session: number): Friction | undefined
}

export function openFriction(store: Store): FrictionWorld {
  const names = readKeptSessions(store)
  const contained = findContained(store, names)
  const measures = new Map(listMeasures(store).map(one => [one.session, one.measures]))
  const own = [...measures].flatMap(([session, one]) => (contained.has(session) ? [] : [one]))
  const distribution = calibrate(own)
  return {
    names,
    distribution,
    contained,
    of(session) {
      const one = measures.get(session)
      return one && scoreFriction(one, distribution)
    },
  }
}

/** Of equal scores, the one with the rarer things. */
function rawOf({ parts }: Friction): number {
  return parts.reduce((sum, { weight, percentile }) => sum + weight * percentile, 0)
}

function describe(store: Store, world: FrictionWorld, session: number): SessionFriction {
  const about = store.get(ABOUT, [session])
  const friction = world.of(session)
  const story = readStory(store, session)
  const cwds = JSON.parse((about?.cwds ?? '[]') as string) as readonly string[]
  const { sessionId = '', shortId = '' } = world.names.get(session) ?? {}
  const copies = [...world.contained].flatMap(([part, whole]) => (whole === session ? [part] : []))
  return {
    sessionId,
    shortId,
    title: (about?.title ?? '') as string,
    project: (about?.project_name ?? '') as string,
    projectPath: (about?.project_path ?? '') as string,
    startedAt: formatIso((about?.started_at ?? undefined) as number | undefined),
    endedAt: formatIso((about?.ended_at ?? undefined) as number | undefined),
    score: friction?.score,
    parts: (friction?.parts ?? []).map(part => ({
      ...part,
      evidence: story ? listEvidence(story, part, { shortId, cwds }) : [],
    })),
    isCalibrated: world.distribution.isCalibrated,
    calibratedOn: world.distribution.sessions,
    alsoIn: listNames(copies, world.names),
  }
}

const ABOUT = `SELECT s.title, s.project_name, s.project_path, s.cwds, s.started_at, s.ended_at
FROM sessions AS s WHERE s.session = ?`

/** How many of the changed files back what a changed line cost. */
const MAX_FILES = 5

interface Naming {
  readonly shortId: string
  readonly cwds: readonly string[]
}

function listEvidence(story: Story, { kind, value }: FrictionPart, naming: Naming): readonly Evidence[] {
  const found =
    kind === 'tokens-per-line' && value !== undefined
      ? story.files.slice(0, MAX_FILES).map(({ path, added, removed, edits, places }) => ({
          text: `${path}: ${formatNumberOf(added, 'line')} added, ${removed} removed`,
          count: edits,
          places,
        }))
      : story.signals.filter(signal => signal.kind === kind)
  return found.map(({ text, count, places }) => ({
    text: nearPaths(text, naming),
    count,
    places: places.map(place => toStoryPlace(naming.shortId, place)),
  }))
}

/** Paths below the folders that the session worked in, as they are called there. */
function nearPaths(text: string, { cwds }: Naming): string {
  return cwds
    .filter(cwd => cwd.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .reduce((near, cwd) => near.replaceAll(`${cwd}/`, '').replaceAll(`${cwd}\\`, ''), text)
}
