import { leafKey } from '../model/summary-leaves.ts'
import { advisorKey, messageKeyOf } from '../model/usage/advisor-key.ts'
import { NO_TIME } from '../model/usage/compare-winners.ts'
import { isUnfinished, lineKey, type UsageLine } from '../model/usage/ledger.ts'
import type { AdvisorReading, UsageReading } from '../model/usage/read-usage.ts'
import type { Request, RequestPlace, Tokens } from '../model/usage/request.ts'
import { contextOf } from '../model/usage/totals.ts'
import {
  AGENT,
  BRANCH,
  CACHE_READ,
  CACHE_WRITE_1H,
  CACHE_WRITE_5M,
  CONTEXT,
  COST,
  FETCHES,
  FIRST_AT,
  GEO,
  INPUT,
  IS_ADVISOR,
  IS_UNFINISHED,
  KEY,
  LINES,
  MESSAGE_KEY,
  MODEL,
  OUTPUT,
  RANK,
  type ScannedFacts,
  SEARCHES,
  SPEED,
  THINKING,
  TIER,
  WIDTH,
  WINNER_AT,
} from './usage-scan-facts.ts'
import { NumberRows } from './usage-scan-rows.ts'

/** Columns that a request needs while its lines come in. */
const OWNER_AT = WIDTH
const OWNER_FILE = WIDTH + 1
const OWNER_START = WIDTH + 2
const WINNER_FILE = WIDTH + 3
const WINNER_START = WIDTH + 4
const WINNER_SIDE = WIDTH + 5
const WIDTH_MEANWHILE = WIDTH + 6

/** Memory for the sessions that are read one after another; each one of them would leave some to the collector. */
export function makeUsageRows(): NumberRows {
  return new NumberRows(WIDTH_MEANWHILE)
}

/**
 * The requests of one session in a table of numbers. It decides as UsageLedger does, for lines whose key is known at once
 * (no runs), and holds no objects: those would outlive many collections, which took as long as reading all the files.
 */
export class UsageColumns {
  private readonly rows: NumberRows
  private readonly byKey = new Map<string, number>()
  private readonly texts: string[] = ['']
  private readonly textNumbers = new Map<string, number>([['', 0]])
  /** R14: few requests have any. By row. */
  private readonly advisors = new Map<number, readonly AdvisorReading[]>()

  /** What was in the rows is gone. */
  constructor(rows: NumberRows) {
    rows.clear()
    this.rows = rows
  }

  /** `agent` is what reports call the thread of the line. */
  add(line: UsageLine, agent: string): void {
    const { at } = line
    const key = line.messageId ?? lineKey(line)
    const known = this.byKey.get(key)
    if (known === undefined) {
      const row = this.rows.push()
      this.byKey.set(key, row)
      this.rows.set(row, LINES, 1)
      this.rows.set(row, FIRST_AT, at ?? Number.NaN)
      this.setOwner(row, line, agent)
      this.setWinner(row, line)
      return
    }
    this.rows.set(known, LINES, this.rows.get(known, LINES) + 1)
    if (at !== undefined && !(at >= this.rows.get(known, FIRST_AT))) this.rows.set(known, FIRST_AT, at)
    if (this.owns(line, known)) this.setOwner(known, line, agent)
    if (this.wins(line, known)) this.setWinner(known, line)
  }

  /** A request that the model has made of its lines. */
  addRequest(request: Request, agent: string): void {
    const row = this.rows.push()
    this.byKey.set(request.key, row)
    this.rows.set(row, LINES, request.lines)
    this.rows.set(row, FIRST_AT, request.firstAt ?? Number.NaN)
    this.rows.set(row, BRANCH, this.numberOf(request.at.branch))
    this.rows.set(row, AGENT, this.numberOf(agent))
    this.rows.set(row, RANK, request.rank)
    this.rows.set(row, WINNER_AT, request.winnerAt ?? Number.NaN)
    if (request.isAdvisor) this.rows.set(row, MESSAGE_KEY, leafKey(messageKeyOf(request.key, true)))
    this.rows.set(row, COST, request.recordedCostUsd ?? Number.NaN)
    this.rows.set(row, IS_UNFINISHED, request.isUnfinished ? 1 : 0)
    this.rows.set(row, IS_ADVISOR, request.isAdvisor ? 1 : 0)
    this.setCounts(row, request, request.model)
  }

  take(): ScannedFacts {
    for (const [key, row] of [...this.byKey]) {
      this.rows.set(row, KEY, leafKey(key))
      if (this.rows.get(row, IS_ADVISOR) === 0) this.rows.set(row, MESSAGE_KEY, leafKey(key))
      this.advisors.get(row)?.forEach((advisor, at) => {
        this.addAdvisor(row, advisor, leafKey(advisorKey(key, at + 1)))
      })
    }
    return { cells: this.rows.take(this.sortRows(), WIDTH), texts: this.texts }
  }

  private setOwner(row: number, { at, place, isOriginal }: UsageLine, agent: string): void {
    const { rows } = this
    rows.set(row, OWNER_AT, at ?? Number.POSITIVE_INFINITY)
    rows.set(row, RANK, rankOf(place, isOriginal))
    rows.set(row, OWNER_FILE, place.file)
    rows.set(row, OWNER_START, place.start)
    rows.set(row, BRANCH, this.numberOf(place.branch))
    rows.set(row, AGENT, this.numberOf(agent))
  }

