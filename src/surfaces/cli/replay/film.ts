import type { Level } from '../../../render/level.ts'
import type { Place, Reel } from '../../../render/steps/reel.ts'
import type { SoFar } from '../../../render/steps/so-far.ts'

/** A session as the player sees it. What is asked twice is answered alike; reading is its own affair. */
export interface Film {
  readonly sessionId: string
  readonly title: string
  readonly reel: Reel
  /** Epoch milliseconds. */
  readonly startedAt: number | undefined
  /** Number of the last turn. */
  readonly lastTurn: number
  /** Head of the prompt of a turn. */
  promptOf(turn: number): string
  /** What an agent did; undefined where nothing of it is recorded. */
  openAgent(agentId: string): AgentFilm | undefined
  /** A step as lines for a terminal of this width. */
  linesOf(reel: Reel, level: Level, place: Place, columns: number): StepLines
  soFar(at: number | undefined): SoFar
}

export interface AgentFilm {
  /** Such as `Explore`. */
  readonly name: string
  readonly reel: Reel
}

/** Lines of a step, drawn no further than somebody asks. */
export interface StepLines {
  has(line: number): boolean
  slice(from: number, to: number): readonly string[]
  /** Undefined while there are more than anybody asked for. */
  readonly count: number | undefined
}
