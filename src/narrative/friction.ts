/**
 * How hard a session was, as a number from 0 to 100, by the measure of the person's own sessions: there are no fixed
 * limits. docs/friction.md says how and why.
 */
import { MEASURED_DISTRIBUTION } from './friction-fallback.ts'
import { FRICTION_PARTS, type FrictionPartRow, sizeFor } from './friction-parts.ts'
import type { Measures, SignalKind } from './story.ts'

/** What sessions are compared with. */
export interface FrictionDistribution {
  /** Own sessions it is made of. */
  readonly sessions: number
  /** False: too few of them, so that rates are compared with those of recorded sessions of others. */
  readonly isCalibrated: boolean
  /** Of each part, in rising order. */
  readonly rates: { readonly [kind in SignalKind]?: readonly number[] }
  /** Weighed sums of sessions that have any friction, in rising order. */
  readonly sums: readonly number[]
}

export interface Friction {
  /** 0: nothing of what is counted happened. 50: the middle of the own sessions in which something did. */
  readonly score: number
  /** Strongest first; all of them, also those without points. Points add up to the score. */
  readonly parts: readonly FrictionPart[]
  readonly isCalibrated: boolean
  /** Own sessions that it was compared with. */
  readonly sessions: number
}

export interface FrictionPart {
  readonly kind: SignalKind
  /** In the words of a table. */
  readonly name: string
  /** As counted; undefined where the session is no place to look for it. */
  readonly value: number | undefined
  /** The value per turn, call or changed line. */
  readonly rate: number | undefined
  readonly per: FrictionPartRow['per']
  /** 0 to 1: where the rate stands among those of the other sessions; the middle of equal ones. */
  readonly percentile: number
  readonly weight: number
  /** Its share of the score. */
  readonly points: number
  /** One sentence without its full stop. */
  readonly says: string
}

/** Own sessions from which on they are a measure. */
export const MIN_SESSIONS = 20

/** A session says something from the second turn or the fifth call on. */
export function isMeasurable({ turns, toolCalls }: Measures): boolean {
  return turns >= 2 || toolCalls >= 5
}

/** The person's own distribution; that of recorded sessions where theirs are too few. */
export function calibrate(all: readonly Measures[]): FrictionDistribution {
  const measurable = all.filter(isMeasurable)
  const sessions = measurable.length
  return sessions < MIN_SESSIONS ? { ...MEASURED_DISTRIBUTION, sessions, isCalibrated: false } : distribute(measurable)
}

/** The same of any sessions, however few. */
export function distribute(all: readonly Measures[]): FrictionDistribution {
  const rates = Object.fromEntries(
    FRICTION_PARTS.map(part => [part.kind, sorted(all.flatMap(one => rateOf(part, one) ?? []))]),
  )
  const sums = sorted(all.map(one => sumUp(weigh(one, rates))).filter(sum => sum > 0))
  return { sessions: all.length, isCalibrated: true, rates, sums }
}

/** Undefined where the session is too small to say anything. */
export function scoreFriction(measures: Measures, distribution: FrictionDistribution): Friction | undefined {
  if (!isMeasurable(measures)) return undefined
  const { isCalibrated, sessions } = distribution
  const weighed = weigh(measures, distribution.rates)
  const sum = sumUp(weighed)
  const score = sum === 0 ? 0 : scoreOf(rankOf(sum, distribution.sums))
  const parts = weighed.map(({ part, percentile, share }) => ({
    kind: part.kind,
    name: part.name,
    value: part.valueOf(measures),
    rate: rateOf(part, measures),
    per: part.per,
    percentile,
    weight: part.weight,
    points: sum === 0 ? 0 : (score * share) / sum,
    says: tellPart(part, measures, distribution),
  }))
  return { score, parts: parts.sort((a, b) => b.points - a.points), isCalibrated, sessions }
}

/** Something happened, so it is not nothing. */
function scoreOf(rank: number): number {
  return Math.max(1, Math.round(100 * rank))
}

interface Weighed {
  readonly part: FrictionPartRow
  readonly percentile: number
  /** What it adds to the sum. */
  readonly share: number
}

function weigh(measures: Measures, rates: FrictionDistribution['rates']): readonly Weighed[] {
  return FRICTION_PARTS.map(part => {
    const rate = rateOf(part, measures) ?? 0
    const percentile = rate === 0 ? 0 : rankOf(rate, rates[part.kind] ?? [])
    const counted = part.isAboveMiddle ? Math.max(0, 2 * percentile - 1) : percentile
    return { part, percentile, share: part.weight * counted }
  })
}

function sumUp(weighed: readonly Weighed[]): number {
  return weighed.reduce((sum, { share }) => sum + share, 0)
}

function rateOf(part: FrictionPartRow, measures: Measures): number | undefined {
  const value = part.valueOf(measures)
  return value === undefined ? undefined : value / sizeFor(part, measures)
}

/** 0 to 1: the share of values below it, and half of those equal to it. Where there are none, it is the first: the middle. */
function rankOf(value: number, ascending: readonly number[]): number {
  if (ascending.length === 0) return 0.5
  return (countBelow(ascending, value) + countUpTo(ascending, value)) / (2 * ascending.length)
}

function countBelow(ascending: readonly number[], value: number): number {
  return findFirst(ascending, other => other >= value)
}

function countUpTo(ascending: readonly number[], value: number): number {
  return findFirst(ascending, other => other > value)
}

/** Where the first one stands for which it holds; it holds for all behind that. */
function findFirst(ascending: readonly number[], holds: (value: number) => boolean): number {
  let [from, to] = [0, ascending.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(ascending[middle] as number)) to = middle
    else from = middle + 1
  }
  return from
}

function tellPart(part: FrictionPartRow, measures: Measures, { rates, isCalibrated }: FrictionDistribution): string {
  const told = part.tell(measures)
  const rate = rateOf(part, measures) ?? 0
  const others = rates[part.kind] ?? []
  if (rate === 0 || others.length === 0) return told
  const below = Math.floor((100 * countBelow(others, rate)) / others.length)
  // Of recorded sessions only some values are known, and not the largest.
  const share = isCalibrated ? below : Math.min(below, MOST_KNOWN)
  const whose = isCalibrated ? 'your sessions' : 'recorded sessions'
  if (share === 0) return told
  return `${told}: more than in ${share === 100 ? 'any' : `${share}%`} of ${whose}`
}

const MOST_KNOWN = 95

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b)
}
