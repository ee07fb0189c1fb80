import { lastPlace, nextPlace } from '../../../render/steps/places.ts'
import type { Row } from '../../../render/view/row.ts'
import { findLine } from './find-line.ts'
import { bodyHeight } from './layout.ts'
import { waitOf } from './pace.ts'
import { pressKey } from './press-key.ts'
import {
  type Effect,
  goTo,
  linesOf,
  lowestTop,
  type Next,
  type ReplayEvent,
  type ReplayState,
  say,
  stay,
} from './state.ts'

/** The next state, and what is to be done outside of it. */
export function nextState(state: ReplayState, event: ReplayEvent): Next {
  const { state: moved, effects } = take(state, event)
  const next = settle(moved)
  return { state: next, effects: [...effects, ...timing(state, next, event)] }
}

/** Ready to be shown: whoever starts by playing waits for the first step to end. */
export function start(state: ReplayState): Next {
  const settled = settle(state)
  return { state: settled, effects: settled.isPlaying ? [wait(settled)] : [] }
}

function take(state: ReplayState, event: ReplayEvent): Next {
  switch (event.kind) {
    case 'key':
      return press(state, event)
    case 'resize':
      return stay({ ...state, size: event.size })
    case 'tick':
      return state.isPlaying ? play(state) : stay(state)
    case 'surveyed':
      return stay(state.isGoingToEnd ? arriveAtEnd(state) : state)
    case 'found':
      return arrive(state, event)
  }
}

/** A key that comes while something is looked for ends that first. */
function press(before: ReplayState, { key }: Extract<ReplayEvent, { kind: 'key' }>): Next {
  const state = { ...before, message: undefined, isFinding: false, isGoingToEnd: false }
  const { state: next, effects } = pressKey(state, key)
  return { state: next, effects: before.isFinding ? [{ kind: 'stop-finding' }, ...effects] : effects }
}

/** Of a step taller than the screen, as many screens are shown before the next one comes: words are there to be read. */
const WORD_SCREENS = 6
const OTHER_SCREENS = 2
const WORDS: ReadonlySet<Row['kind']> = new Set<Row['kind']>(['input', 'answer', 'remark', 'message'])

function hasMore(state: ReplayState): boolean {
  const { view, level } = state
  const kind = view.reel.markOf(level, view.place)?.kind ?? 'notice'
  if (state.screens >= (WORDS.has(kind) ? WORD_SCREENS : OTHER_SCREENS)) return false
  return linesOf(state).has(state.view.top + bodyHeight(state.size))
}

function play(state: ReplayState): Next {
  const { view, level } = state
  if (hasMore(state)) {
    const top = view.top + bodyHeight(state.size)
    return stay({ ...state, screens: state.screens + 1, view: { ...view, top } })
  }
  const next = nextPlace(view.reel, level, view.place)
  if (next) return stay(goTo(state, next))
  const text = view.agent === undefined ? 'The end of the session' : 'The end of the agent: Esc goes back'
  return say({ ...state, isPlaying: false }, text)
}

function arrive(state: ReplayState, { place, isAround }: Extract<ReplayEvent, { kind: 'found' }>): Next {
  if (!state.isFinding) return stay(state)
  const done = { ...state, isFinding: false, message: undefined }
  if (!place) return say(done, `Not found: ${state.wanted}`, true)
  const moved = goTo(done, place)
  const line = findLine(linesOf(moved), state.wanted)
  // One line above it tells what it belongs to.
  const top = line === undefined || line < bodyHeight(state.size) ? 0 : line - 1
  const there = goTo(done, place, top)
  if (line === undefined && state.view.reel.markOf(state.level, place)?.agentId !== undefined) {
    return say(there, 'In what this agent did: Enter opens it')
  }
  return isAround ? say(there, 'Went on from the other end') : stay(there)
}

function arriveAtEnd(state: ReplayState): ReplayState {
  const { view, level } = state
  if (view.reel.positionOf(level, view.place).total === undefined) return state
  const last = lastPlace(view.reel, level) ?? view.place
  return goTo({ ...state, isGoingToEnd: false, message: undefined }, last)
}

/** No more is scrolled than there are lines. */
function settle(state: ReplayState): ReplayState {
  const { view } = state
  if (view.top <= 0) return view.top === 0 ? state : { ...state, view: { ...view, top: 0 } }
  // Only where the end is near is all of it drawn.
  if (linesOf(state).has(view.top + bodyHeight(state.size) - 1)) return state
  return { ...state, view: { ...view, top: Math.min(view.top, lowestTop(state)) } }
}

/** Playing waits anew whenever something else is to be seen. */
function timing(before: ReplayState, after: ReplayState, event: ReplayEvent): readonly Effect[] {
  if (!after.isPlaying) return before.isPlaying ? [{ kind: 'stop-waiting' }] : []
  const isSame =
    before.isPlaying &&
    before.speed === after.speed &&
    before.level === after.level &&
    before.view.reel === after.view.reel &&
    before.view.place === after.view.place &&
    before.view.top === after.view.top
  return isSame && event.kind !== 'tick' ? [] : [wait(after)]
}

function wait(state: ReplayState): Effect {
  return { kind: 'wait', ms: waitOf(state, hasMore(state)) }
}
