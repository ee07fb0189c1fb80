import { LEVELS, type Level } from '../../../render/level.ts'
import {
  firstPlace,
  lastPlace,
  nextPlace,
  nextPrompt,
  previousPlace,
  previousPrompt,
} from '../../../render/steps/places.ts'
import type { Place } from '../../../render/steps/reel.ts'
import { scrollHelp } from '../screen/draw-help.ts'
import type { Key, KeyName } from '../screen/keys.ts'
import { EMPTY_LINE, insertText } from '../screen/query-line.ts'
import { HELP } from './help.ts'
import { bodyHeight } from './layout.ts'
import { faster, formatSpeed, slower } from './pace.ts'
import { atLevel, goTo, linesOf, lowestTop, type Next, openInput, type ReplayState, say, stay } from './state.ts'
import { typeInput } from './type-input.ts'

type Action = (state: ReplayState) => Next

/** What a key does: first what it does everywhere, then what it does where the letters go now. */
export function pressKey(state: ReplayState, key: Key): Next {
  if (key.kind === 'press') {
    const everywhere = EVERYWHERE.get(key.name)
    if (everywhere) return everywhere(state)
  }
  if (state.input) return typeInput(state, state.input, key)
  if (state.helpTop !== undefined) {
    return stay({ ...state, helpTop: scrollHelp(HELP, { size: state.size, top: state.helpTop }, key) })
  }
  if (key.kind === 'press') return (KEYS.get(key.name) ?? stay)(state)
  if (key.kind === 'text' && /^\d$/.test(key.text)) return openInput(state, 'turn', insertText(EMPTY_LINE, key.text))
  return key.kind === 'text' ? (LETTERS.get(key.text) ?? stay)(state) : stay(state)
}

const EVERYWHERE: ReadonlyMap<KeyName, Action> = new Map<KeyName, Action>([
  ['ctrl-c', state => ({ state, effects: [{ kind: 'quit' }] })],
  ['ctrl-z', state => ({ state, effects: [{ kind: 'suspend' }] })],
])

const KEYS: ReadonlyMap<KeyName, Action> = new Map<KeyName, Action>([
  ['right', next],
  ['left', previous],
  ['down', state => scrollOn(state, 1)],
  ['up', state => scrollOn(state, -1)],
  ['page-down', state => scrollOn(state, screenOf(state))],
  ['page-up', state => scrollOn(state, -screenOf(state))],
  ['ctrl-f', state => scrollOn(state, screenOf(state))],
  ['ctrl-b', state => scrollOn(state, -screenOf(state))],
  ['ctrl-d', state => scrollOn(state, Math.ceil(screenOf(state) / 2))],
  ['ctrl-u', state => scrollOn(state, -Math.ceil(screenOf(state) / 2))],
  ['word-right', toNextPrompt],
  ['word-left', toPreviousPrompt],
  ['tab', toNextPrompt],
  ['back-tab', toPreviousPrompt],
  ['home', toStart],
  ['end', toEnd],
  ['enter', enter],
  ['backspace', leave],
  ['escape', leave],
])

const LETTERS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['l', next],
  ['h', previous],
  ['j', state => scrollOn(state, 1)],
  ['k', state => scrollOn(state, -1)],
  [']', toNextPrompt],
  ['[', toPreviousPrompt],
  ['}', toNextPrompt],
  ['{', toPreviousPrompt],
  ['g', toStart],
  ['G', toEnd],
  [' ', playOrPause],
  ['p', playOrPause],
  ['+', state => setSpeed(state, faster(state.speed))],
  ['=', state => setSpeed(state, faster(state.speed))],
  ['>', state => setSpeed(state, faster(state.speed))],
  ['-', state => setSpeed(state, slower(state.speed))],
  ['<', state => setSpeed(state, slower(state.speed))],
  ['/', state => openInput(state, 'find')],
  ['n', state => findAgain(state, 1)],
  ['N', state => findAgain(state, -1)],
  [':', state => openInput(state, 'turn')],
  ['t', state => openInput(state, 'turn')],
  ['d', state => changeLevel(state, 1)],
  ['D', state => changeLevel(state, -1)],
  ['e', toOtherEnd],
  ['y', copy],
  ['?', state => stay({ ...state, helpTop: 0, isPlaying: false })],
  ['q', state => ({ state, effects: [{ kind: 'quit' }] })],
])

/** One line of the screen before stays in sight. */
function screenOf({ size }: ReplayState): number {
  return Math.max(1, bodyHeight(size) - 1)
}

/** Whoever moves by hand looks at something: playing stops. */
function moveTo(state: ReplayState, place: Place | undefined, otherwise: string): Next {
  const paused = { ...state, isPlaying: false }
  return place ? stay(goTo(paused, place)) : say(paused, otherwise)
}

function next(state: ReplayState): Next {
  const { view, level } = state
  return moveTo(state, nextPlace(view.reel, level, view.place), lastWords(state))
}

function lastWords({ view }: ReplayState): string {
  return view.agent === undefined ? 'This is the last step' : 'This is the last step of the agent: Esc goes back'
}

