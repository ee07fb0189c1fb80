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
export const WIDTH = 22

export function countFacts({ cells }: ScannedFacts): number {
  return cells.length / WIDTH
}

export function cellOf({ cells }: ScannedFacts, row: number, column: number): number {
  return cells[row * WIDTH + column] as number
}

/** `number` is the position. Turns, calls and files are not known to a scan. */
export function readFacts(columns: ScannedFacts): readonly RequestFact[] {
  return Array.from({ length: countFacts(columns) }, (_, row) => readFact(columns, row))
}

function readFact(columns: ScannedFacts, row: number): RequestFact {
  const firstAt = cellOf(columns, row, FIRST_AT)
  const cost = cellOf(columns, row, COST)
  return {
    number: row,
    firstAt: Number.isNaN(firstAt) ? undefined : firstAt,
    model: textOf(columns, row, MODEL),
    speed: textOf(columns, row, SPEED),
    geo: textOf(columns, row, GEO),
    serviceTier: textOf(columns, row, TIER),
    input: cellOf(columns, row, INPUT),
    output: cellOf(columns, row, OUTPUT),
    cacheRead: cellOf(columns, row, CACHE_READ),
    cacheWrite5m: cellOf(columns, row, CACHE_WRITE_5M),
    cacheWrite1h: cellOf(columns, row, CACHE_WRITE_1H),
    thinking: cellOf(columns, row, THINKING),
    contextTokens: cellOf(columns, row, CONTEXT),
    webSearches: cellOf(columns, row, SEARCHES),
    webFetches: cellOf(columns, row, FETCHES),
    recordedCostUsd: Number.isNaN(cost) ? undefined : cost,
    isUnfinished: cellOf(columns, row, IS_UNFINISHED) === 1,
    isAdvisor: cellOf(columns, row, IS_ADVISOR) === 1,
    branch: textOf(columns, row, BRANCH),
    agent: textOf(columns, row, AGENT),
    turn: 0,
    lines: cellOf(columns, row, LINES),
    calls: NONE,
    paths: NONE,
  }
}

const NONE: readonly string[] = []

function textOf(columns: ScannedFacts, row: number, column: number): string {
  return columns.texts[cellOf(columns, row, column)] as string
}
