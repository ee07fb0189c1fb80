/**
 * Requests as numbers in one block of memory, texts beside it: a hundred thousand travel between threads and wait for the
 * rest without being objects that a collector has to look at.
 */
import type { RequestFact } from '../model/usage/request-facts.ts'

export interface ScannedFacts {
  /** `WIDTH` numbers for each request, by time. */
  readonly cells: Float64Array
  /** What cells of texts are positions in. */
  readonly texts: readonly string[]
}

/** leafKey of the request's key: tells it from others in the world (R3). */
export const KEY = 0
/** NaN where there is none. */
export const FIRST_AT = 1
export const LINES = 2
export const INPUT = 3
export const OUTPUT = 4
export const CACHE_READ = 5
export const CACHE_WRITE_5M = 6
export const CACHE_WRITE_1H = 7
export const THINKING = 8
export const CONTEXT = 9
export const SEARCHES = 10
export const FETCHES = 11
/** NaN where there is none. */
export const COST = 12
export const IS_UNFINISHED = 13
export const IS_ADVISOR = 14
export const MODEL = 15
export const SPEED = 16
export const GEO = 17
export const TIER = 18
export const BRANCH = 19
export const AGENT = 20
/** R7, as of a Request. */
export const RANK = 21
/** Time on the line whose counts were taken; NaN where there is none. */
export const WINNER_AT = 22
/** KEY of the message that an advisor's call belongs to (R14); of all others their own. */
export const MESSAGE_KEY = 23
export const WIDTH = 24

export function countFacts({ cells }: ScannedFacts): number {
  return cells.length / WIDTH
}

export function cellOf({ cells }: ScannedFacts, row: number, column: number): number {
  return cells[row * WIDTH + column] as number
}

/** `number` is the position. */
export function readFacts(facts: ScannedFacts): readonly ScannedFact[] {
  return Array.from({ length: countFacts(facts) }, (_, number) => new ScannedFact(facts, number))
}

/** Looks like any other fact, but has no fields that `...` would copy. Turns, calls and files are not known to a scan. */
export class ScannedFact implements RequestFact {
  readonly number: number
  private readonly facts: ScannedFacts
  /** The same request in the session whose numbers count (R8). */
  private counted: ScannedFact | undefined

  constructor(facts: ScannedFacts, number: number) {
    this.facts = facts
    this.number = number
  }

  /** Takes over the numbers of another copy. */
  take(other: ScannedFact): void {
    this.counted = other
  }

  get firstAt() {
    const at = this.own(FIRST_AT)
    return Number.isNaN(at) ? undefined : at
  }
  get lastAt() {
    return this.firstAt
  }
  get requests() {
    return 1
  }
  get model() {
    return this.best.text(MODEL)
  }
  get speed() {
    return this.best.text(SPEED)
  }
  get geo() {
    return this.best.text(GEO)
  }
  get serviceTier() {
    return this.best.text(TIER)
  }
  get input() {
    return this.best.own(INPUT)
  }
  get output() {
    return this.best.own(OUTPUT)
  }
  get cacheRead() {
    return this.best.own(CACHE_READ)
  }
  get cacheWrite5m() {
    return this.best.own(CACHE_WRITE_5M)
  }
  get cacheWrite1h() {
    return this.best.own(CACHE_WRITE_1H)
  }
  get thinking() {
    return this.best.own(THINKING)
  }
  get contextTokens() {
    return this.best.own(CONTEXT)
  }
  get webSearches() {
    return this.best.own(SEARCHES)
  }
  get webFetches() {
    return this.best.own(FETCHES)
  }
  get recordedCostUsd() {
    const cost = this.best.own(COST)
    return Number.isNaN(cost) ? undefined : cost
  }
  get isUnfinished() {
    return this.best.own(IS_UNFINISHED) === 1
  }
  /** Own, whatever was taken over. */
  get winnerAt() {
    const at = this.own(WINNER_AT)
    return Number.isNaN(at) ? undefined : at
  }
  get isAdvisor() {
    return this.own(IS_ADVISOR) === 1
  }
  get branch() {
    return this.text(BRANCH)
  }
  get agent() {
    return this.text(AGENT)
  }
  get turn() {
    return 0
  }
  get lines() {
    return this.own(LINES)
  }
  get calls() {
    return NONE
  }
  get paths() {
    return NONE
  }

  private get best(): ScannedFact {
    return this.counted ?? this
  }

  private own(column: number): number {
    return cellOf(this.facts, this.number, column)
  }

  private text(column: number): string {
    return this.facts.texts[this.own(column)] as string
  }
}

const NONE: readonly string[] = []
