import type { Reading } from '../../query/reading/reading.ts'
import { listCalled, listWithin, type SessionLimits } from '../../query/session-limits.ts'
import { isSameProject, placeSession, type SessionPlace } from '../../query/session-project.ts'
import { editDistance } from '../../text/edit-distance.ts'
import { shorten } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'
import { limitsOf } from './limits.ts'
import { oneLine } from './lines.ts'
import type { CallScope, McpWorld } from './world.ts'

export interface CitedSession extends SessionPlace {
  readonly reading: Reading
}

/** The session that a citation names. One of another project, and the one that asks, only where they are asked for. */
export async function openCited(world: McpWorld, scope: CallScope, id: string): Promise<CitedSession> {
  const reading = await open(world, scope, id)
  const { session, source } = reading.loaded
  const place = await world.askLibrary(library => placeSession(library, source, session.cwds[0]))
  if (session.id === scope.ownSession) {
    throw new UserError({
      code: 'own-session',
      message: `${place.shortId} is the session that is running now`,
      hint: 'You know it already. What it said before its last compaction comes with include_current: true.',
    })
  }
  if (scope.kind === 'project' && !isSameProject(place.project, scope.project)) {
    throw new UserError({
      code: 'other-project',
      message: `${place.shortId} is a session of another project, ${oneLine(place.project.name, 60)}`,
      hint: 'If that is what you want, repeat this call with scope: "all".',
    })
  }
  return { ...place, reading }
}

async function open(world: McpWorld, scope: CallScope, id: string): Promise<Reading> {
  try {
    return await world.openReading(id)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    if (error.code === 'ambiguous-session') return await openAmong(world, scope, id, error)
    if (error.code !== 'no-such-session') throw error
    const near = await listNear(world, id, limitsOf(scope))
    throw new UserError({
      code: error.code,
      message: `no session is called "${shorten(oneLine(id, 100))}"`,
      hint:
        near.length > 0
          ? `Near it: ${near.join(', ')}.`
          : 'Ids come from search, recent and timeline; the beginning of one is enough.',
    })
  }
}

/** Several sessions are called so: those of other projects do not count where one project is asked, nor are they named. */
async function openAmong(world: McpWorld, scope: CallScope, id: string, error: UserError): Promise<Reading> {
  const ids = await world.askLibrary(({ keep }) => (keep?.store ? listCalled(keep.store, id, limitsOf(scope)) : []))
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return await world.openReading(only)
  const names = ids.slice(0, MAX_NAMED).map(name => oneLine(name, 60))
  const which =
    ids.length === 0
      ? 'several sessions'
      : `${ids.length} sessions: ${names.join(', ')}${ids.length > MAX_NAMED ? ' and more' : ''}`
  throw new UserError({
    code: error.code,
    message: `"${shorten(oneLine(id, 100))}" is the beginning of ${which}`,
    hint: 'Give more of the id.',
    cause: error,
  })
}

const MAX_NAMED = 5
const MAX_NEAR = 3
const SHOWN_ID = 8

/** Sessions whose id begins nearly so. */
async function listNear(world: McpWorld, id: string, limits: SessionLimits): Promise<readonly string[]> {
  const typed = id.toLowerCase().slice(0, 36)
  return await world.askLibrary(({ keep }) => {
    const store = keep?.store
    if (!store) return []
    const within = listWithin(store, limits)
    const rows = store.all('SELECT session, id, title FROM sessions ORDER BY ended_at DESC')
    return rows
      .filter(row => within.has(row.session as number))
      .map(row => ({
        name: (row.id as string).slice(0, Math.max(SHOWN_ID, typed.length)),
        title: row.title as string,
        distance: editDistance(typed, (row.id as string).slice(0, typed.length).toLowerCase()),
      }))
      .filter(({ distance }) => distance <= Math.max(1, Math.floor(typed.length / 4)))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MAX_NEAR)
      .map(({ name, title }) => `${oneLine(name, 60)} "${oneLine(title, 60)}"`)
  })
}
