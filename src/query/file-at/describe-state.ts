import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import { findMainTurn } from '../lookups/fact-place.ts'
import type { KeptSession } from '../lookups/kept-sessions.ts'
import type { Reach } from './command-reach.ts'
import type { Disturbance, DisturbanceKind } from './disturbance.ts'
import type { FileStep, StepKind } from './file-step.ts'
import type { TimelineState } from './file-timeline.ts'
import type { Reason, Sureness } from './judge-state.ts'

/** Where something stands, to be shown and to go there. Times are ISO 8601 in UTC. */
export interface NamedPlace {
  readonly sessionId: string | undefined
  readonly shortId: string | undefined
  /** Turn of the main thread. */
  readonly turn: number | undefined
  readonly agent: string | undefined
  readonly at: string | undefined
}

export interface NamedStep extends NamedPlace {
  readonly kind: StepKind
  readonly tool: string | undefined
  /** The person changed what was proposed before accepting it. */
  readonly isUserModified: boolean
}

export interface NamedDisturbance extends NamedPlace {
  readonly kind: DisturbanceKind
  readonly reach: Reach
  /** It is known to change files; else nothing is known of it. */
  readonly isKnown: boolean
  /** The command, or the name of the tool. */
  readonly text: string
  /** Before the moment asked for, or between it and the next record. */
  readonly side: 'before' | 'after'
}

/** How sure a state is and why, without its content. */
export interface NamedState {
  readonly sureness: Sureness
  readonly reasons: readonly Reason[]
  /** There was such a file; undefined where that is not known. */
  readonly exists: boolean | undefined
  readonly isBinary: boolean
  readonly sizeBytes: number | undefined
  readonly base: NamedStep | undefined
  /** Recorded changes that were made to the base. */
  readonly appliedEdits: number
  readonly next: NamedStep | undefined
  readonly lostAt: NamedStep | undefined
  /** The first ones of what may have changed the file; those that name it come first. */
  readonly mayHaveChanged: readonly NamedDisturbance[]
  readonly mayHaveChangedCount: number
}

export interface Namer {
  readonly store: Store
  readonly sessions: ReadonlyMap<number, KeptSession>
}

const MAX_DISTURBANCES = 20

export function describeState(namer: Namer, state: TimelineState): NamedState {
  const { content, base, next, lostAt, sureness, reasons, appliedEdits } = state
  const disturbances = [
    ...state.before.map(item => ({ item, side: 'before' as const })),
    ...state.after.map(item => ({ item, side: 'after' as const })),
  ].sort((a, b) => weightOf(b.item) - weightOf(a.item) || a.item.endedAt - b.item.endedAt)
  return {
    sureness,
    reasons,
    exists: content && content.kind !== 'absent',
    isBinary: content?.kind === 'binary',
    sizeBytes: sizeOf(content),
    base: base && describeStep(namer, base),
    appliedEdits,
    next: next && describeStep(namer, next),
    lostAt: lostAt && describeStep(namer, lostAt),
    mayHaveChanged: disturbances
      .slice(0, MAX_DISTURBANCES)
      .map(({ item, side }) => ({ ...describeDisturbance(namer, item), side })),
    mayHaveChangedCount: disturbances.length,
  }
}

function sizeOf(content: TimelineState['content']): number | undefined {
  if (content?.kind === 'text') return Buffer.byteLength(content.text)
  return content?.kind === 'binary' ? content.bytes.length : undefined
}

function weightOf({ reach, isKnown }: Disturbance): number {
  return (reach === 'names' ? 2 : 0) + Number(isKnown)
}

export function describeStep(namer: Namer, step: FileStep): NamedStep {
  const { kind, tool, isUserModified } = step
  return { ...placeOf(namer, step, step.at), kind, tool: tool || undefined, isUserModified }
}

function describeDisturbance(namer: Namer, item: Disturbance): Omit<NamedDisturbance, 'side'> {
  const { kind, reach, isKnown, text, startedAt, endedAt } = item
  return { ...placeOf(namer, item, startedAt > 0 ? startedAt : endedAt), kind, reach, isKnown, text }
}

function placeOf(
  { store, sessions }: Namer,
  { session, agent, turn }: Pick<Disturbance, 'session' | 'agent' | 'turn'>,
  at: number,
): NamedPlace {
  const known = session === undefined ? undefined : sessions.get(session)
  return {
    sessionId: known?.sessionId,
    shortId: known?.shortId,
    turn: session === undefined ? undefined : agent === '' ? turn : findMainTurn(store, session, agent),
    agent: agent === '' ? undefined : agent,
    at: formatIso(at),
  }
}
