/**
 * Makes src/pricing/prices-data.ts from an installed copy of `@pydantic/genai-prices`:
 *
 *   node scripts/prices.ts path/to/node_modules/@pydantic/genai-prices
 *
 * A development tool: the package is no dependency of backscroll and may be installed in any folder. What the package
 * does not know stands in src/pricing/amendments.ts, by hand. See docs/prices.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Rates } from '../src/pricing/price-table.ts'

const TARGET = fileURLToPath(new URL('../src/pricing/prices-data.ts', import.meta.url))
const CACHE_WRITE_1H_FACTOR = 2

/** As the package has it, as far as it is used here. */
type Amount = number | { readonly base: number; readonly tiers: readonly { start: number; price: number }[] }

interface PackagePrices {
  readonly input_mtok?: Amount
  readonly output_mtok?: Amount
  readonly cache_read_mtok?: Amount
  readonly cache_write_mtok?: Amount
  readonly cache_write_1h_mtok?: Amount
  readonly web_searches_kcount?: number
}

interface DatedPrices {
  readonly constraint?: { readonly type: string; readonly start_date?: string }
  readonly prices: PackagePrices
}

interface PackageModel {
  readonly id: string
  readonly prices: PackagePrices | readonly DatedPrices[]
}

interface Package {
  findProvider(wanted: { providerId: string }): { readonly models: readonly PackageModel[] } | undefined
}

await main(process.argv[2])

async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error('usage: node scripts/prices.ts FOLDER_OF_GENAI_PRICES')
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entry = pathToFileURL(resolve(folder, 'dist', 'index.js')).href
  const provider = ((await import(entry)) as Package).findProvider({ providerId: 'anthropic' })
  if (!provider) throw new Error('the package has no provider named anthropic')
  const isPriced = (model: PackageModel): boolean => listDated(model).every(({ prices }) => hasCachePrices(prices))
  const models = provider.models.filter(isPriced)
  writeFileSync(TARGET, formatFile(`${name} ${version}`, models))
  const left = provider.models.filter(model => !models.includes(model)).map(model => model.id)
  console.log(`${models.length} models written; without cache prices and left out: ${left.join(', ') || 'none'}`)
}

/** Models from before prompt caching: no client that writes transcripts has used them. */
function hasCachePrices(prices: PackagePrices): boolean {
  return prices.cache_read_mtok !== undefined && prices.cache_write_mtok !== undefined
}

function formatFile(from: string, models: readonly PackageModel[]): string {
  const rows = models.flatMap(model => listDated(model).map((dated, at, all) => formatRow(model, dated, all[at + 1])))
  return `/** Made by scripts/prices.ts from ${from}; do not edit. What it lacks stands in amendments.ts. */
import type { BasePrice } from './price-table.ts'

export const PRICES_FROM = '${from}'

export const BASE_PRICES: readonly BasePrice[] = [
${rows.map(row => row(from)).join('\n')}
]
`
}

function listDated({ id, prices }: PackageModel): readonly DatedPrices[] {
  const dated = 'length' in prices ? prices : [{ prices }]
  for (const [at, { constraint }] of dated.entries()) {
    const isStart = constraint?.type === 'start_date' && constraint.start_date !== undefined
    if (at === 0 ? constraint : !isStart) throw new Error(`${id}: prices are not dated in a way known here`)
  }
  return dated
}

function formatRow(model: PackageModel, { constraint, prices }: DatedPrices, next: DatedPrices | undefined) {
  const tier = findTier(model.id, prices)
  return (from: string): string => `  {
    model: '${apiName(model.id)}',
    from: ${formatDay(constraint?.start_date)},
    until: ${formatDay(next?.constraint?.start_date)},
    rates: ${formatRates(ratesOf(prices, amount => (typeof amount === 'number' ? amount : amount.base)))},
    long: ${tier === undefined ? 'undefined' : formatLong(tier, prices)},
    webSearches: ${prices.web_searches_kcount ?? 0},
    source: '${from}, provider anthropic',
  },`
}

/** The API's name without date: `claude-opus-4-0` is an alias of `claude-opus-4-20250514`. */
function apiName(id: string): string {
  return id.replace(/-latest$/, '').replace(/-4-0$/, '-4')
}

function findTier(id: string, prices: PackagePrices): number | undefined {
  const starts = new Set<number>()
  for (const amount of Object.values(prices) as Amount[]) {
    if (typeof amount !== 'number') for (const tier of amount.tiers) starts.add(tier.start)
  }
  if (starts.size > 1) throw new Error(`${id}: more than one tier`)
  return [...starts][0]
}

function formatLong(overTokens: number, prices: PackagePrices): string {
  const rates = ratesOf(prices, amount =>
    typeof amount === 'number' ? amount : (amount.tiers[0]?.price ?? amount.base),
  )
  return `{
      overTokens: ${overTokens},
      rates: ${formatRates(rates)},
    }`
}

function ratesOf(prices: PackagePrices, pick: (amount: Amount) => number): Rates {
  const { input_mtok: input, output_mtok: output, cache_read_mtok: read, cache_write_mtok: write } = prices
  if (input === undefined || output === undefined || read === undefined || write === undefined)
    throw new Error('a price is missing')
  const write1h = prices.cache_write_1h_mtok
  return {
    input: pick(input),
    output: pick(output),
    cacheRead: pick(read),
    cacheWrite5m: pick(write),
    cacheWrite1h: write1h === undefined ? pick(input) * CACHE_WRITE_1H_FACTOR : pick(write1h),
  }
}

function formatRates(rates: Rates): string {
  return `{ ${Object.entries(rates)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')} }`
}

function formatDay(day: string | undefined): string {
  return day === undefined ? 'undefined' : `'${day}'`
}
