import { expect, test } from 'vitest'
import { makeHit } from '../../../../test/screen-values.ts'
import type { Overview } from '../../../query/overview.ts'
import type { SessionRow } from '../../../query/session-row.ts'
import { buildHome } from './home.ts'
import { rowOfHit } from './screen-row.ts'

const NOW = Date.parse('2026-03-04T10:00:00.000Z')

function makeSession(id: string, more: Partial<SessionRow> = {}): SessionRow {
  const endedAt = '2026-03-01T10:00:00.000Z'
  return {
    id,
    shortId: id,
    path: `/x/${id}`,
    title: id,
    projectName: 'app',
    endedAt,
    keptOnly: false,
    isKept: true,
    ...more,
  } as SessionRow
}

test('sessions stand as they come, with their pins, and those the client will delete are marked', () => {
  const soon = makeSession('c', { deletesAt: '2026-03-06T10:00:00.000Z' })
  const overdue = makeSession('d', { deletesAt: '2026-03-01T10:00:00.000Z' })
  const sessions = [makeSession('a'), makeSession('b', { keptOnly: true }), soon, overdue]
  const totals = {
    sessions: 4,
    projects: 1,
    turns: 9,
    toolCalls: 1,
    tokens: { total: 12_345 },
    lastAt: '2026-03-04T09:00:00.000Z',
  }
  const overview = { totals, expiring: [overdue, soon], roots: [] } as unknown as Overview
  const more = { now: NOW, isDemo: false, isTemporary: false, isPinned: (id: string) => id === 'b' }
  const home = buildHome(overview, sessions, more)
  expect(home.rows.map(row => [row.shortId, row.isPinned, ...row.labels.map(({ text }) => text)])).toEqual([
    ['a', false],
    ['b', true, 'only in the archive'],
    ['c', false, 'goes in 2d'],
    ['d', false, 'goes next start'],
  ])
  expect(home.totals).toEqual([
    '4 sessions in 1 project',
    'last active 1h ago',
    '9 turns',
    '1 tool call',
    '12.3k tokens',
  ])
  expect(home.warnings).toEqual(['Claude Code will delete 2 sessions within a week; the archive keeps all of it.'])
  expect(buildHome(overview, sessions, { ...more, isTemporary: true }).warnings).toEqual([
    'Claude Code will delete 2 sessions within a week.',
  ])
})

test('a hit is read from its turn on, which is the one of the main thread', () => {
  expect(rowOfHit(makeHit(3)).turn).toBe(4)
  expect(rowOfHit(makeHit(3, { mainTurn: 0 })).turn).toBe(0)
  expect(rowOfHit(makeHit(3, { agent: 'a1', turn: 9 })).turn).toBe(4)
})
