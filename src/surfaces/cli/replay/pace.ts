import { nextPlace, timeAt } from '../../../render/steps/places.ts'
import type { ReplayState } from './state.ts'

/** At speed 1: no step is gone before it was seen, and hours in which nothing happened take a moment. */
const MIN_GAP_MS = 600
const MAX_GAP_MS = 4000
/** One screen of a step that has several. */
const SCREEN_MS = 3000
/** Faster than a terminal draws makes no sense. */
const MIN_WAIT_MS = 40

export const MIN_SPEED = 0.25
export const MAX_SPEED = 64

/** How long the step stays while playing: the time that passed until the next one, in bounds, at the speed chosen. */
export function waitOf(state: ReplayState, hasMore: boolean): number {
  return Math.max(MIN_WAIT_MS, Math.round((hasMore ? SCREEN_MS : gapOf(state)) / state.speed))
}

function gapOf({ view, level }: ReplayState): number {
  const next = nextPlace(view.reel, level, view.place)
  const from = timeAt(view.reel, level, view.place)
  const to = next && timeAt(view.reel, level, next)
  const gap = from === undefined || to === undefined ? MIN_GAP_MS : to - from
  return Math.min(MAX_GAP_MS, Math.max(MIN_GAP_MS, gap))
}

/** The next power of two. */
export function faster(speed: number): number {
  return Math.min(MAX_SPEED, 2 ** (Math.floor(Math.log2(speed)) + 1))
}

export function slower(speed: number): number {
  return Math.max(MIN_SPEED, 2 ** (Math.ceil(Math.log2(speed)) - 1))
}

/** `2×`, `0.5×`. */
export function formatSpeed(speed: number): string {
  return `${Number(speed.toFixed(2))}×`
}
