import { OVERRIDE_SOURCE } from '../../pricing/with-overrides.ts'
import type { ListedPrice, PriceList } from '../../query/list-prices.ts'
import { formatInteger, formatNumberOf } from '../../text/count.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type Column, formatTable } from '../../text/table.ts'
import { wrapText } from '../../text/wrap.ts'
import type { App } from './app.ts'

/** Prices as a table that fits the terminal, and below it what they mean, where they are from and how old they are. */
export function formatPrices(app: Pick<App, 'colors' | 'columns' | 'tableColumns'>, list: PriceList): string[] {
  const { colors } = app
  const columns: Column[] = [
    { title: 'MODEL', isFlexible: true, minWidth: 17, dropOrder: 0, style: colors.bold },
    { title: 'FROM', dropOrder: 5, style: colors.dim },
    { title: 'UNTIL', dropOrder: 4, style: colors.dim },
    { title: 'INPUT', align: 'right', dropOrder: 0 },
    { title: 'OUTPUT', align: 'right', dropOrder: 0 },
    { title: 'READ', align: 'right', dropOrder: 2 },
    { title: 'WRITE 5M', align: 'right', dropOrder: 3 },
    { title: 'WRITE 1H', align: 'right', dropOrder: 3 },
    { title: 'FAST', align: 'right', dropOrder: 6 },
    { title: 'US', align: 'right', dropOrder: 7 },
    { title: 'REGION', align: 'right', dropOrder: 8 },
    { title: 'SEARCH', align: 'right', dropOrder: 9 },
    { title: 'SOURCES', dropOrder: 1, style: colors.yellow },
  ]
  const sources = numberSources(list)
  const rows = list.rows.flatMap(price => formatRow(price, sources))
  const [titles = '', ...lines] = formatTable({ columns, rows, width: app.tableColumns })
  const shown = titles.split(/ {2,}/)
  const hidden = columns.filter(({ title }, at) => !shown.includes(title) && rows.some(row => (row[at] ?? '') !== ''))
  const wrap = (notes: readonly string[]): string[] => notes.flatMap(note => wrapText(note, app.columns))
  const below = [
    ...['', ...wrap(describe(list, { shown, hidden: hidden.map(({ title }) => title) }))],
    ...['', 'Sources:', ...formatSources(sources, { columns: app.columns, isMarked: shown.includes('SOURCES') })],
    ...['', ...wrap(describeTable(list))],
  ]
  return [colors.dim(titles), ...lines, ...below.map(line => (line === '' ? line : colors.dim(line)))]
}

/** Each source once, with the sign that rows have for it. */
type Sources = ReadonlyMap<string, string>

function numberSources(list: PriceList): Sources {
  const sources = new Map<string, string>()
  let count = 0
  for (const source of list.rows.flatMap(sourcesOf))
    if (!sources.has(source)) sources.set(source, source === OVERRIDE_SOURCE ? OWN : String(++count))
  return sources
}

function sourcesOf({ source }: ListedPrice): readonly string[] {
  return source.split('; ')
}

/** The sign at the beginning where rows show it, and what does not fit below the text. */
function formatSources(
  sources: Sources,
  { columns, isMarked }: { readonly columns: number; readonly isMarked: boolean },
): string[] {
  const room = Math.max(...Array.from(sources.values(), sign => sign.length))
  return Array.from(sources).flatMap(([source, sign]) => {
    const start = isMarked ? `  ${sign.padStart(room)}  ` : '  '
    const lines = wrapText(sanitizeLine(source), columns - start.length)
    return lines.map((line, at) => (at === 0 ? start : ' '.repeat(start.length)) + line)
  })
}

const OWN = '*'

/** One line, and one more below it where a long context costs more. */
function formatRow(price: ListedPrice, sources: Sources): string[][] {
  const line = [
    sanitizeLine(price.model),
    price.from ?? '',
    price.until ?? '',
    ...formatRates(price.rates),
    price.fast === null ? '' : formatFactor(price.fast),
    price.us === 1 ? '' : formatFactor(price.us),
    price.regional === 1 ? '' : formatFactor(price.regional),
    price.webSearches === 0 ? '' : formatAmount(price.webSearches),
    sourcesOf(price)
      .map(source => sources.get(source) ?? '')
      .join(' '),
  ]
  const { long } = price
  return long ? [line, [`  over ${formatInteger(long.overTokens)}`, '', '', ...formatRates(long.rates)]] : [line]
}

function formatRates({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: ListedPrice['rates']): string[] {
  return [input, output, cacheRead, cacheWrite5m, cacheWrite1h].map(formatAmount)
}

/** Dollars with at least two decimals, and as many as the price has: `10.00`, `0.125`. */
function formatAmount(dollars: number): string {
  const exact = String(Number(dollars.toPrecision(12)))
  return /\.\d{2,}$|e/.test(exact) ? exact : dollars.toFixed(2)
}

function formatFactor(factor: number): string {
  return `×${factor}`
}

const OLD_DAYS = 90

/** What the columns mean: those that are shown. */
function describe(
  list: PriceList,
  { shown, hidden }: { readonly shown: readonly string[]; readonly hidden: readonly string[] },
): string[] {
  const searches = shown.includes('SEARCH') ? ', SEARCH for a thousand web searches' : ''
  const bounds = [
    ...(shown.includes('FROM') ? ['from FROM on'] : []),
    ...(shown.includes('UNTIL') ? ['before UNTIL'] : []),
  ]
  const days = bounds.length > 0 ? ` Days are in UTC; a price holds ${bounds.join(' and ')}.` : ''
  return [
    `US dollars for a million tokens${searches}.${days}`,
    ...(list.rows.some(row => row.long)
      ? ['Where a request’s context is over the limit, all its tokens cost more.']
      : []),
    ...(hidden.length > 0 ? [`Not shown, for want of room: ${hidden.join(', ')}.`] : []),
  ]
}

function describeTable(list: PriceList): string[] {
  return [
    `Made from ${list.from}, checked ${list.version}, ${describeAge(list.ageDays)}.`,
    ...(list.ageDays > OLD_DAYS
      ? [
          'That is long ago: models released since are unpriced. Update backscroll, or add prices with ' +
            '`backscroll config set prices \'{"my-model": {"input": 1, "output": 5}}\'`.',
        ]
      : []),
  ]
}

function describeAge(days: number): string {
  return days === 0 ? 'today' : `${formatNumberOf(days, 'day')} ago`
}
