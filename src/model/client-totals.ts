import type { Entry } from '../format/entry.ts'
import { readFields } from '../format/fields.ts'
import { asNumber, asObject, type JsonObject } from '../format/json.ts'
import { MODEL_USAGE } from '../format/kinds/cost-state.ts'
import type { Tokens } from './usage/request.ts'

/**
 * What the client itself counted for a session when a process left it (`cost-state`): over all processes so far, with
 * subagents, compactions and titles. A check on our numbers, not a source: it names no requests.
 */
export interface ClientTotal {
  readonly costUsd: number
  /** When the first process began; a fork that goes on with the total of its origin has the origin's. */
  readonly startedAt: number | undefined
  /** The client knew no price for some model. */
  readonly hasUnknownPrices: boolean
  /** By name. */
  readonly models: readonly ClientModelTotal[]
  readonly line: number
  /** The last time in the main file above it, and the first one below: it holds what was asked before. */
  readonly at: number | undefined
  readonly nextAt: number | undefined
}

export interface ClientModelTotal extends Tokens {
  readonly model: string
  readonly webSearches: number
  readonly costUsd: number
}

type Draft = { -readonly [Key in keyof ClientTotal]: ClientTotal[Key] }

/** Each process writes one or two: more are damage. The last ones are kept. */
const MAX_TOTALS = 64

/** Collects the client's own totals from the lines of the main file. */
export class ClientTotals {
  private readonly totals: Draft[] = []
  private lastAt: number | undefined

  add(entry: Entry, json: JsonObject, at: number | undefined): void {
    if (entry.kind === 'cost-state') this.addTotal(readClientTotal(json, entry.line))
    else if (at !== undefined) this.noteTime(at)
  }

  /** In the order of the file; the last one counts. */
  get list(): readonly ClientTotal[] {
    return this.totals.map(total => ({ ...total }))
  }

  private addTotal(total: ClientTotal | undefined): void {
    if (!total) return
    const last = this.totals.at(-1)
    // Some processes write it twice as they leave.
    if (last && last.nextAt === undefined) this.totals.pop()
    this.totals.push({ ...total, at: this.lastAt })
    if (this.totals.length > MAX_TOTALS) this.totals.shift()
  }

  private noteTime(at: number): void {
    this.lastAt = Math.max(at, this.lastAt ?? at)
    const last = this.totals.at(-1)
    if (last) last.nextAt ??= at
  }
}

/** Undefined where it says no cost. */
export function readClientTotal(json: JsonObject, line: number): ClientTotal | undefined {
  const costUsd = amount(json.totalCostUSD)
  if (costUsd === undefined) return undefined
  const models = Object.entries(asObject(json.modelUsage) ?? {})
    .flatMap(([model, usage]) => readModel(model, asObject(usage)) ?? [])
    .sort((a, b) => (a.model < b.model ? -1 : 1))
  const startedAt = asNumber(json.startTime)
  const hasUnknownPrices = json.hasUnknownModelCost === true
  return { costUsd, startedAt, hasUnknownPrices, models, line, at: undefined, nextAt: undefined }
}

/**
 * Whether its counts can be compared with ours: what the models cost is the total (so in 71 of 71 recorded lines), and no
 * count is more than its price allows, or nothing where there is a price. What it cost counts either way.
 */
export function hasReadableCounts({ costUsd, models }: Pick<ClientTotal, 'costUsd' | 'models'>): boolean {
  const sum = models.reduce((total, model) => total + model.costUsd, 0)
  return Math.abs(sum - costUsd) <= Math.max(costUsd * 1e-6, 1e-6) && models.every(isWithinReason)
}

function isWithinReason(model: ClientModelTotal): boolean {
  const counts = [model.input, model.output, model.cacheRead, model.cacheWrite5m, model.cacheWrite1h]
  const tokens = counts.reduce((total, each) => total + each, 0)
  if (model.costUsd === 0) return counts.every(each => each < MAX_COUNT)
  return tokens + model.webSearches > 0 && tokens * LEAST_USD <= model.costUsd
}

/** Of a token: a third of what reading a cached one has cost of any model. */
const LEAST_USD = 1e-8

function readModel(model: string, json: JsonObject | undefined): ClientModelTotal | undefined {
  if (!json) return undefined
  const usage = readFields(MODEL_USAGE, json)
  const hour = count(usage.cacheCreationEphemeral1hInputTokens)
  return {
    model: model.toWellFormed(),
    input: count(usage.inputTokens),
    output: count(usage.outputTokens),
    cacheRead: count(usage.cacheReadInputTokens),
    // R20: the split may be missing while the sum is not.
    cacheWrite5m: Math.max(
      count(usage.cacheCreationEphemeral5mInputTokens),
      count(usage.cacheCreationInputTokens) - hour,
    ),
    cacheWrite1h: hour,
    thinking: count(usage.thinkingTokens),
    webSearches: count(usage.webSearchRequests),
    costUsd: amount(usage.costUSD) ?? 0,
  }
}

/** So few bits that sums of billionths of a dollar stay exact enough to be compared. */
const MAX_COUNT = 2 ** 40
const MAX_USD = 1_000_000

function count(value: number | undefined): number {
  return value !== undefined && value > 0 ? Math.min(Math.floor(value), MAX_COUNT) : 0
}

function amount(value: JsonObject[string]): number | undefined {
  const number = asNumber(value)
  return number !== undefined && number >= 0 && number <= MAX_USD ? number : undefined
}
