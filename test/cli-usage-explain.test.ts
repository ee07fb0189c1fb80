import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import { requireIndex } from '../src/query/indexed-keep.ts'
import { openKeep } from '../src/query/keep.ts'
import { buildUsage } from '../src/query/usage/build-usage.ts'
import { CUTS } from '../src/query/usage/cuts/table.ts'
import { type ExplainedRequest, type ExplainedUsage, explainUsage } from '../src/query/usage/explain-usage.ts'
import { openIndexedUsage } from '../src/query/usage/indexed-usage.ts'
import type { UsageReport, UsageRequest } from '../src/query/usage/usage-report.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import type { Result } from './cli-runner.ts'
import { makeUsageHome } from './cli-usage-home.ts'
import { CORPUS } from './corpus.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { THREE } from './temp-tree.ts'

let made: KeepHome | undefined

function home(): KeepHome {
  made ??= makeUsageHome()
  return made
}

function run(...args: string[]): Promise<Result> {
  return home().run(['usage', ...args, '--tz', 'UTC'], { env: { COLUMNS: '100' } })
}

async function ask<Answer>(...args: string[]): Promise<Answer> {
  const { code, out, err } = await run(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** The usage in the line that a request says its counts are from. */
function readWinner({ winner }: ExplainedRequest): { readonly output_tokens: number } {
  const line = readFileSync(winner.file, 'utf8').split('\n')[winner.line - 1] ?? ''
  return JSON.parse(line).message.usage
}

describe('--explain lists the requests behind a row', () => {
  test('with where each stands, and what it is made of', async () => {
    const { out } = await run('daily', '--explain', '2026-03-01', '--session', THREE)
    const lines = out.split('\n').map(line => line.replace(/ +/g, ' '))
    expect(lines[0]).toBe('2026-03-01 Sun · daily · 3 requests · UTC')
    expect(lines[2]).toBe('TIME ID MODEL INPUT OUTPUT WRITE 5M READ COST')
    expect(lines).toContain('2026-03-01 10:02 22222222-3:1 opus-4-6 1k 100 2k 10k $0.03')
    expect(lines).toContain('2026-03-01 10:05 22222222-3:2 my-model 10 50 0 unpriced')
    expect(lines).toContain('2026-03-01 10:06 22222222-3:2 opus-4-6 2k 3+ 0 $0.01+')
    expect(lines).toContain(' Sum 3k 153+ 2k 10k $0.04+')
    expect(out).toMatch(/^ {2}~\/.claude\/projects\/-home-dev-garden\/22222222-\S+\.jsonl:5$/m)
    expect(out).toMatch(/jsonl:6 · unfinished/)
    expect(out).toMatch(/^ {2}dropped \d cop/m)
    expect(out).not.toContain('\x1b')
  })
  test('with the line whose counts were taken', async () => {
    const { requests } = await ask<ExplainedUsage>('daily', '--explain', '2026-03-01')
    expect(requests).toHaveLength(6)
    for (const request of requests) expect(readWinner(request).output_tokens).toBe(request.outputTokens)
  })
  test('R22: with the rules of its price', async () => {
    expect((await run('models', '--explain', 'sonnet')).out).toMatch(
      /price of\s+claude-sonnet-4-5, long context \(over 200,000\)/,
    )
  })
  test('also without an index', async () => {
    const [indexed, scanned] = [
      await ask<ExplainedUsage>('daily', '--explain', '2026-03-01'),
      await ask<ExplainedUsage>('daily', '--explain', '2026-03-01', '--no-index'),
    ]
    expect(scanned.totals).toEqual(indexed.totals)
    for (const request of scanned.requests) expect(readWinner(request).output_tokens).toBe(request.outputTokens)
  })
  test('up to a limit, with the sum of all', async () => {
    const { out } = await run('--explain', '2026-03-01', '-n', '2')
    expect(out).toMatch(/^2 of 6 requests; the sum is that of all$/m)
    expect(out).toMatch(/Sum +3k +213\+ /)
  })
  test('without money, if none is asked for', async () =>
    expect((await run('--explain', '2026-03-01', '--no-cost')).out).not.toMatch(/\$|COST|price/))

  test.each(CUTS.map(({ name }) => name))('%s: each row is the sum of its requests', async name => {
    const { rows } = await ask<UsageReport>(name)
    for (const { key, label, requests, totalTokens, costUsd, about } of rows) {
      if (about.kind === 'gap') continue
      const { totals } = await ask<ExplainedUsage>(name, '--explain', key || label)
      expect({ key, requests, totalTokens, costUsd }).toEqual({
        key,
        requests: totals.requests,
        totalTokens: totals.totalTokens,
        costUsd: totals.costUsd,
      })
    }
  })
  test('that nobody has is refused, with those that are there', async () => {
    const { code, err } = await run('--explain', '2020-01-01')
    expect(code).toBe(2)
    expect(err).toMatch(/no row .* "2020-01-01"\n.*2026-03-01/)
  })
  test('that several have is refused, with their names', async () => {
    const { code, err } = await run('--explain', '2026-03')
    expect(code).toBe(2)
    expect(err).toMatch(/is part of the names of 2 rows\n.*: 2026-03-01, 2026-03-04$/m)
  })
})

describe('without any request', () => {
  test('in the time asked for, says so', async () => {
    const { code, out, err } = await run('--since', '2026-06-01', '--project', 'garden')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(
      'backscroll: no request of project garden in 4 sessions since 2026-06-01\n' +
        'Ask for more: `backscroll usage` counts all there is.\n',
    )
  })
  test('still answers in JSON and CSV', async () => {
    const { code, out } = await run('--model', 'none', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ rows: [], totals: { requests: 0 } })
    expect((await run('--model', 'none', '--csv')).out).toMatch(/^key,label,[^\n]*\r\n$/)
  })
  test.each([[[]], [['--no-index']]])('on an empty machine, points to the demo set: %j', async more => {
    const empty = makeKeepHome()
    const { code, out, err } = await empty.run(['usage', ...more], { env: { CLAUDE_CONFIG_DIR: `${empty.home}/work` } })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/no Claude Code transcripts in .*\n.*--demo/)
  })
})