  private setWinner(row: number, line: UsageLine): void {
    const { rows } = this
    const { usage, place } = line
    rows.set(row, WINNER_AT, line.at ?? Number.NaN)
    rows.set(row, WINNER_FILE, place.file)
    rows.set(row, WINNER_START, place.start)
    rows.set(row, WINNER_SIDE, place.isSidechain ? 1 : 0)
    rows.set(row, COST, line.recordedCostUsd ?? Number.NaN)
    rows.set(row, IS_UNFINISHED, isUnfinished(line) ? 1 : 0)
    this.setCounts(row, usage, line.model)
    if (usage.advisors.length > 0) this.advisors.set(row, usage.advisors)
    else this.advisors.delete(row)
  }

  private setCounts(row: number, counts: Counts, model: string): void {
    const { rows } = this
    this.setTokens(row, counts.tokens)
    rows.set(row, CONTEXT, counts.contextTokens)
    rows.set(row, SEARCHES, counts.webSearches)
    rows.set(row, FETCHES, counts.webFetches)
    rows.set(row, MODEL, this.numberOf(model))
    rows.set(row, SPEED, this.numberOf(counts.speed))
    rows.set(row, GEO, this.numberOf(counts.geo))
    rows.set(row, TIER, this.numberOf(counts.serviceTier))
  }

  private setTokens(row: number, tokens: Tokens): void {
    const { rows } = this
    rows.set(row, INPUT, tokens.input)
    rows.set(row, OUTPUT, tokens.output)
    rows.set(row, CACHE_READ, tokens.cacheRead)
    rows.set(row, CACHE_WRITE_5M, tokens.cacheWrite5m)
    rows.set(row, CACHE_WRITE_1H, tokens.cacheWrite1h)
    rows.set(row, THINKING, tokens.thinking)
  }

  /** R14: spend of another model, outside the numbers of the message that carries it. */
  private addAdvisor(from: number, { model, tokens, speed, geo, serviceTier }: AdvisorReading, key: number): void {
    const { rows } = this
    const row = rows.push()
    for (const column of [FIRST_AT, BRANCH, AGENT, RANK, WINNER_AT, MESSAGE_KEY])
      rows.set(row, column, rows.get(from, column))
    rows.set(row, KEY, key)
    rows.set(row, LINES, 1)
    rows.set(row, COST, Number.NaN)
    rows.set(row, IS_ADVISOR, 1)
    rows.set(row, MODEL, this.numberOf(model))
    rows.set(row, SPEED, this.numberOf(speed))
    rows.set(row, GEO, this.numberOf(geo))
    rows.set(row, TIER, this.numberOf(serviceTier))
    rows.set(row, CONTEXT, contextOf(tokens))
    this.setTokens(row, tokens)
  }

  /** R8: most output; of equals what a sidechain does not only replay, then the later line. */
  private wins({ usage, at, place }: UsageLine, row: number): boolean {
    const { rows } = this
    const difference =
      usage.tokens.output - rows.get(row, OUTPUT) ||
      rows.get(row, WINNER_SIDE) - (place.isSidechain ? 1 : 0) ||
      (at ?? NO_TIME) - timeOf(rows.get(row, WINNER_AT)) ||
      place.file - rows.get(row, WINNER_FILE) ||
      place.start - rows.get(row, WINNER_START)
    return difference > 0
  }

  /** R7: earliest, outside sidechains, in the file of its own session. */
  private owns({ at, place, isOriginal }: UsageLine, row: number): boolean {
    const { rows } = this
    const time = at ?? Number.POSITIVE_INFINITY
    if (time !== rows.get(row, OWNER_AT)) return time < rows.get(row, OWNER_AT)
    const difference =
      rankOf(place, isOriginal) - rows.get(row, RANK) ||
      place.file - rows.get(row, OWNER_FILE) ||
      place.start - rows.get(row, OWNER_START)
    return difference < 0
  }

  private sortRows(): Uint32Array {
    const { rows } = this
    const timeOf = (row: number): number => rows.get(row, FIRST_AT) || 0
    const order = Uint32Array.from({ length: rows.length }, (_, row) => row)
    return order.sort((a, b) => timeOf(a) - timeOf(b) || rows.get(a, KEY) - rows.get(b, KEY))
  }

  /** Texts as the index has them after packing. */
  private numberOf(text: string | undefined): number {
    if (text === undefined || text === '') return 0
    const known = this.textNumbers.get(text)
    if (known !== undefined) return known
    this.textNumbers.set(text, this.texts.length)
    return this.texts.push(text.replaceAll('\0', '').toWellFormed()) - 1
  }
}

/** What the winning line says, and a request too. */
type Counts = Pick<
  UsageReading,
  'tokens' | 'contextTokens' | 'webSearches' | 'webFetches' | 'speed' | 'geo' | 'serviceTier'
>

function timeOf(at: number): number {
  return Number.isNaN(at) ? NO_TIME : at
}

/** Of lines at the same time the one with the lowest rank owns. */
function rankOf({ isSidechain }: RequestPlace, isOriginal: boolean): number {
  return (isSidechain ? 2 : 0) + (isOriginal ? 0 : 1)
}
