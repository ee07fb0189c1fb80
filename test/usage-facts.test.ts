import { expect, test } from 'vitest'
import { buildRows, type RowSet } from '../src/ingest/rows/build-rows.ts'
import { unpackFacts } from '../src/model/usage/request-facts.ts'
import type { SqlValue } from '../src/store/define-table.ts'
import { listCorpusFiles } from './corpus.ts'
import { buildSession } from './read-session.ts'
import { listCorpusSessions, listFixtureSessions, type SessionFiles } from './session-files.ts'

type Row = { readonly [column: string]: SqlValue }

function rowsOf(rows: RowSet, name: string): readonly Row[] {
  for (const [table, list] of rows) {
    if (table.name !== name) continue
    const names = Object.keys(table.columns)
    return list.map(row => Object.fromEntries(names.map((column, at) => [column, row[at] ?? null])))
  }
  throw new Error(`there is no table ${name}`)
}

/** The packed facts say what the rows of requests say, and name the calls and files of the tables beside it. */
function checkFacts({ id, files }: SessionFiles): { calls: number; paths: number } {
  const rows = buildRows(buildSession(id, files), { session: 1, files: files.map((_, index) => 100 + index) })
  const requests = rowsOf(rows, 'requests')
  const parts = rowsOf(rows, 'usage_facts')
  const facts = parts.flatMap(part => unpackFacts(part.facts as Uint8Array))
  expect(parts.map(part => part.requests).reduce((sum, count) => (sum as number) + (count as number), 0)).toBe(
    requests.length,
  )
  expect(
    facts.map(fact => [
      fact.number,
      fact.firstAt ?? null,
      fact.model,
      fact.speed || null,
      fact.geo || null,
      fact.serviceTier || null,
      fact.input,
      fact.output,
      fact.cacheRead,
      fact.cacheWrite5m,
      fact.cacheWrite1h,
      fact.thinking,
      fact.contextTokens,
      fact.webSearches,
      fact.webFetches,
      fact.recordedCostUsd ?? null,
      Number(fact.isUnfinished),
      Number(fact.isAdvisor),
      fact.branch || null,
      fact.agent,
      fact.turn,
      fact.lines,
    ]),
    id,
  ).toEqual(
    requests.map(row => [
      row.number,
      row.first_at,
      row.model,
      row.speed || null,
      row.geo || null,
      row.service_tier || null,
      row.input_tokens,
      row.output_tokens,
      row.cache_read_tokens,
      row.cache_write_5m_tokens,
      row.cache_write_1h_tokens,
      row.thinking_tokens,
      row.context_tokens,
      row.web_searches,
      row.web_fetches,
      row.recorded_cost_usd,
      row.is_unfinished,
      row.is_advisor,
      row.branch || null,
      row.agent,
      row.turn,
      row.lines,
    ]),
  )
  const calls = facts.flatMap(fact => fact.calls)
  const paths = facts.flatMap(fact => fact.paths)
  const known = new Set(rowsOf(rows, 'tool_calls').map(row => row.name || '?'))
  expect(calls.filter(name => !known.has(name))).toEqual([])
  expect(calls.length).toBeLessThanOrEqual(rowsOf(rows, 'tool_calls').length)
  const touched = new Set(rowsOf(rows, 'file_touches').map(row => row.path))
  expect(paths.filter(path => !touched.has(path))).toEqual([])
  return { calls: calls.length, paths: paths.length }
}

test('packed facts say the same as the rows of requests, for every fixture', () => {
  let calls = 0
  for (const session of listFixtureSessions()) calls += checkFacts(session).calls
  expect(calls).toBeGreaterThan(0)
})

test.runIf(listCorpusFiles())('the same for every recorded session, most of whose calls have their request', () => {
  const found = { calls: 0, paths: 0, all: 0 }
  for (const session of listCorpusSessions() ?? []) {
    const { calls, paths } = checkFacts(session)
    found.calls += calls
    found.paths += paths
    const rows = buildRows(buildSession(session.id, session.files), { session: 1, files: session.files.map(() => 1) })
    found.all += rowsOf(rows, 'tool_calls').filter(row => row.use_entry !== null).length
  }
  expect(found.calls / found.all).toBeGreaterThan(0.9)
  expect(found.paths).toBeGreaterThan(1000)
})