test('the demo set has usage', async () => {
  const { code, out } = await home().run(['usage', '--demo'])
  expect(code).toBe(0)
  expect(out).toMatch(/^Total .*\$\d/m)
})

/** Larger rows take their time and show nothing else. */
const MAX_REQUESTS = 20

test.runIf(existsSync(CORPUS))(
  'the corpus: rows of each report are the sums of their requests',
  async () => {
    const kept = makeKeepHome()
    expect((await kept.run(['sync', '--root', CORPUS])).code).toBe(0)
    const keep = requireIndex(openKeep(keepPaths(kept.keep)))
    const world = { source: openIndexedUsage(keep.store, { since: undefined, until: undefined }), store: keep.store }
    for (const { name } of CUTS) {
      const request = makeRequest(name)
      const rows = buildUsage(world, request).rows.filter(({ about, key, requests }) => {
        return about.kind !== 'gap' && key !== '' && requests < MAX_REQUESTS
      })
      expect(rows.length).toBeGreaterThan(0)
      for (const { key, requests, totalTokens, costUsd } of rows.slice(0, 2)) {
        const { totals } = explainUsage(world, request, key)
        expect({ key, ...totals }).toMatchObject({ key, requests, totalTokens, costUsd })
      }
    }
    keep.close()
  },
  60_000,
)

function makeRequest(report: string): UsageRequest {
  const scope = { since: undefined, until: undefined, project: undefined, model: undefined, sessions: undefined }
  return {
    report,
    scope,
    zone: createZone('UTC') as Zone,
    now: Date.parse('2026-03-05T00:00:00.000Z'),
    breakdown: 'none',
    order: 'usual',
    limit: undefined,
    pricer: createPricer(PRICES),
    recalculates: false,
  }
}
