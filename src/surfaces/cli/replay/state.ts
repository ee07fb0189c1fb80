/**
 * The player as a value, like the search screen: an event makes the next state, and says what is to be done outside of
 * it. Nothing here knows a terminal or a clock. What stands at a place is asked of the film.
 */
import type { Level } from '../../../render/level.ts'
import { firstFrom, firstPlace, placeNear } from '../../../render/steps/places.ts'
import type { Place, Reel } from '../../../render/steps/reel.ts'
import type { Key } from '../screen/keys.ts'
import { EMPTY_LINE, type QueryLine } from '../screen/query-line.ts'
import type { Message, Size } from '../screen/state.ts'
import type { Film, StepLines } from './film.ts'
import { bodyHeight } from './layout.ts'

export interface ReplayState {
  readonly film: Film
  readonly size: Size
  readonly level: Level
  /** What is looked at: the session, or an agent of it. */
  readonly view: View
  /** Where whoever opened an agent comes back to, the outermost first. */
  readonly outer: readonly View[]
  readonly speed: number
  readonly isPlaying: boolean
  /** Screens of a tall step that were shown while playing. */
  readonly screens: number
  /** What is being typed at the bottom. */
  readonly input: Input | undefined
  /** Looked for, in lower case; empty where nothing is. */
  readonly wanted: string
  readonly isFinding: boolean
  /** Asked for the last step before all were read. */
  readonly isGoingToEnd: boolean
  /** First visible line of the help; undefined where it is closed. */
  readonly helpTop: number | undefined
  /** Shown until the next key. */
  readonly message: Message | undefined
}

export interface View {
  readonly reel: Reel
  /** Undefined for the session itself. */
  readonly agent: string | undefined
  readonly place: Place
  /** First visible line of the step. */
  readonly top: number
}

export interface Input {
  readonly kind: 'find' | 'turn'
  readonly line: QueryLine
}

export type ReplayEvent =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'resize'; readonly size: Size }
  /** The time that was waited for is over. */
  | { readonly kind: 'tick' }
  /** More is known of how many steps there are. */
  | { readonly kind: 'surveyed' }
  | { readonly kind: 'found'; readonly place: Place | undefined; readonly isAround: boolean }

export type Effect =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'find'; readonly direction: 1 | -1; readonly includesHere: boolean }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'stop-waiting' | 'stop-finding' | 'suspend' | 'quit' }

export interface Next {
  readonly state: ReplayState
  readonly effects: readonly Effect[]
}

export interface ReplayStart {
  readonly level: Level
  readonly speed: number
  readonly isPlaying: boolean
  /** Number of the turn to begin with. */
  readonly from: number | undefined
}

export function openState(film: Film, size: Size, { level, speed, isPlaying, from }: ReplayStart): ReplayState {
  const section = from === undefined ? -1 : findTurn(film.reel, from)
  const place = (section < 0 ? undefined : firstFrom(film.reel, level, section)) ?? firstPlace(film.reel, level)
  return {
    film,
    size,
    level,
    view: { reel: film.reel, agent: undefined, place: place ?? { section: 0, step: 0 }, top: 0 },
    outer: [],
    speed,
    isPlaying,
    screens: 1,
    input: undefined,
    wanted: '',
    isFinding: false,
    isGoingToEnd: false,
    helpTop: undefined,
    message: undefined,
  }
}

/** The section of a turn; -1 where there is none. */
export function findTurn(reel: Reel, turn: number): number {
  for (let section = 0; section < reel.sectionCount; section++) if (reel.turnOf(section) === turn) return section
  return -1
}

export function stay(state: ReplayState): Next {
  return { state, effects: [] }
}

export function say(state: ReplayState, text: string, isProblem = false): Next {
  return stay({ ...state, message: { text, isProblem } })
}

/** Another step, from its first line on. */
export function goTo(state: ReplayState, place: Place, top = 0): ReplayState {
  return { ...state, screens: 1, view: { ...state.view, place, top } }
}

export function linesOf({ film, view, level, size }: ReplayState): StepLines {
  return film.linesOf(view.reel, level, view.place, size.columns)
}

/** The last line that can stand at the top. Draws the step to its end. */
export function lowestTop(state: ReplayState): number {
  const lines = linesOf(state)
  lines.has(Number.POSITIVE_INFINITY)
  return Math.max(0, (lines.count ?? 0) - bodyHeight(state.size))
}

/** The same place at another level; undefined where that shows nothing here. */
export function atLevel(state: ReplayState, level: Level): ReplayState | undefined {
  const move = (view: View): View | undefined => {
    const { section } = view.place
    const row = view.reel.markOf(state.level, view.place)?.firstRow ?? 0
    const place = placeNear(view.reel, level, section, row)
    return place && { ...view, place, top: 0 }
  }
  const views = [...state.outer, state.view].map(move)
  if (views.some(view => view === undefined)) return undefined
  const outer = views.slice(0, -1) as View[]
  return { ...state, level, outer, view: views.at(-1) as View, screens: 1 }
}

export function openInput(state: ReplayState, kind: Input['kind'], line = EMPTY_LINE): Next {
  return stay({ ...state, input: { kind, line }, isPlaying: false })
}
