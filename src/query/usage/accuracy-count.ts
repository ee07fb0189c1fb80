import type { RequestFact } from '../../model/usage/request-facts.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import { NEVER_RECORDED, type UsageAccuracy } from './usage-accuracy.ts'
import type { UsageRequest } from './usage-report.ts'
import type { SessionUsage } from './usage-source.ts'
import type { NanoUsd, UsageSum } from './usage-sum.ts'

/** Counts beside the sums, in the same pass: over what is left after filters. */
export class AccuracyCount {
  private readonly request: UsageRequest
  private readonly isPriced: boolean
  private requests = 0
  private unfinishedOutput = 0
  private copies = 0
  private unreadable = 0
  private recorded = 0
  private withoutTime = 0
  private readonly progress = { requests: 0, tokens: 0 }
  private readonly unpriced = new Map<string, { requests: number; tokens: number }>()

  constructor(request: UsageRequest) {
    this.request = request
    this.isPriced = request.pricer !== undefined
  }

  addSession({ session, copies }: SessionUsage): void {
    this.unreadable += session.unreadable
    this.progress.requests += session.seenInProgress.requests
    this.progress.tokens += session.seenInProgress.tokens
    for (const { lines } of copies) this.copies += lines
  }

  addRequest(fact: RequestFact, cost: NanoUsd): void {
    this.requests += fact.requests
    this.copies += fact.lines - fact.requests
    if (fact.firstAt === undefined) this.withoutTime++
    if (fact.isUnfinished) this.unfinishedOutput += fact.output
    if (!this.isPriced) return
    if (cost === undefined) this.noteUnpriced(fact)
    else if (fact.recordedCostUsd !== undefined) this.recorded++
  }

  describe({ unfinished }: Pick<UsageSum, 'unfinished'>): UsageAccuracy {
    const { pricer, recalculates } = this.request
    return {
      requests: this.requests,
      finished: this.requests - unfinished,
      unfinished,
      unfinishedOutputTokens: this.unfinishedOutput,
      unpriced: this.listUnpriced(),
      copiesDropped: this.copies,
      unreadableLines: this.unreadable,
      seenInProgress: this.progress,
      recordedCosts: recalculates ? 0 : this.recorded,
      withoutTime: this.withoutTime,
      prices: pricer && { version: pricer.table.version, from: pricer.table.from },
      neverRecorded: NEVER_RECORDED,
    }
  }

  private noteUnpriced(fact: RequestFact): void {
    let known = this.unpriced.get(fact.model)
    if (!known) {
      known = { requests: 0, tokens: 0 }
      this.unpriced.set(fact.model, known)
    }
    known.requests += fact.requests
    known.tokens += totalTokens(fact)
  }

  private listUnpriced(): UsageAccuracy['unpriced'] {
    return [...this.unpriced]
      .map(([model, numbers]) => ({ model, ...numbers }))
      .sort((a, b) => b.tokens - a.tokens || (a.model < b.model ? -1 : 1))
  }
}
