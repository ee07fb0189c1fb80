import { type CountedFields, FactColumns, PackedFact } from '../../model/usage/fact-columns.ts'
import { type RequestFact, unpackFacts } from '../../model/usage/request-facts.ts'
import type { Project } from '../../source/project.ts'
import type { Row, Store } from '../../store/store.ts'
import { SETTLED } from '../../store/tables/settled-requests.ts'
import { readClientSides } from './client/read-client-sides.ts'
import { findRequestPlaces } from './request-places.ts'
import type { UsageDetail } from './usage-detail.ts'
import type { SessionUsage, SourceRange, UsageSession, UsageSource } from './usage-source.ts'

/**
 * All requests of the index. Parts that lie outside of the range as a whole are not read. In bundles, where that is
 * enough (`detailFor`); sessions that share requests with others, and parts that the range cuts, give each by itself.
 */
export function openIndexedUsage(store: Store, range: SourceRange, detail: UsageDetail = 'requests'): UsageSource {
  const settled = readSettled(store)
  const factsOf = readFacts(store, range, detail)
  const groups = readSessions(store).map(session => toGroup(session, factsOf.get(session.number) ?? [], settled))
  return { groups, placesOf: (session, facts) => findRequestPlaces(store, session, facts) }
}

function toGroup(session: UsageSession, facts: readonly RequestFact[], settled: Settled): SessionUsage {
  const marks = settled.get(session.number)
  if (!marks) return { session, facts, copies: [] }
  const counted: RequestFact[] = []
  const copies: RequestFact[] = []
  for (const fact of facts) {
    const mark = marks.get(fact.number)
    if (mark === 'copy') copies.push(fact)
    else counted.push(mark ? withCounts(fact, mark) : fact)
  }
  return { session, facts: counted, copies }
}

function withCounts(fact: RequestFact, counts: CountedFields): RequestFact {
  if (!(fact instanceof PackedFact)) return { ...fact, ...counts }
  fact.take(counts)
  return fact
}

/** By session and number: requests that count elsewhere, and those whose numbers stand in another session. */
type Settled = ReadonlyMap<number, ReadonlyMap<number, 'copy' | CountedFields>>

function readSettled(store: Store): Settled {
  const marks = new Map<number, Map<number, 'copy' | CountedFields>>()
  const mark = ({ session, number }: Row, what: 'copy' | CountedFields): void => {
    const known = marks.get(session as number)
    if (known) known.set(number as number, what)
    else marks.set(session as number, new Map([[number as number, what]]))
  }
  for (const row of store.all(COPIES)) mark(row, 'copy')
  for (const row of store.all(WINNERS)) mark(row, readWinner(row))
  return marks
}

const COPIES = `SELECT session, number FROM requests WHERE (${SETTLED}) AND is_counted = 0`

const WINNERS = `SELECT owner.session, owner.number, winner.model, winner.speed, winner.geo, winner.service_tier,
  winner.input_tokens, winner.output_tokens, winner.cache_read_tokens, winner.cache_write_5m_tokens,
  winner.cache_write_1h_tokens, winner.thinking_tokens, winner.context_tokens, winner.web_searches, winner.web_fetches,
  winner.recorded_cost_usd, winner.is_unfinished
FROM (SELECT session, number, key, is_advisor, counted_session FROM requests WHERE (${SETTLED}) AND is_counted = 1) AS owner
JOIN requests AS winner ON winner.key = owner.key AND winner.is_advisor = owner.is_advisor
  AND winner.session = owner.counted_session`

/** What the view counted_requests takes from the row with most output (store/request-views.ts). */
function readWinner(row: Row): CountedFields {
  return {
    model: row.model as string,
    speed: (row.speed ?? '') as string,
    geo: (row.geo ?? '') as string,
    serviceTier: (row.service_tier ?? '') as string,
    input: row.input_tokens as number,
    output: row.output_tokens as number,
    cacheRead: row.cache_read_tokens as number,
    cacheWrite5m: row.cache_write_5m_tokens as number,
    cacheWrite1h: row.cache_write_1h_tokens as number,
    thinking: row.thinking_tokens as number,
    contextTokens: row.context_tokens as number,
    webSearches: row.web_searches as number,
    webFetches: row.web_fetches as number,
    recordedCostUsd: (row.recorded_cost_usd ?? undefined) as number | undefined,
    isUnfinished: row.is_unfinished === 1,
  }
}

function readFacts(
  store: Store,
  { since, until }: SourceRange,
  detail: UsageDetail,
): ReadonlyMap<number, readonly RequestFact[]> {
  const rows = store.all(detail === 'bundles' ? BUNDLES : FACTS, [since ?? null, until ?? null])
  const add = detail === 'bundles' ? addPlain : adderOf(rows)
  const found = new Map<number, RequestFact[]>()
  for (const row of rows) {
    const session = row.session as number
    const facts = found.get(session) ?? []
    add(row.facts as Uint8Array, facts)
    found.set(session, facts)
  }
  return found
}

/** Bundles are few: plain objects are read faster than columns, and a report reads them once. */
function addPlain(bytes: Uint8Array, facts: RequestFact[]): void {
  for (const fact of unpackFacts(bytes)) facts.push(fact)
}

function adderOf(rows: readonly Row[]): (bytes: Uint8Array, facts: RequestFact[]) => void {
  const columns = new FactColumns(rows.reduce((sum, row) => sum + (row.requests as number), 0))
  return (bytes, facts) => columns.add(bytes, facts)
}

/** A request without a time is in no range. */
const IN_RANGE = `(?1 IS NULL OR last_at >= ?1) AND (?2 IS NULL OR first_at < ?2) ORDER BY session, part`

const FACTS = `SELECT session, requests, facts FROM usage_facts WHERE ${IN_RANGE}`

const BUNDLES = `SELECT session, requests, CASE WHEN (?1 IS NULL OR first_at >= ?1) AND (?2 IS NULL OR last_at < ?2)
  AND session NOT IN (SELECT session FROM requests WHERE ${SETTLED}) THEN bundles ELSE facts END AS facts
FROM usage_facts WHERE ${IN_RANGE}`

function readSessions(store: Store): readonly UsageSession[] {
  const progress = new Map(
    store
      .all(IN_PROGRESS)
      .map(row => [row.session as number, { requests: row.requests as number, tokens: row.tokens as number }]),
  )
  const clients = readClientSides(store)
  return store.all(SESSIONS).map(row => ({
    number: row.session as number,
    id: row.id as string,
    title: row.title as string,
    project: {
      path: row.project_path as string,
      name: row.project_name as string,
      remote: (row.project_remote ?? undefined) as string | undefined,
    },
    otherProjects: JSON.parse(row.other_projects as string) as Project[],
    cwd: (row.cwd ?? undefined) as string | undefined,
    unreadable: row.unreadable as number,
    seenInProgress: progress.get(row.session as number) ?? NOTHING,
    client: clients.get(row.session as number),
  }))
}

const NOTHING = { requests: 0, tokens: 0 }

const SESSIONS = `SELECT session, id, title, project_path, project_name, project_remote, other_projects, cwd,
  unreadable FROM sessions
ORDER BY session`

const IN_PROGRESS = `SELECT session, sum(requests) AS requests,
  sum(input_tokens + output_tokens + cache_read_tokens + cache_write_tokens) AS tokens
FROM agents WHERE stored_as = 'progress-copies' GROUP BY session`