const FIRST_WORDS = 'This is the first step'

function previous(state: ReplayState): Next {
  const { view, level } = state
  return moveTo(state, previousPlace(view.reel, level, view.place), FIRST_WORDS)
}

function toNextPrompt(state: ReplayState): Next {
  const { view, level } = state
  return moveTo(state, nextPrompt(view.reel, level, view.place), 'There is no prompt after this')
}

function toPreviousPrompt(state: ReplayState): Next {
  const { view, level } = state
  return moveTo(state, previousPrompt(view.reel, level, view.place), 'There is no prompt before this')
}

function toStart(state: ReplayState): Next {
  return moveTo(state, firstPlace(state.view.reel, state.level), FIRST_WORDS)
}

/** Where much is still to be read, once it is. */
function toEnd(state: ReplayState): Next {
  const { view, level } = state
  if (view.reel.positionOf(level, view.place).total === undefined) {
    return say({ ...state, isPlaying: false, isGoingToEnd: true }, 'Reading to the end …')
  }
  return moveTo(state, lastPlace(view.reel, level), lastWords(state))
}

/** In the step; from its last line to the next one, and from its first to the one before. */
function scrollOn(state: ReplayState, by: number): Next {
  const { view, size } = state
  const paused = { ...state, isPlaying: false }
  if (by > 0) {
    if (!linesOf(state).has(view.top + bodyHeight(size))) return next(state)
    return stay({ ...paused, view: { ...view, top: view.top + by } })
  }
  if (view.top > 0) return stay({ ...paused, view: { ...view, top: Math.max(0, view.top + by) } })
  const moved = previous(state)
  return { ...moved, state: moved.state.message ? moved.state : atBottom(moved.state) }
}

function atBottom(state: ReplayState): ReplayState {
  return { ...state, view: { ...state.view, top: lowestTop(state) } }
}

/** To the end of a tall step, and from there to its beginning. */
function toOtherEnd(state: ReplayState): Next {
  const end = lowestTop(state)
  return stay({ ...state, isPlaying: false, view: { ...state.view, top: state.view.top === end ? 0 : end } })
}

/** Behind the last step, from the beginning again. */
function playOrPause(state: ReplayState): Next {
  const { view, level, size } = state
  if (state.isPlaying) return stay({ ...state, isPlaying: false })
  const playing = { ...state, isPlaying: true, screens: 1 }
  const isAtEnd = !nextPlace(view.reel, level, view.place) && !linesOf(state).has(view.top + bodyHeight(size))
  const first = isAtEnd ? firstPlace(view.reel, level) : undefined
  return stay(first ? goTo(playing, first) : playing)
}

function setSpeed(state: ReplayState, speed: number): Next {
  return say({ ...state, speed }, `Speed ${formatSpeed(speed)}`)
}

function findAgain(state: ReplayState, direction: 1 | -1): Next {
  if (state.wanted === '') return openInput(state, 'find')
  const next = { ...state, isFinding: true, isPlaying: false }
  return { state: next, effects: [{ kind: 'find', direction, includesHere: false }] }
}

const LEVEL_WORDS: { readonly [Name in Level]: string } = {
  prompts: 'Prompts',
  answers: 'Prompts and answers',
  tools: 'Prompts, answers and tool calls',
  all: 'Everything that is recorded',
}

function changeLevel(state: ReplayState, by: number): Next {
  const at = (LEVELS.indexOf(state.level) + by + LEVELS.length) % LEVELS.length
  const level = LEVELS[at] as Level
  const next = atLevel(state, level)
  return next ? say(next, LEVEL_WORDS[level]) : say(state, `Nothing here is shown at level ${level}`, true)
}

/** Into an agent; anywhere else, on. */
function enter(state: ReplayState): Next {
  const { film, view, level, outer } = state
  const agentId = view.reel.markOf(level, view.place)?.agentId
  if (agentId === undefined) return next(state)
  const opened = film.openAgent(agentId)
  const place = opened && firstPlace(opened.reel, level)
  if (!opened || !place) return say({ ...state, isPlaying: false }, 'Nothing is recorded of what this agent did', true)
  const inside = { reel: opened.reel, agent: opened.name, place, top: 0 }
  return stay({ ...state, isPlaying: false, outer: [...outer, view], view: inside, screens: 1 })
}

/** Out of an agent; where none is open, away with what was looked for. */
function leave(state: ReplayState): Next {
  const paused = { ...state, isPlaying: false }
  const view = state.outer.at(-1)
  if (view) return stay({ ...paused, view, outer: state.outer.slice(0, -1), screens: 1 })
  if (state.wanted !== '') return stay({ ...paused, wanted: '' })
  return state.isPlaying ? stay(paused) : say(paused, 'q ends the replay')
}

/** What `show` and `replay` take. */
function copy(state: ReplayState): Next {
  const { film, view, outer } = state
  const { reel, place } = outer[0] ?? view
  const turn = reel.turnOf(place.section)
  const text = turn === undefined ? film.sessionId : `${film.sessionId}:${turn}`
  return { ...say(state, `Copied ${text}`), effects: [{ kind: 'copy', text }] }
}
