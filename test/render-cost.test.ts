import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import { costFinder } from '../src/query/usage/request-cost.ts'
import { scanUsage } from '../src/query/usage/scanned-usage.ts'
import { type UsageNumbers, UsageSum } from '../src/query/usage/usage-sum.ts'
import { buildView } from '../src/render/view/build-view.ts'
import type { Row, RowCost } from '../src/render/view/row.ts'
import { costText } from '../src/render/words.ts'
import { loadSession } from '../src/source/load-session.ts'
import { pathOf, type SessionSource } from '../src/source/session-source.ts'
import { formatCost } from '../src/text/money.ts'
import { FOUR, makeUsageHome } from './cli-usage-home.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, openSession, viewOf, viewOptions } from './draw-session.ts'
import type { KeepHome } from './keep-home.ts'
import { THREE } from './temp-tree.ts'

/** What a session is shown to have cost is what `usage` says of it. */
const sources = (listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]).flatMap(listSources)
const costOf = costFinder({ pricer: createPricer(PRICES), recalculates: false })

test('the header has the cost that usage counts of the session alone', async () => {
  const seen = { priced: 0, bounded: 0, unpriced: 0 }
  for (const source of sources) {
    const [header] = viewOf(loadSession(source), 'prompts')
    const { costUsd, isLowerBound } = await countAlone(source)
    const cost = header?.kind === 'session' ? header.cost : undefined
    expect(cost, pathOf(source)).toEqual(costUsd === null ? undefined : { costUsd, isLowerBound })
    if (cost) seen[cost.isLowerBound ? 'bounded' : 'priced']++
    else seen.unpriced++
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2)
})

test('what turns cost adds up to what the session cost, and agents cost a part of it', () => {
  let turns = 0
  let agents = 0
  for (const source of sources) {
    const loaded = loadSession(source)
    const rows = [...viewOf(loaded, 'all')]
    const nano = (cost: RowCost | undefined): number => Math.round((cost?.costUsd ?? 0) * 1e9)
    const whole = costsOf(rows, 'session').reduce((sum, cost) => sum + nano(cost), 0)
    const byTurn = costsOf(rows, 'turn').reduce((sum, cost) => sum + nano(cost), 0)
    const byAgent = costsOf(
      rows.filter(row => row.kind !== 'agent' || !row.isResume),
      'agent',
    )
    // What stands before the first prompt has no heading.
    const hasStart = loaded.session.requests.some(request => request.at.turn === 0)
    if (!hasStart) expect(byTurn, pathOf(source)).toBe(whole)
    else expect(byTurn, pathOf(source)).toBeLessThanOrEqual(whole)
    expect(
      byAgent.reduce((sum, cost) => sum + nano(cost), 0),
      pathOf(source),
    ).toBeLessThanOrEqual(whole)
    turns += byTurn > 0 ? 1 : 0
    agents += byAgent.some(cost => cost) ? 1 : 0
  }
  expect(turns).toBeGreaterThan(10)
  expect(agents).toBeGreaterThan(3)
})

test('no row has a cost where nobody gave prices', () => {
  const loaded = openSession(join(FIXTURES, 'sessions', 'helping.jsonl'))
  const rows = [...buildView(loaded.session, { ...viewOptions(loaded, 'all'), costOf: undefined })]
  for (const kind of ['session', 'turn', 'agent'] as const)
    expect(costsOf(rows, kind).filter(cost => cost !== undefined)).toEqual([])
})

test('a cost is written as usage writes it, and not at all where there is none', () => {
  expect(costText({ cost: { costUsd: 0.0123, isLowerBound: true } })).toBe('$0.01+')
  expect(costText({ cost: { costUsd: 0, isLowerBound: true } })).toBe('')
  expect(costText({})).toBe('')
})

describe('on the command line', () => {
  let made: KeepHome | undefined
  async function run(...args: string[]): Promise<string> {
    made ??= makeUsageHome()
    const { code, out, err } = await made.run(args, { env: { COLUMNS: '100' } })
    expect({ code, err }).toEqual({ code: 0, err: expect.any(String) })
    return out
  }
  async function usageOf(report: string, key: string): Promise<UsageNumbers> {
    const { rows } = JSON.parse(await run('usage', report, '--json', '--tz', 'UTC'))
    return rows.find((row: { key: string }) => row.key === key)
  }

  test('show, Markdown, text and page say what usage says of the session', async () => {
    const text = formatCost(await usageOf('sessions', THREE))
    expect(text).toMatch(/^\$\d.*\+$/)
    expect(await run('show', THREE)).toContain(` · ${text} · `)
    expect(await run('export', THREE, '--format', 'md', '-o', '-')).toContain(` · ${text} · `)
    expect(await run('export', THREE, '--format', 'txt', '-o', '-')).toContain(` · ${text} · `)
    expect(await run('export', THREE, '--format', 'html', '-o', '-')).toContain(`<span>${text}</span>`)
  })
  test('the rows of JSON have the numbers of the session and of each of its prompts', async () => {
    const { view } = JSON.parse(await run('export', THREE, '--format', 'json', '-o', '-'))
    const costs = (kind: string) =>
      view.rows.filter((row: Row) => row.kind === kind).map((row: { cost: RowCost }) => row.cost)
    expect(costs('session')).toEqual([pick(await usageOf('sessions', THREE))])
    expect(costs('turn')).toEqual([
      pick(await usageOf('prompts', `${THREE}:1`)),
      pick(await usageOf('prompts', `${THREE}:2`)),
    ])
  })
  test('what a resumed session repeats is a part of its own cost, as of its tokens', async () => {
    const { view } = JSON.parse(await run('export', FOUR, '--format', 'json', '-o', '-'))
    const own = await usageOf('sessions', FOUR)
    expect(view.rows[0].cost.costUsd).toBeGreaterThan(own.costUsd ?? 0)
    expect(view.rows[0].tokens).toBeGreaterThan(own.totalTokens)
  })
})

function pick({ costUsd, isLowerBound }: UsageNumbers): object {
  return { costUsd, isLowerBound }
}

/** As `usage` would if there were no other session. */
async function countAlone(source: SessionSource): Promise<UsageNumbers> {
  const { groups } = await scanUsage([source], { range: { since: undefined, until: undefined } })
  const sum = new UsageSum()
  for (const { facts } of groups) for (const fact of facts) sum.add(fact, costOf(fact))
  const numbers = sum.numbers({ hasCost: true, recalculates: false })
  return numbers.requests === 0 ? { ...numbers, costUsd: null } : numbers
}

function costsOf(rows: readonly Row[], kind: 'session' | 'turn' | 'agent'): readonly (RowCost | undefined)[] {
  return rows.filter(row => row.kind === kind).map(row => ('cost' in row ? row.cost : undefined))
}
