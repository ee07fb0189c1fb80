import { contextOf, totalTokens } from '../../model/usage/totals.ts'
import { formatIso } from '../../time/day.ts'
import { type ContextCosts, sumKnown, toUsd } from './context-cost.ts'
import type {
  CacheMiss,
  Compaction,
  ContextModel,
  ContextReport,
  ContextRequest,
  ContextTotals,
} from './context-report.ts'
import type { ContextMarks, ContextRow } from './context-rows.ts'
import { type AutoCompaction, listModels } from './context-window.ts'
import { type FoundMiss, findBefore, findMisses, MISS_THRESHOLD, readBy } from './find-misses.ts'
import { idleMsOf } from './miss-cause.ts'
import { type CompactionFacts, describeCompactions } from './read-compactions.ts'

/** What a report of one conversation is made from, wherever it was read. */
export interface ContextFacts {
  /** In the order of the transcript, advisors included. */
  readonly rows: readonly ContextRow[]
  readonly marks: ContextMarks
  readonly compactions: CompactionFacts
}

/** A report without the names of session and agents. */
export type ContextBody = Omit<ContextReport, 'schema' | 'session' | 'agent' | 'agents' | 'client'>

export function buildContext(facts: ContextFacts, costs: ContextCosts): ContextBody {
  const rows = facts.rows.filter(row => !row.isAdvisor)
  const compactions = describeCompactions(facts.compactions, { rows, costs })
  const models = listModels(rows, autoCompactions(rows, compactions))
  const misses = findMisses(rows, facts.marks).map(miss => describeMiss(miss, rows, costs))
  return {
    models,
    requests: describeRequests(rows, models, costs),
    misses,
    compactions,
    threshold: MISS_THRESHOLD,
    totals: sumUp(facts.rows, { costs, misses, compactions }),
  }
}

function autoCompactions(rows: readonly ContextRow[], compactions: readonly Compaction[]): readonly AutoCompaction[] {
  return compactions.flatMap(({ trigger, requestBefore, tokensBefore }) => {
    const model = requestBefore === undefined ? undefined : rows[requestBefore - 1]?.model
    return trigger === 'auto' && model !== undefined ? [{ model, tokens: tokensBefore ?? 0 }] : []
  })
}

function describeRequests(
  rows: readonly ContextRow[],
  models: readonly ContextModel[],
  costs: ContextCosts,
): readonly ContextRequest[] {
  const windows = new Map(models.map(({ model, windowTokens }) => [model, windowTokens]))
  return rows.map((row, at) => ({
    number: at + 1,
    turn: row.turn,
    at: formatIso(row.firstAt),
    model: row.model,
    contextTokens: row.contextTokens,
    growthTokens: row.contextTokens - (findBefore(rows, at)?.contextTokens ?? 0),
    windowTokens: windows.get(row.model),
    inputTokens: row.input,
    outputTokens: row.output,
    cacheReadTokens: row.cacheRead,
    cacheWrite5mTokens: row.cacheWrite5m,
    cacheWrite1hTokens: row.cacheWrite1h,
    costUsd: toUsd(costs.ofRequest(row)),
    isRewound: row.isRewound,
    copiedFrom: row.copiedFrom,
    isUnfinished: row.isUnfinished,
  }))
}

function describeMiss(miss: FoundMiss, rows: readonly ContextRow[], costs: ContextCosts): CacheMiss {
  const row = rows[miss.at] as ContextRow
  const { before, previous, lifeMs } = miss.before
  return {
    request: miss.at + 1,
    turn: row.turn,
    at: formatIso(row.firstAt),
    cause: miss.cause,
    tokens: miss.tokens,
    cachedTokens: miss.cachedTokens,
    readTokens: readBy(row),
    model: row.model,
    modelBefore: before.model,
    idleMs: idleMsOf(row, previous),
    lifeMs,
    isNewTurn: row.turn !== previous.turn,
    costUsd: toUsd(costs.ofMiss(row, miss.tokens)),
  }
}

interface Found {
  readonly costs: ContextCosts
  readonly misses: readonly CacheMiss[]
  readonly compactions: readonly Compaction[]
}

function sumUp(all: readonly ContextRow[], { costs, misses, compactions }: Found): ContextTotals {
  const rows = all.filter(row => !row.isAdvisor)
  const sum = (pick: (row: ContextRow) => number, list = rows): number =>
    list.reduce((total, row) => total + pick(row), 0)
  const sent = sum(contextOf)
  const unpriced = all.filter(row => costs.ofRequest(row) === undefined)
  return {
    requests: rows.length,
    unfinished: rows.filter(({ isUnfinished }) => isUnfinished).length,
    turns: new Set(rows.flatMap(({ turn }) => (turn > 0 ? [turn] : []))).size,
    inputTokens: sum(row => row.input),
    outputTokens: sum(row => row.output),
    cacheReadTokens: sum(row => row.cacheRead),
    cacheWrite5mTokens: sum(row => row.cacheWrite5m),
    cacheWrite1hTokens: sum(row => row.cacheWrite1h),
    peakTokens: rows.reduce((peak, { contextTokens }) => Math.max(peak, contextTokens), 0),
    readShare: sent === 0 ? 0 : sum(row => row.cacheRead) / sent,
    costUsd: toUsd(sumKnown(all.map(costs.ofRequest))),
    unpricedTokens: sum(totalTokens, unpriced),
    advisorRequests: all.length - rows.length,
    missTokens: misses.reduce((total, { tokens }) => total + tokens, 0),
    missCostUsd: sumUsd(misses.map(({ costUsd }) => costUsd)),
    compactionCostUsd: sumUsd(compactions.map(({ costUsd }) => costUsd)),
  }
}

/** Whole nano-dollars again while adding, so that no fraction is lost. */
function sumUsd(costs: readonly (number | null)[]): number | null {
  return toUsd(sumKnown(costs.map(cost => (cost === null ? undefined : Math.round(cost * 1e9)))))
}
