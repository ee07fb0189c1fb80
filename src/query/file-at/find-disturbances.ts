import { isAbsolute, unifySlashes } from '../lookups/path-query.ts'
import { type CommandReach, reachOfLine } from './command-reach.ts'
import { type Disturbance, findGap, isWithin, type Stretch } from './disturbance.ts'
import { type FileStep, isChange } from './file-step.ts'
import type { WorkEvent, WorkLog, WorkSession } from './work-log.ts'

export interface DisturbanceFinder {
  /** What may have changed the file in a stretch of time. `after`: the step it begins with, whose own hooks run later. */
  list(stretch: Stretch, after?: FileStep | undefined): readonly Disturbance[]
  /** Hooks that belong to one step. */
  ofStep(step: FileStep): readonly Disturbance[]
}

interface FinderRequest {
  readonly log: WorkLog
  readonly path: string
  readonly steps: readonly FileStep[]
}

/** Where there are more, it makes no difference how many. */
const ENOUGH = 200

/** Of one file: among what sessions did that worked where the file is, or touched it. */
export function createDisturbanceFinder({ log, path, steps }: FinderRequest): DisturbanceFinder {
  const file = unifySlashes(path)
  const touching = new Set(steps.map(({ session }) => session))
  const work = log.sessions.filter(({ session, folders }) => touching.has(session) || isAtWorkOn(folders, file))
  // A command whose effect on this file is recorded is a step, and no riddle.
  const told = new Set(steps.map(({ session, agent, call }) => `${session} ${agent} ${call}`))
  const known = new Map<WorkEvent, Disturbance | undefined>()
  const read = (event: WorkEvent): readonly Disturbance[] => {
    if (!known.has(event))
      known.set(event, event.kind === 'rewind' ? readRewind(event) : toDisturbance(event, path, told))
    const found = known.get(event)
    return found ? [found] : []
  }
  /**
   * A rewind can put back every file that the session changed before, as it was at the turn that is gone on from. Where
   * nothing happened to the file since that turn, it makes no difference.
   */
  const readRewind = (event: Extract<WorkEvent, { kind: 'rewind' }>): Disturbance | undefined => {
    const { since, endedAt, session } = event
    const changes = steps.filter(step => step.session === session && isChange(step) && step.startedAt <= endedAt)
    if (changes.length === 0) return undefined
    const stretch = { from: since, to: endedAt }
    const isEarlier = (one: WorkEvent): boolean => one.kind !== 'rewind' || one.endedAt < endedAt
    const isTouched =
      changes.some(step => isWithin({ startedAt: step.at, endedAt: step.at }, stretch)) ||
      log.eventsOf(session).some(one => isEarlier(one) && isWithin(one, stretch) && read(one).length > 0)
    return isTouched ? placed(event, { reach: 'any', isKnown: false }, '') : undefined
  }
  /** Hooks that run after a change may be noted before its result is. */
  const ofStep = ({ session, callId }: FileStep): readonly Disturbance[] =>
    callId === undefined
      ? []
      : log
          .eventsOf(session)
          .filter(event => event.kind === 'hook' && event.callId === callId)
          .flatMap(read)
  return {
    ofStep,
    list(stretch, after) {
      const own = after ? ofStep(after) : []
      if (stretch.to <= stretch.from) return own
      const gap = findGap(work, stretch)
      const found = listWithin(work, stretch, log, read)
      return withoutCopies([...own, ...found, ...(gap ? [gapOf(gap)] : [])]).sort((a, b) => a.startedAt - b.startedAt)
    },
  }
}

function listWithin(
  work: readonly WorkSession[],
  stretch: Stretch,
  log: WorkLog,
  read: (event: WorkEvent) => readonly Disturbance[],
): readonly Disturbance[] {
  const found: Disturbance[] = []
  for (const { session, startedAt, endedAt } of work) {
    if (startedAt > stretch.to || endedAt < stretch.from) continue
    for (const event of log.eventsOf(session)) if (isWithin(event, stretch)) found.push(...read(event))
    if (found.length >= ENOUGH) break
  }
  return found
}

function gapOf({ from, to }: Stretch): Disturbance {
  const where = { session: undefined, agent: '', turn: 0, text: '' }
  return { kind: 'gap', reach: 'any', isKnown: false, ...where, startedAt: from, endedAt: to }
}

/** Resumes and forks repeat what was run: with the same times, or with others and then within another stretch. */
function withoutCopies(all: readonly Disturbance[]): Disturbance[] {
  const seen = new Set<string>()
  return all.filter(({ kind, text, startedAt, endedAt, agent }) => {
    const key = `${kind} ${startedAt} ${endedAt} ${agent} ${text}`
    return seen.has(key) ? false : seen.add(key)
  })
}

function isAtWorkOn(folders: readonly string[], file: string): boolean {
  return isAbsolute(file) && folders.some(folder => file.startsWith(`${folder}/`))
}

function toDisturbance(event: ReadableEvent, path: string, told: ReadonlySet<string>): Disturbance | undefined {
  const reach = reachOfEvent(event, path, told)
  return reach && placed(event, reach, event.kind === 'outside-edit' ? '' : event.text)
}

function placed(event: WorkEvent, reach: CommandReach, text: string): Disturbance {
  const { kind, session, agent, turn, startedAt, endedAt } = event
  return { kind, ...reach, text, session, agent, turn, startedAt, endedAt }
}

/** What can be judged by itself, without what else happened to the file. */
type ReadableEvent = Exclude<WorkEvent, { kind: 'rewind' }>

function reachOfEvent(event: ReadableEvent, path: string, told: ReadonlySet<string>): CommandReach | undefined {
  if (event.kind === 'outside-edit') return event.path === path ? { reach: 'names', isKnown: true } : undefined
  if (event.kind === 'hook') return reachOfHook(event, path)
  if (event.kind === 'tool') {
    const base = unifySlashes(path).replace(/^.*\//, '')
    return { reach: base !== '' && event.headline.includes(base) ? 'names' : 'any', isKnown: false }
  }
  return told.has(`${event.session} ${event.agent} ${event.call}`) ? undefined : reachOfLine(event.parsed(), path)
}

/**
 * A hook on tools that change files is there to put them into shape; others mostly look and tell, so they count only
 * where their command is known to change files.
 */
function reachOfHook(event: Extract<WorkEvent, { kind: 'hook' }>, path: string): CommandReach | undefined {
  const reach = event.hasCommand ? reachOfLine(event.parsed(), path) : UNKNOWN_HOOK
  return reach && (reach.isKnown || event.isOnFiles) ? reach : undefined
}

const UNKNOWN_HOOK: CommandReach = { reach: 'any', isKnown: false }
