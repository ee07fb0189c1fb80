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
    { title: '', dropOrder: 1, style: colors.yellow },
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
  ]
  const rows = list.rows.flatMap(formatRow)
  const notes = describe(list).flatMap(note => wrapText(note, app.columns))
  return [
    ...formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim }),
    '',
    ...notes.map(line => (line === '' ? line : colors.dim(line))),
  ]
}

const OWN = '*'

/** One line, and one more below it where a long context costs more. */
function formatRow(price: ListedPrice): string[][] {
  const line = [
    sanitizeLine(price.model),
    price.source === OVERRIDE_SOURCE ? OWN : '',
    price.from ?? '',
    price.until ?? '',
    ...formatRates(price.rates),
    price.fast === null ? '' : formatFactor(price.fast),
    price.us === 1 ? '' : formatFactor(price.us),
    price.regional === 1 ? '' : formatFactor(price.regional),
    price.webSearches === 0 ? '' : formatAmount(price.webSearches),
  ]
  const { long } = price
  return long ? [line, [`  over ${formatInteger(long.overTokens)}`, '', '', '', ...formatRates(long.rates)]] : [line]
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

const DAYS = 'Days are in UTC; a price holds from FROM on and before UNTIL.'
const OLD_DAYS = 90

function describe(list: PriceList): string[] {
  const hasOwn = list.rows.some(row => row.source === OVERRIDE_SOURCE)
  const sources = new Set(list.rows.flatMap(row => row.source.split('; ')))
  return [
    `US dollars for a million tokens, SEARCH for a thousand web searches. ${DAYS}`,
    ...(list.rows.some(row => row.long)
      ? ['Where a request’s context is over the limit, all its tokens cost more.']
      : []),
    ...(hasOwn ? [`${OWN} ${OVERRIDE_SOURCE}`] : []),
    '',
    'Sources:',
    ...[...sources].map(source => `  ${sanitizeLine(source)}`),
    '',
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
