import { expect, test } from 'vitest'
import { listFixtureFiles } from '../../../test/corpus.ts'
import { buildSession, readSession } from '../../../test/read-session.ts'
import { isOfPerson } from '../../model/turn-origin.ts'
import { sessionColumns } from './session-columns.ts'

test('a session without lines has columns that say so', () => {
  expect(sessionColumns(buildSession('x', []))).toMatchObject({
    title: '',
    title_from: 'none',
    cwd: undefined,
    cwds: '[]',
    models: '[]',
    slugs: '[]',
    turns: 0,
    entries: 0,
    has_conversation: 0,
  })
})

test('each column has the number of that name, on every fixture', () => {
  for (const path of listFixtureFiles()) {
    const session = readSession(path)
    const { summary } = session
    const columns = sessionColumns(session)
    expect(columns).toMatchObject({
      title: summary.title.text,
      cwd: summary.cwd,
      branch: summary.branch,
      branches: JSON.stringify(session.branches),
      version: summary.version,
      started_at: summary.startedAt,
      ended_at: summary.endedAt,
      active_ms: summary.activeMs,
      turns: session.main.turns.filter(turn => turn.number > 0 && isOfPerson(turn.origin)).length,
      other_turns: session.main.turns.filter(turn => turn.number > 0 && !isOfPerson(turn.origin)).length,
      compactions: summary.compactions,
      requests: session.requests.length,
      input_tokens: session.requests.reduce((sum, request) => sum + request.tokens.input, 0),
      output_tokens: session.requests.reduce((sum, request) => sum + request.tokens.output, 0),
      cache_read_tokens: session.requests.reduce((sum, request) => sum + request.tokens.cacheRead, 0),
      cache_write_5m_tokens: session.requests.reduce((sum, request) => sum + request.tokens.cacheWrite5m, 0),
      cache_write_1h_tokens: session.requests.reduce((sum, request) => sum + request.tokens.cacheWrite1h, 0),
      thinking_tokens: session.requests.reduce((sum, request) => sum + request.tokens.thinking, 0),
      unfinished: session.requests.filter(request => request.isUnfinished).length,
      copies: session.requests.reduce((sum, request) => sum + request.lines - 1, 0),
      agents: session.agents.length,
      entries: [...session.kindCounts.values()].reduce((sum, count) => sum + count, 0),
      unreadable: session.kindCounts.get('unreadable') ?? 0,
      unknown: [...session.kindCounts].reduce((sum, [kind, count]) => sum + (kind.endsWith('unknown') ? count : 0), 0),
      has_conversation: Number(summary.hasConversation),
    })
    expect(JSON.parse(columns.cwds), path).toEqual(session.cwds)
    expect(JSON.parse(columns.models), path).toEqual(session.models)
    expect(JSON.parse(columns.slugs), path).toEqual(session.slugs)
  }
})
