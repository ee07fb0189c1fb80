import type { PricedRequest } from '../../pricing/pricer.ts'
import type { Row, Store } from '../../store/store.ts'

/** A request of one conversation as the index has it. */
export interface ContextRow extends PricedRequest {
  readonly turn: number
  /** When it was sent: the time of the prompt or result above it. Answers are written when they are there, which may be minutes later. */
  readonly sentAt: number | undefined
  readonly recordedCostUsd: number | undefined
  readonly version: string | undefined
  /** Its first entry, in the order of the thread. */
  readonly entry: number
  readonly segment: number
  readonly isRewound: boolean
  /** Id of the session it was copied from by a resume or fork. A second file of the same session is no copy in this sense. */
  readonly copiedFrom: string | undefined
  readonly isUnfinished: boolean
  readonly isAdvisor: boolean
}

export interface ThreadPlace {
  /** Number of the session. */
  readonly session: number
  /** Empty: the main conversation. */
  readonly agent: string
}

/** In the order of the transcript, which alone never lies about what came first. */
export function readContextRows(store: Store, { session, agent }: ThreadPlace): readonly ContextRow[] {
  const entryOf = readEntries(store, { session, agent })
  return store
    .all(REQUESTS, [session, agent])
    .map(row => toContextRow(row, entryOf(row)))
    .sort((a, b) => a.entry - b.entry)
}

const REQUESTS = `SELECT r.file, r.start, r.turn, r.model, r.version, r.first_at, r.input_tokens, r.output_tokens,
  r.cache_read_tokens, r.cache_write_5m_tokens, r.cache_write_1h_tokens, r.context_tokens, r.speed, r.geo, r.service_tier,
  r.web_searches, r.recorded_cost_usd, r.is_unfinished, r.is_advisor, iif(r.is_counted = 1, NULL, (
  SELECT s.id FROM requests AS o JOIN sessions AS s ON s.session = o.session
  WHERE o.key = r.key AND o.is_counted = 1 AND s.id <> (SELECT id FROM sessions WHERE session = ?1)
)) AS copied_from
FROM requests AS r WHERE r.session = ?1 AND r.agent = ?2 ORDER BY r.number`

interface RequestEntry {
  readonly entry: number
  readonly segment: number
  readonly isRewound: boolean
  readonly sentAt: number | undefined
}

/** Joined here and not in SQL: entries have no index by their place, and a session of 16,000 took 10 seconds. */
function readEntries(store: Store, { session, agent }: ThreadPlace): (request: Row) => RequestEntry {
  const entries = new Map<string, RequestEntry>()
  let sentAt: number | undefined
  for (const row of store.all(ENTRIES, [session, agent])) {
    if (row.is_user === 1) sentAt = orUndefined<number>(row.at) ?? sentAt
    else {
      const place = { entry: row.number as number, segment: row.segment as number, isRewound: row.is_rewound === 1 }
      entries.set(`${row.file} ${row.start}`, { ...place, sentAt })
    }
  }
  return ({ file, start }) => entries.get(`${file} ${start}`) ?? NOWHERE
}

const ENTRIES = `SELECT number, file, start, segment, is_rewound, at, kind = 'user' AS is_user FROM entries
WHERE session = ?1 AND agent = ?2 AND kind IN ('user', 'assistant') ORDER BY number`

const NOWHERE: RequestEntry = { entry: 0, segment: 0, isRewound: false, sentAt: undefined }

function toContextRow(row: Row, { sentAt, ...place }: RequestEntry): ContextRow {
  const firstAt = orUndefined<number>(row.first_at)
  return {
    firstAt,
    sentAt: sentAt ?? firstAt,
    model: row.model as string,
    input: row.input_tokens as number,
    output: row.output_tokens as number,
    cacheRead: row.cache_read_tokens as number,
    cacheWrite5m: row.cache_write_5m_tokens as number,
    cacheWrite1h: row.cache_write_1h_tokens as number,
    contextTokens: row.context_tokens as number,
    speed: orUndefined<string>(row.speed) ?? '',
    geo: orUndefined<string>(row.geo) ?? '',
    serviceTier: orUndefined<string>(row.service_tier) ?? '',
    webSearches: row.web_searches as number,
    turn: row.turn as number,
    recordedCostUsd: orUndefined<number>(row.recorded_cost_usd),
    version: orUndefined<string>(row.version),
    ...place,
    copiedFrom: orUndefined<string>(row.copied_from),
    isUnfinished: row.is_unfinished === 1,
    isAdvisor: row.is_advisor === 1,
  }
}

/** What stands between requests and says why a cache was lost: numbers of entries, in order. */
export interface ContextMarks {
  /** The client went on with the session: its own start hook, or the command, says so. */
  readonly resumes: readonly number[]
  /** The client took results of old calls out of the context. */
  readonly clearings: readonly number[]
  /** Moments at which a subagent was woken up again. */
  readonly wakes: readonly number[]
}

export function readContextMarks(store: Store, { session, agent }: ThreadPlace): ContextMarks {
  const numbers = (sql: string): readonly number[] => store.all(sql, [session, agent]).map(row => row.number as number)
  return { resumes: numbers(RESUMES), clearings: numbers(CLEARINGS), wakes: agent === '' ? [] : numbers(WAKES) }
}

const RESUMES = `SELECT entry AS number FROM hooks
WHERE session = ?1 AND agent = ?2 AND name = 'SessionStart:resume' AND entry IS NOT NULL
UNION SELECT entry FROM slash_commands
WHERE session = ?1 AND agent = ?2 AND name IN ('/resume', '/continue') AND entry IS NOT NULL ORDER BY 1`

const CLEARINGS = `SELECT number FROM entries
WHERE session = ?1 AND agent = ?2 AND kind = 'system/microcompact_boundary' ORDER BY number`

const WAKES = `SELECT at AS number FROM spawns
WHERE session = ?1 AND spawned = ?2 AND is_resume = 1 AND at IS NOT NULL ORDER BY at`

export function orUndefined<Value>(value: unknown): Value | undefined {
  return (value ?? undefined) as Value | undefined
}
