import type { RequestFact } from '../../model/usage/request-facts.ts'

/** The numbers of a row, a total, a part. */
export interface UsageNumbers {
  /** Paid API responses. One that several rows share counts in the first of them. */
  readonly requests: number
  /** Of those, without a final count: their output is a lower bound (R11). */
  readonly unfinished: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheWriteTokens: number
  readonly cacheReadTokens: number
  readonly totalTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  /** Part of output, where recorded. */
  readonly thinkingTokens: number
  readonly webSearches: number
  /** What the API would charge (R29). Null where nothing in the row has a price, or no money was asked for. */
  readonly costUsd: number | null
  /** Tokens of models without a price (R27): not in `costUsd`. 0 where no money was asked for. */
  readonly unpricedTokens: number
  /**
   * It cost more than `costUsd` says: something has no price (R27), or no final count (R11). A cost that the client
   * recorded is exact. Where no money was asked for it is about the tokens. Also of a row that has only shares of an
   * unfinished request, which counts as such in another one.
   */
  readonly isLowerBound: boolean
}

/** Which money was asked for. */
export interface MoneyAsked {
  readonly hasCost: boolean
  /** R28: recorded costs are not taken. */
  readonly recalculates: boolean
}

/** What a request costs; undefined where nobody knows. Whole nano-dollars. */
export type NanoUsd = number | undefined

/** Adds up requests. Everything is a whole number, so the order does not matter. */
export class UsageSum {
  requests = 0
  unfinished = 0
  firstAt: number | undefined
  lastAt: number | undefined
  /** Most rows have one: a set for each would cost as much as the sums. */
  private model: string | undefined
  private otherModels: Set<string> | undefined
  private input = 0
  private output = 0
  private cacheRead = 0
  private cacheWrite5m = 0
  private cacheWrite1h = 0
  private thinking = 0
  private webSearches = 0
  private nanoUsd = 0
  private hasPriced = false
  private hasUnpriced = false
  private unpricedTokens = 0
  private hasUnfinished = false
  /** Of those, one whose cost nobody recorded. */
  private hasOpenCost = false

  /** `share` is one of so many equal parts; what does not divide goes to the first ones. */
  add(fact: RequestFact, nanoUsd: NanoUsd, share = WHOLE): void {
    if (share.at === 0) {
      this.requests += fact.requests
      if (fact.isUnfinished) this.unfinished += fact.requests
    }
    if (fact.isUnfinished) {
      this.hasUnfinished = true
      if (fact.recordedCostUsd === undefined) this.hasOpenCost = true
    }
    const input = partOf(fact.input, share)
    const output = partOf(fact.output, share)
    const cacheRead = partOf(fact.cacheRead, share)
    const cacheWrite5m = partOf(fact.cacheWrite5m, share)
    const cacheWrite1h = partOf(fact.cacheWrite1h, share)
    this.input += input
    this.output += output
    this.cacheRead += cacheRead
    this.cacheWrite5m += cacheWrite5m
    this.cacheWrite1h += cacheWrite1h
    this.thinking += partOf(fact.thinking, share)
    this.webSearches += partOf(fact.webSearches, share)
    this.noteModel(fact.model)
    const tokens = input + output + cacheRead + cacheWrite5m + cacheWrite1h
    if (nanoUsd === undefined) {
      this.unpricedTokens += tokens
      this.hasUnpriced = true
    } else {
      this.nanoUsd += partOf(nanoUsd, share)
      this.hasPriced = true
    }
    this.noteTime(fact.firstAt)
    this.noteTime(fact.lastAt)
  }

  merge(other: UsageSum): void {
    this.requests += other.requests
    this.unfinished += other.unfinished
    this.input += other.input
    this.output += other.output
    this.cacheRead += other.cacheRead
    this.cacheWrite5m += other.cacheWrite5m
    this.cacheWrite1h += other.cacheWrite1h
    this.thinking += other.thinking
    this.webSearches += other.webSearches
    this.nanoUsd += other.nanoUsd
    this.hasPriced ||= other.hasPriced
    this.hasUnpriced ||= other.hasUnpriced
    this.unpricedTokens += other.unpricedTokens
    this.hasUnfinished ||= other.hasUnfinished
    this.hasOpenCost ||= other.hasOpenCost
    for (const model of other.models) this.noteModel(model)
    this.noteTime(other.firstAt)
    this.noteTime(other.lastAt)
  }

  get models(): readonly string[] {
    return this.model === undefined ? [] : [this.model, ...(this.otherModels ?? [])]
  }

  private noteModel(model: string): void {
    if (model === this.model) return
    if (this.model === undefined) this.model = model
    else {
      this.otherModels ??= new Set()
      this.otherModels.add(model)
    }
  }

  private noteTime(at: number | undefined): void {
    if (at === undefined) return
    if (this.firstAt === undefined || at < this.firstAt) this.firstAt = at
    if (this.lastAt === undefined || at > this.lastAt) this.lastAt = at
  }

  get tokens(): number {
    return this.input + this.output + this.cacheRead + this.cacheWrite5m + this.cacheWrite1h
  }

  /** For ordering. */
  get cost(): number {
    return this.nanoUsd
  }

  numbers({ hasCost, recalculates }: MoneyAsked): UsageNumbers {
    const takesRecorded = hasCost && !recalculates
    return {
      requests: this.requests,
      unfinished: this.unfinished,
      inputTokens: this.input,
      outputTokens: this.output,
      cacheWriteTokens: this.cacheWrite5m + this.cacheWrite1h,
      cacheReadTokens: this.cacheRead,
      totalTokens: this.tokens,
      cacheWrite5mTokens: this.cacheWrite5m,
      cacheWrite1hTokens: this.cacheWrite1h,
      thinkingTokens: this.thinking,
      webSearches: this.webSearches,
      costUsd: !hasCost || (this.hasUnpriced && !this.hasPriced) ? null : this.nanoUsd / NANO,
      unpricedTokens: hasCost ? this.unpricedTokens : 0,
      isLowerBound: (takesRecorded ? this.hasOpenCost : this.hasUnfinished) || (hasCost && this.hasUnpriced),
    }
  }
}

export const NANO = 1e9

export interface Share {
  readonly at: number
  readonly of: number
}

export const WHOLE: Share = { at: 0, of: 1 }

export function partOf(value: number, { at, of }: Share): number {
  return of === 1 ? value : Math.floor(value / of) + (at < value % of ? 1 : 0)
}
