import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { syncSources } from '../src/ingest/sync.ts'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import { requireIndex } from '../src/query/indexed-keep.ts'
import { openKeep } from '../src/query/keep.ts'
import { buildUsage } from '../src/query/usage/build-usage.ts'
import { CUTS } from '../src/query/usage/cuts/table.ts'
import { openIndexedUsage } from '../src/query/usage/indexed-usage.ts'
import { detailFor } from '../src/query/usage/usage-detail.ts'
import { findRoots } from '../src/source/roots.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { machineAt, makeTree } from './temp-tree.ts'
import { EVERYTHING } from './usage-sums.ts'

const zone = createZone('Asia/Kathmandu') as Zone
const pricer = createPricer(PRICES)
const WHOLE = { since: undefined, until: undefined }

/** How many requests a report looks at, in bundles and without. */
async function checkBundles(folder: string): Promise<{ readonly bundles: number; readonly requests: number }> {
  const home = makeTree({})
  const keepDir = join(home, 'keep')
  const { roots } = findRoots(machineAt(home, { override: [folder] }))
  await syncSources({ keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 5000 })
  const { store, close } = requireIndex(openKeep(keepPaths(keepDir)))
  const [requests, bundles] = (['requests', 'bundles'] as const).map(detail => openIndexedUsage(store, WHOLE, detail))
  const rest = { zone, now: Date.UTC(2030, 0, 1), breakdown: 'models', order: 'asc', limit: undefined } as const
  for (const { name } of CUTS.filter(cut => !cut.needsRequests)) {
    const request = { report: name, scope: EVERYTHING, ...rest, pricer, recalculates: false }
    const [plain, bundled] = [requests, bundles].map(source => source && buildUsage({ source, store }, request))
    expect(bundled, name).toEqual(plain)
  }
  close()
  const count = (source: typeof requests) => source?.groups.reduce((sum, { facts }) => sum + facts.length, 0) ?? 0
  return { bundles: count(bundles), requests: count(requests) }
}

test('reports over bundles are those over single requests, for all fixtures', async () => {
  const { bundles, requests } = await checkBundles(FIXTURES)
  expect(bundles).toBeLessThan(requests)
})

test.runIf(listCorpusFiles())('the same over the corpus, with a third of the requests to look at', async () => {
  const { bundles, requests } = await checkBundles(CORPUS)
  expect(bundles / requests).toBeLessThan(1 / 3)
})

test('single requests are read where a bundle could be cut or have no exact price', () => {
  const ask = (report: string, since: number | undefined, table = PRICES) =>
    detailFor({ report, scope: { ...EVERYTHING, since }, pricer: createPricer(table) }, WHOLE)
  expect([ask('daily', undefined), ask('daily', 900_000), ask('daily', 900_001)]).toEqual([
    'bundles',
    'bundles',
    'requests',
  ])
  expect([ask('tools', undefined), ask('files', undefined), ask('prs', undefined)]).toEqual(Array(3).fill('requests'))
  const [row] = PRICES.rows as [(typeof PRICES.rows)[number]]
  const odd = { ...row, rates: { ...row.rates, cacheRead: 0.00012 } }
  const limit = { ...row, long: { overTokens: 150_000, rates: row.rates } }
  for (const rows of [[odd], [limit]]) expect(ask('daily', undefined, { ...PRICES, rows })).toBe('requests')
})
