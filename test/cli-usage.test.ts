import { describe, expect, test } from 'vitest'
import { CUTS } from '../src/query/usage/cuts/table.ts'
import { USAGE_ORDERS } from '../src/query/usage/usage-report.ts'
import { countCommands } from '../src/surfaces/cli/rows/count.ts'
import { USAGE_REPORTS } from '../src/surfaces/cli/rows/usage-reports.ts'
import { displayWidth } from '../src/text/width.ts'
import type { Result } from './cli-runner.ts'
import { FOUR, GARDEN, makeUsageHome } from './cli-usage-home.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { makeTree, THREE } from './temp-tree.ts'

let made: KeepHome | undefined

function run(...args: string[]): Promise<Result> {
  made ??= makeUsageHome()
  return made.run(['usage', ...args, '--tz', 'UTC'], { env: { COLUMNS: '100' } })
}

async function ask(...args: string[]) {
  const { code, out, err } = await run(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** Key and cost of each row. */
async function costs(...args: string[]): Promise<object> {
  const { rows } = await ask(...args)
  return Object.fromEntries(rows.map((row: { key: string; costUsd: number | null }) => [row.key, row.costUsd]))
}

const DAYS = { '2026-03-01': 0.037_52, '2026-03-04': 6.012_45 }

describe('the row of the command', () => {
  const row = countCommands.find(({ name }) => name === 'usage')
  test('offers every report, and says what it is', () => {
    expect(row?.args?.[0]?.choices).toEqual(CUTS.map(({ name }) => name))
    expect(USAGE_REPORTS).toEqual(CUTS.map(({ name, summary }) => ({ name, summary })))
    for (const { name, summary } of CUTS) expect(row?.details).toContain(`\n- ${name}: ${summary}\n`)
  })
  test('offers every order', () =>
    expect(row?.options?.find(({ name }) => name === 'order')?.choices).toEqual([...USAGE_ORDERS]))
})

describe('JSON', () => {
  test('is the answer of the query, complete', async () => {
    expect(await ask()).toEqual({
      schema: 'backscroll.usage/1',
      report: 'daily',
      zone: 'UTC',
      rows: [
        {
          key: '2026-03-01',
          label: '2026-03-01 Sun',
          requests: 6,
          unfinished: 1,
          inputTokens: 3040,
          outputTokens: 213,
          cacheWriteTokens: 2120,
          cacheReadTokens: 10_090,
          totalTokens: 15_463,
          cacheWrite5mTokens: 2120,
          cacheWrite1hTokens: 0,
          thinkingTokens: 0,
          webSearches: 0,
          costUsd: 0.037_52,
          unpricedTokens: 60,
          isLowerBound: true,
          models: ['claude-opus-4-6', 'my-model\x1b[31m'],
          firstAt: '2026-03-01T10:01:00.000Z',
          lastAt: '2026-03-01T10:06:00.000Z',
          about: { startsAt: '2026-03-01T00:00:00.000Z', endsAt: '2026-03-02T00:00:00.000Z', isCurrent: false },
        },
        expect.objectContaining({ key: '2026-03-04', requests: 1, inputTokens: 1_000_000, costUsd: 6.012_45 }),
      ],
      rowCount: 2,
      totals: {
        requests: 7,
        unfinished: 1,
        inputTokens: 1_003_040,
        outputTokens: 233,
        cacheWriteTokens: 3120,
        cacheReadTokens: 10_090,
        totalTokens: 1_016_483,
        cacheWrite5mTokens: 2120,
        cacheWrite1hTokens: 1000,
        thinkingTokens: 0,
        webSearches: 0,
        costUsd: 6.049_97,
        unpricedTokens: 60,
        isLowerBound: true,
      },
      accuracy: {
        requests: 7,
        finished: 6,
        unfinished: 1,
        unfinishedOutputTokens: 3,
        unpriced: [{ model: 'my-model\x1b[31m', requests: 1, tokens: 60 }],
        copiesDropped: 3,
        unreadableLines: 0,
        seenInProgress: { requests: 0, tokens: 0 },
        recordedCosts: 0,
        withoutTime: 0,
        prices: { version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), from: expect.any(String) },
        neverRecorded: expect.arrayContaining(['background safety checks']),
      },
    })
  })
  test('of blocks has the recorded limits', async () => {
    const report = await ask('blocks')
    expect(report.limits).toEqual([])
    expect(report.rows.map((row: { about: { kind: string } }) => row.about.kind)).toEqual(['block', 'gap', 'block'])
  })
})

describe('every report', () => {
  test.each(CUTS.map(({ name }) => name))('%s has the same totals', async name => {
    const [all, report] = [await ask(), await ask(name)]
    expect(report.report).toBe(name)
    expect(report.totals).toEqual(all.totals)
  })
  test.each(CUTS.flatMap(({ name, aliases }) => aliases.map(alias => [alias, name])))('%s is %s', async (alias, name) =>
    expect((await ask(alias)).report).toBe(name),
  )
  test.each(CUTS.filter(({ needsIndex }) => !needsIndex).map(({ name }) => name))(
    '%s is the same without the index, but for what only it knows',
    async name => {
      const [indexed, scanned] = [await ask(name), await ask(name, '--no-index')]
      const numbersOf = (report: { rows: object[] }) =>
        report.rows.map(row => ({ ...row, label: undefined, about: undefined }))
      expect(numbersOf(scanned)).toEqual(numbersOf(indexed))
      expect(scanned.totals).toEqual(indexed.totals)
      expect(scanned.accuracy).toEqual(indexed.accuracy)
    },
  )
})

describe('options', () => {
  test('--since and --until bound what is counted', async () => {
    expect(await costs('--since', '2026-03-02')).toEqual({ '2026-03-04': 6.012_45 })
    expect(await costs('--until', '20260301')).toEqual({ '2026-03-01': 0.037_52 })
  })
  test('--tz moves requests to the day of that zone', async () => {
    made ??= makeUsageHome()
    const { out } = await made.run(['usage', '--timezone', 'Pacific/Honolulu', '--json'])
    const { zone, rows } = JSON.parse(out)
    expect(zone).toBe('Pacific/Honolulu')
    expect(rows.map((row: { key: string }) => row.key)).toEqual(['2026-03-01', '2026-03-03'])
  })
  test('--project, --model and --session narrow it', async () => {
    expect((await ask('--project', 'garden')).totals.requests).toBe(4)
    expect((await ask('--model', 'SONNET')).totals.requests).toBe(1)
    expect((await ask('--session', '444')).totals.requests).toBe(1)
    expect((await ask('--session', '444', '--session', '22222222-3')).totals.requests).toBe(4)
    expect((await ask('--session', '22222222-3', '--no-index')).totals.requests).toBe(3)
  })
  test('--order and --limit choose rows; totals stay', async () => {
    const report = await ask('--order', 'cost', '-n', '1')
    expect(report.rows.map((row: { key: string }) => row.key)).toEqual(['2026-03-04'])
    expect({ rowCount: report.rowCount, requests: report.totals.requests }).toEqual({ rowCount: 2, requests: 7 })
    expect(Object.keys(await costs('--order', 'desc'))).toEqual(Object.keys(DAYS).toReversed())
  })
  test('--breakdown shows models and --instances projects, which add up to their row', async () => {
    const [byModel] = (await ask('--breakdown')).rows
    const [byProject] = (await ask('--instances')).rows
    expect(byModel.parts.map((part: { key: string }) => part.key)).toEqual(['claude-opus-4-6', 'my-model\x1b[31m'])
    expect(byProject.parts).toHaveLength(2)
    for (const row of [byModel, byProject]) {
      const tokens = row.parts.reduce((sum: number, part: { totalTokens: number }) => sum + part.totalTokens, 0)
      expect(tokens).toBe(row.totalTokens)
    }
  })
  test('--no-cost leaves money out', async () => {
    expect(await costs('--no-cost')).toEqual({ '2026-03-01': null, '2026-03-04': null })
    expect((await run('--no-cost')).out).not.toMatch(/\$|COST|API-equivalent|unpriced|prices/)
  })
  test('--offline is accepted', async () => expect(await costs('--offline')).toEqual(DAYS))
  test('R28: --recalculate ignores a recorded cost', async () => {
    const script = writeScript({ sessionId: THREE, cwd: GARDEN }).prompt('Old times').answer('Yes')
    const lines = script.lines.map(line => ('requestId' in line ? { ...line, costUSD: 0.5 } : line))
    const home = makeKeepHome({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: lines })
    const costOf = async (...more: string[]) =>
      JSON.parse((await home.run(['usage', '--session', THREE, '--json', ...more])).out).totals.costUsd
    expect(await costOf()).toBe(0.5)
    expect(await costOf('--recalculate')).toBe(0.000_03)
  })
  test('--root counts what is below it alone, kept or not', async () => {
    made ??= makeUsageHome()
    const garden = `${made.config}/projects/-home-dev-garden`
    expect((await ask('--root', garden)).totals.requests).toBe(4)
    const [elsewhere] = [
      makeTree({ [`p/${FOUR}.jsonl`]: writeScript({ sessionId: FOUR }).prompt('a').answer('b').lines }),
    ]
    expect((await ask('--root', elsewhere)).totals.requests).toBe(1)
  })
})

describe('a table', () => {
  test('has a title, rows, a total and its accuracy', async () => {
    const { code, out, err } = await run('--since', '2026-03-01')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const lines = out.split('\n').map(line => line.replace(/ +/g, ' '))
    expect(lines.slice(0, 5)).toEqual([
      'Usage by day · since 2026-03-01 · UTC · API-equivalent',
      '',
      'DAY MODELS REQUESTS INPUT OUTPUT WRITE READ TOKENS COST',
      '2026-03-01 Sun opus-4-6, my-model 6 3,040 213 2,120 10,090 15,463 $0.04+',
      '2026-03-04 Wed sonnet-4-5 1 1,000,000 20 1,000 0 1,001,020 $6.01',
    ])
    expect(lines[6]).toBe('Total 7 1,003,040 233 3,120 10,090 1,016,483 $6.05+')
    expect(out).toContain('7 requests: 6 finished, 1 unfinished (lower bound) · 3 copies dropped')
    expect(out).toContain('unpriced 60 tokens (my-model 60)')
    expect(out).toContain('never in transcripts:')
  })
  test('in a pipe has all columns and whole numbers', async () => {
    made ??= makeUsageHome()
    const { out } = await made.run(['usage', '--tz', 'UTC'])
    expect(out).toMatch(/^DAY +MODELS +REQUESTS +INPUT +OUTPUT +WRITE +READ +TOKENS +COST$/m)
    expect(out).toMatch(/^Total +7 +1,003,040 +233 +3,120 +10,090 +1,016,483 +\$6\.05\+$/m)
  })
  test('R27: shows models without a price as such, below their row', async () => {
    const { out } = await run('--breakdown')
    expect(out).toMatch(/^ {2}my-model +1 .* unpriced$/m)
    expect(out).not.toContain('\x1b')
  })
  test.each([30, 40, 60, 80, 100, 160])('fits %d columns', async columns => {
    made ??= makeUsageHome()
    for (const args of [[], ['-b'], ['-i'], ['--chart'], ['blocks'], ['sessions'], ['prompts']]) {
      const { code, out } = await made.run(['usage', ...args, '--tz', 'UTC'], { env: { COLUMNS: String(columns) } })
      expect(code).toBe(0)
      expect(out.split('\n').filter(line => displayWidth(line) > columns)).toEqual([])
    }
  })
  test('with a limit says how many more there are', async () => {
    const { out } = await run('-n', '1')
    expect(out).toMatch(/^1 of 2 rows; more with -n 2$/m)
    expect(out).toMatch(/^Total of 2 /m)
  })
  test('of sessions and prompts has ids that other commands take', async () => {
    const sessions = (await run('sessions')).out
    expect(sessions).toMatch(/^22222222-3 +Water the beans, =1\+1 +garden /m)
    expect((await run('prompts')).out).toMatch(/^22222222-3:2 +And the peas +garden /m)
  })
})

describe('a chart', () => {
  test('has a bar for each day, and a row for days without any', async () => {
    const { out } = await run('--chart')
    expect(out).toMatch(/^2026-03-01 Sun +\$0\.04\+ {2}▌$/m)
    expect(out).toMatch(/^2026-03-02 Mon\n2026-03-03 Tue\n2026-03-04 Wed +\$6\.01 +█+$/m)
    expect(out).toMatch(/^Total +\$6\.05\+$/m)
  })
  test('shows tokens without money', async () => {
    const { out } = await run('--chart', '--no-cost', '--order', 'desc')
    expect(out).toMatch(/^2026-03-04 Wed +1M {3}█+\n2026-03-03 Tue\n2026-03-02 Mon\n2026-03-01 Sun +15\.5k\+ {2}█*.$/m)
  })
})
