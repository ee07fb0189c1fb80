import type { Reading } from '../../query/reading/reading.ts'
import { listCalled, listWithin } from '../../query/session-limits.ts'
import { isSameProject, placeSession, type SessionPlace } from '../../query/session-project.ts'
import { TURNS_HINT } from '../../query/session-target.ts'
import type { Project } from '../../source/project.ts'
import { formatNumberOf } from '../../text/count.ts'
import { editDistance } from '../../text/edit-distance.ts'
import { shorten } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'
import type { ToolCall } from './define-tool.ts'
import { limitsOf } from './limits.ts'
import { oneLine } from './lines.ts'
import type { McpWorld } from './world.ts'

export interface CitedSession extends SessionPlace {
  readonly reading: Reading
}

type CitingCall = Pick<ToolCall<unknown>, 'scope' | 'signal'>

/** The session that a citation names. One of another project, and the one that asks, only where they are asked for. */
export async function openCited(world: McpWorld, call: CitingCall, id: string): Promise<CitedSession> {
  const { scope, signal } = call
  const reading = await open(world, call, id)
  const { session, source } = reading.loaded
  const place = await world.askLibrary(library => placeSession(library, source, session), signal)
  if (session.id === scope.ownSession) {
    throw new UserError({
      code: 'own-session',
      message: `${place.shortId} is the session that is running now`,
      hint: 'You know it already. What it said before its last compaction comes with include_current: true.',
    })
  }
  const isFrom = (project: Project): boolean => scope.kind !== 'project' || isSameProject(project, scope.project)
  if (![place.project, ...place.otherProjects].some(isFrom)) {
    throw new UserError({
      code: 'other-project',
      message: `${place.shortId} is a session of another project, ${oneLine(place.project.name, 60)}`,
      hint: 'If that is what you want, repeat this call with scope: "all".',
    })
  }
  return { ...place, reading }
}

async function open(world: McpWorld, call: CitingCall, id: string): Promise<Reading> {
  try {
    return await world.openReading(id, call.signal)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    if (error.code === 'ambiguous-session') return await openAmong(world, call, id, error)
    if (error.code !== 'no-such-session') throw error
    await requireNoTurn(world, call, id)
    const near = await listNear(world, id, call)
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

/** What stands behind the last colon may be no turn of a session that is there: that is what is wrong then. */
async function requireNoTurn(world: McpWorld, call: CitingCall, text: string): Promise<void> {
  const [, id, turn] = /^(.+):([^:]*)$/s.exec(text) ?? []
  if (id === undefined || turn === undefined) return
  const cited = await openCited(world, call, id).catch(error => {
    if (error instanceof UserError && error.code === 'no-such-session') return undefined
    throw error
  })
  if (!cited) return
  const last = cited.reading.loaded.session.main.turns.at(-1)?.number ?? 0
  throw new UserError({
    code: 'no-such-turn',
    message: `"${shorten(oneLine(turn, 40))}" is no turn of ${cited.shortId}, which has ${formatNumberOf(last, 'turn')}`,
    hint: TURNS_HINT,
  })
}

/** Several sessions are called so: those of other projects do not count where one project is asked, nor are they named. */
async function openAmong(world: McpWorld, call: CitingCall, id: string, error: UserError): Promise<Reading> {
  const { scope, signal } = call
  const ids = await world.askLibrary(
    ({ keep }) => (keep?.store ? listCalled(keep.store, id, limitsOf(scope)) : []),
    signal,
  )
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return await world.openReading(only, signal)
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
async function listNear(world: McpWorld, id: string, { scope, signal }: CitingCall): Promise<readonly string[]> {
  const typed = id.toLowerCase().slice(0, 36)
  return await world.askLibrary(({ keep }) => {
    const store = keep?.store
    if (!store) return []
    const within = listWithin(store, limitsOf(scope))
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
  }, signal)
}
