import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import { type ContextCosts, sumKnown, toUsd } from './context-cost.ts'
import type { Compaction } from './context-report.ts'
import { type ContextRow, orUndefined, readContextRows, type ThreadPlace } from './context-rows.ts'

/** Where a conversation was compacted, and who wrote the summaries. */
export interface CompactionFacts {
  /** In order. */
  readonly segments: readonly SegmentFacts[]
  readonly summaries: readonly SummaryAgent[]
}

/** A segment that a compaction began. */
export interface SegmentFacts {
  readonly number: number
  readonly turn: number
  readonly at: number | undefined
  readonly trigger: string | undefined
  readonly preTokens: number | undefined
  readonly postTokens: number | undefined
}

/** An agent of the client's own that wrote a summary. Releases around 2.1.39 kept its transcript. */
export interface SummaryAgent {
  readonly id: string
  readonly endedAt: number | undefined
  readonly requests: number
  readonly nanoUsd: number | undefined
}

/** The compactions of one conversation, with what they cost. */
export function describeCompactions(
  { segments, summaries }: CompactionFacts,
  { rows, costs }: { readonly rows: readonly ContextRow[]; readonly costs: ContextCosts },
): readonly Compaction[] {
  return segments.map(segment => {
    const after = rows.findIndex(row => row.segment >= segment.number)
    const before = rows.findLastIndex((row, at) => row.segment < segment.number && (after < 0 || at < after))
    const begin = rows[before]?.sentAt
    const own = summaries.filter(({ endedAt }) => isWithin(endedAt, begin, segment.at))
    return describe(segment, { rows, costs, before, after, own })
  })
}

/** As the index has it. */
export function readCompactions(store: Store, place: ThreadPlace, costs: ContextCosts): CompactionFacts {
  const segments = store.all(SEGMENTS, [place.session, place.agent]).map(row => ({
    number: row.number as number,
    turn: row.turn as number,
    at: orUndefined<number>(row.at),
    trigger: orUndefined<string>(row.trigger),
    preTokens: orUndefined<number>(row.pre_tokens),
    postTokens: orUndefined<number>(row.post_tokens),
  }))
  return { segments, summaries: readSummaries(store, place, costs) }
}

const SEGMENTS = `SELECT g.number, g.trigger, g.pre_tokens, g.post_tokens, e.at, e.turn FROM segments AS g
JOIN entries AS e ON e.session = g.session AND e.agent = g.agent
  AND e.number = coalesce(g.boundary_entry, g.summary_entry, g.first_entry)
WHERE g.session = ?1 AND g.agent = ?2 AND g.number > 0 ORDER BY g.number`

interface Found {
  readonly rows: readonly ContextRow[]
  readonly costs: ContextCosts
  /** Indices; -1 where there is none. */
  readonly before: number
  readonly after: number
  readonly own: readonly SummaryAgent[]
}

function describe(segment: SegmentFacts, { rows, costs, before, after, own }: Found): Compaction {
  const first = rows[after]
  // Between two compactions there may be no request: the refill is the one of the last.
  const isFirst = first !== undefined && first.segment === segment.number
  const refill = isFirst ? costs.ofRefill(first) : 0
  const summary = own.length === 0 ? undefined : sumKnown(own.map(({ nanoUsd }) => nanoUsd))
  return {
    requestBefore: before < 0 ? undefined : before + 1,
    requestAfter: isFirst ? after + 1 : undefined,
    turn: segment.turn,
    at: formatIso(segment.at),
    trigger: segment.trigger,
    tokensBefore: segment.preTokens || rows[before]?.contextTokens,
    tokensAfter: segment.postTokens || (isFirst ? first.contextTokens : undefined),
    summary:
      own.length === 0
        ? undefined
        : {
            agents: own.map(({ id }) => id),
            requests: own.reduce((sum, { requests }) => sum + requests, 0),
            costUsd: toUsd(summary),
          },
    refillTokens: isFirst ? first.input + first.cacheWrite5m + first.cacheWrite1h : 0,
    refillCostUsd: toUsd(refill),
    costUsd: toUsd(sumKnown(own.length === 0 ? [refill] : [refill, summary])),
  }
}

function readSummaries(store: Store, { session, agent }: ThreadPlace, costs: ContextCosts): readonly SummaryAgent[] {
  return store.all(SUMMARY_AGENTS, [session, agent]).map(row => {
    const id = row.agent as string
    const rows = readContextRows(store, { session, agent: id })
    return {
      id,
      endedAt: orUndefined<number>(row.ended_at),
      requests: rows.length,
      nanoUsd: sumKnown(rows.map(costs.ofRequest)),
    }
  })
}

/** One whose parent is not known may be of any thread: times tell. */
const SUMMARY_AGENTS = `SELECT agent, ended_at FROM agents
WHERE session = ?1 AND agent <> ?2 AND purpose = 'compaction' AND coalesce(parent, ?2) = ?2 ORDER BY ended_at, agent`

/** The border is written right after the summary has come; clocks of two writers may differ a little. */
const CLOCK_MS = 10_000

function isWithin(at: number | undefined, begin: number | undefined, end: number | undefined): boolean {
  return at !== undefined && end !== undefined && at >= (begin ?? 0) && at <= end + CLOCK_MS
}
