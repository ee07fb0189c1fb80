import type { Session } from '../../model/session.ts'
import type { ClientNote } from '../../source/client-notes.ts'
import { head } from '../../text/head.ts'
import { formatIso } from '../../time/day.ts'
import { findLastStep, type LastStep, type StepKind } from './last-step.ts'
import type { LiveState, LiveStatus } from './live-status.ts'

/** A turn that ended in order waits for the person this long; then the session is at rest. */
export const WAITING_MS = 30 * 60_000
/** Nothing written for this long in the middle of a turn: whoever was at work no longer is. Tools may take ten minutes. */
const WORKING_MS = 15 * 60_000
/** A question may stand over night. */
const ASKING_MS = 12 * 60 * 60_000
/** Old releases write no reason why an answer ended: for a moment more of it may come. */
const SETTLE_MS = 10_000
/** A note that nobody wrote to for this long was left behind; its process number may be another's by now. */
const NOTE_MS = 24 * 60 * 60_000
const DETAIL_CHARS = 120

/**
 * What a session is doing, from the end of its transcript and, where the client left one, its own note. The note knows
 * what a transcript cannot say, such as a permission that is waited for; the transcript knows what is being done.
 */
export function statusOf(session: Session, clock: StatusClock, left?: ClientNote): LiveStatus {
  const note = left && isCurrent(left, clock.now()) ? left : undefined
  const step = findLastStep(session)
  const quietMs = Math.max(0, clock.now() - lastActiveAt(session, clock.writtenAt))
  const found = note?.status ? withNote(step, note, quietMs) : withoutNote(step, quietMs, note !== undefined)
  return {
    state: found.state,
    detail: head(found.detail, DETAIL_CHARS),
    since: formatIso(found.since),
    knownBy: note?.status ? 'client' : 'transcript',
  }
}

/** Agents may write for hours what the end of the conversation that started them does not show. */
const TRUST_MS = 24 * 60 * 60_000

/** When something last happened. A file that was copied, restored or touched is newer than anything that stands in it. */
export function lastActiveAt({ endedAt }: Pick<Session, 'endedAt'>, writtenAt = 0): number {
  if (endedAt === undefined) return writtenAt
  return writtenAt - endedAt > TRUST_MS ? endedAt : Math.max(endedAt, writtenAt)
}

export interface StatusClock {
  now(): number
  /** When any of its files was last written to, where the session given is not all of it. */
  readonly writtenAt?: number | undefined
}

export function isCurrent({ updatedAt }: ClientNote, now: number): boolean {
  // One from far ahead was written before the clock was set back.
  return updatedAt === undefined || Math.abs(now - updatedAt) < NOTE_MS
}

interface Found {
  readonly state: LiveState
  readonly detail: string
  readonly since: number | undefined
}

function withoutNote(step: LastStep, quietMs: number, isRunning: boolean): Found {
  const { kind, detail, at } = step
  const state = stateOf(kind, quietMs, isRunning)
  const words = state === 'failed' && MIDDLE.has(kind) ? `stopped: ${detail}` : detail
  return { state, detail: words, since: at }
}

/** Steps after which more was to come by itself, or by an answer. */
const MIDDLE: ReadonlySet<StepKind> = new Set(['thinking', 'tool', 'retry', 'asking', 'answering'])

function stateOf(kind: StepKind, quietMs: number, isRunning: boolean): LiveState {
  switch (kind) {
    case 'nothing':
      return 'idle'
    case 'thinking':
    case 'tool':
    case 'retry':
      return quietMs < WORKING_MS || isRunning ? 'working' : 'failed'
    case 'answering':
      if (quietMs < SETTLE_MS) return 'working'
      return quietMs < WAITING_MS ? 'waiting' : 'idle'
    case 'asking':
      return quietMs < ASKING_MS || isRunning ? 'waiting' : 'failed'
    case 'ended':
    case 'refused':
      return quietMs < WAITING_MS ? 'waiting' : 'idle'
    case 'error':
    case 'interrupted':
      return 'failed'
  }
}

function waitsFor({ waitingFor }: ClientNote): string {
  return waitingFor === undefined ? '' : `waits for ${waitingFor}`
}

/** The client says what it does; for how long, and with what, stands in the transcript. */
function withNote(step: LastStep, note: ClientNote, quietMs: number): Found {
  const { kind, detail, at } = step
  const isUnderWay = kind === 'tool' || kind === 'thinking' || kind === 'retry'
  const since = note.updatedAt ?? at
  switch (note.status) {
    case 'busy':
      return { state: 'working', detail: isUnderWay ? detail : '', since }
    case 'shell':
      return { state: 'working', detail: 'runs a shell command', since }
    case 'waiting':
      return {
        state: 'waiting',
        detail: kind === 'tool' ? `asks to run ${detail}` : kind === 'asking' ? detail : waitsFor(note),
        since,
      }
    default:
      if (kind === 'error') return { state: 'failed', detail, since: at }
      return { state: quietMs < WAITING_MS ? 'waiting' : 'idle', detail: kind === 'interrupted' ? detail : '', since }
  }
}
