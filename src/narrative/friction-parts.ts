import { formatCount, formatNumberOf } from '../text/count.ts'
import type { Measures, SignalKind } from './story.ts'

/** One part of the friction of a session: what is counted, against what, and how much it weighs beside the others. */
export interface FrictionPartRow {
  readonly kind: SignalKind
  /** In the words of a table. */
  readonly name: string
  readonly weight: number
  /** What the value is divided by, so that a long session does not stand out by its length alone. */
  readonly per: 'turn' | 'call' | 'line'
  /** Where the middle of the person's own sessions is no friction at all: only what lies above it counts. */
  readonly isAboveMiddle: boolean
  /** Undefined where the session is no place to look for it. */
  valueOf(measures: Measures): number | undefined
  /** The value and what it is divided by, in words. */
  tell(measures: Measures): string
}

/**
 * Weights say who tells: what the person did counts most (4, 3, 2), what was left broken or lost next (3, 2), what the
 * model had to do again less (2, 1). Tests that fail are often how work is done, and tokens depend on much else: 1.
 */
export const FRICTION_PARTS: readonly FrictionPartRow[] = [
  perTurn({ kind: 'corrections', name: 'corrections', weight: 4, noun: 'correction', of: m => m.corrections }),
  perTurn({ kind: 'rewinds', name: 'rewinds', weight: 3, noun: 'rewind', of: m => m.rewinds }),
  perTurn({ kind: 'interruptions', name: 'interruptions', weight: 3, noun: 'interruption', of: m => m.interruptions }),
  perTurn({ kind: 'refusals', name: 'refused calls', weight: 2, noun: 'refused call', of: m => m.refusals }),
  perTurn({
    kind: 'open-errors',
    name: 'unresolved errors',
    weight: 3,
    noun: 'unresolved error',
    of: m => m.openErrors,
  }),
  perTurn({ kind: 'compactions', name: 'compactions', weight: 2, noun: 'compaction', of: m => m.compactions }),
  perCall({
    kind: 'retries',
    name: 'retries on a file',
    weight: 2,
    noun: 'retry',
    nouns: 'retries',
    of: m => m.retries,
  }),
  perCall({
    kind: 'read-edit-cycles',
    name: 'read-edit cycles',
    weight: 1,
    noun: 'read-edit cycle',
    of: m => m.readEditCycles,
  }),
  perCall({
    kind: 'failed-tests',
    name: 'failed test runs',
    weight: 1,
    noun: 'failed test run',
    of: m => m.failedTestRuns,
  }),
  {
    kind: 'tokens-per-line',
    name: 'tokens per changed line',
    weight: 1,
    per: 'line',
    isAboveMiddle: true,
    valueOf: measures => (linesOf(measures) < MIN_LINES ? undefined : Math.max(0, measures.tokens)),
    tell: measures =>
      linesOf(measures) < MIN_LINES
        ? `fewer than ${MIN_LINES} changed lines`
        : `${formatNumberOf(Math.round(measures.tokens / linesOf(measures)), 'token')} per changed line (${formatCount(measures.tokens)} for ${linesOf(measures)})`,
  },
]

interface CountedPart extends Pick<FrictionPartRow, 'kind' | 'name' | 'weight'> {
  readonly noun: string
  readonly nouns?: string
  of(measures: Measures): number
}

function perTurn({ noun, nouns, of, ...row }: CountedPart): FrictionPartRow {
  return {
    ...row,
    per: 'turn',
    isAboveMiddle: false,
    valueOf: measures => Math.max(0, of(measures)),
    tell: measures => tellCount(of(measures), { noun, nouns, size: measures.turns, of: 'turn' }),
  }
}

function perCall({ noun, nouns, of, ...row }: CountedPart): FrictionPartRow {
  return {
    ...row,
    per: 'call',
    isAboveMiddle: false,
    valueOf: measures => Math.max(0, of(measures)),
    tell: measures => tellCount(of(measures), { noun, nouns, size: measures.toolCalls, of: 'call' }),
  }
}

interface Counted {
  readonly noun: string
  readonly nouns: string | undefined
  readonly size: number
  readonly of: string
}

/** `3 retries in 40 calls`. What a program began may have no turn. */
function tellCount(count: number, { noun, nouns = `${noun}s`, size, of }: Counted): string {
  const counted = count === 0 ? `no ${nouns}` : formatNumberOf(count, noun, nouns)
  return size === 0 ? counted : `${counted} in ${formatNumberOf(size, of)}`
}

/** Below this, tokens per line say how long somebody talked, not how hard the change was. */
const MIN_LINES = 10
/** What happens once in one turn is not yet a habit: shorter sessions count as if they were this long. */
const MIN_TURNS = 3
const MIN_CALLS = 20

/** What the value of a part is divided by. */
export function sizeFor({ per }: Pick<FrictionPartRow, 'per'>, measures: Measures): number {
  if (per === 'turn') return Math.max(MIN_TURNS, measures.turns)
  return per === 'call' ? Math.max(MIN_CALLS, measures.toolCalls) : Math.max(MIN_LINES, linesOf(measures))
}

function linesOf({ linesAdded, linesRemoved }: Measures): number {
  return linesAdded + linesRemoved
}
