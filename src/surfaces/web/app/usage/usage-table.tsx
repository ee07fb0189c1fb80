import { useMemo, useRef } from 'preact/hooks'
import type { UsageReport, UsageRow } from '../../../../query/usage/usage-report.ts'
import { formatShare } from '../../../../render/usage-words.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { shortenPath } from '../../../../text/shorten-path.ts'
import { useAbout } from '../about.ts'
import { useRowWindow } from '../components/row-window.ts'
import { TableScroll } from '../components/table-scroll.tsx'
import { hrefTo, setQuery, useRoute } from '../router.ts'
import { listColumns, sortRows, type UsageColumn } from './usage-columns.ts'
import { REPORTS, UNITS } from './usage-query.ts'

const ROW_PX = 33
/** As long as the largest is drawn. */
const BAR_REM = 4

/** The rows of a report with their numbers. Each leads to the requests behind it. */
export function UsageTable({ report }: { readonly report: UsageReport }) {
  const { query } = useRoute()
  const home = useAbout()?.home ?? ''
  const sort = query.get('sort')
  const columns = useMemo(() => shownColumns(listColumns(report.report, home), report.rows), [report, home])
  const rows = useMemo(() => sortRows(newestFirst(report), sort, columns), [report, sort, columns])
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, end, above, below } = useRowWindow({ count: rows.length, rowPx: ROW_PX, host: body })
  const largest = rows.reduce((most, row) => Math.max(most, row.costUsd ?? 0), 0)
  const name = REPORTS.find(({ id }) => id === report.report)?.label ?? report.report
  return (
    <>
      <p class="search-said">{describeRows(report)}</p>
      <TableScroll label={`Usage by ${name.toLowerCase()}`}>
        <table class="table usage-table" aria-rowcount={rows.length + 2}>
          <thead>
            <tr>
              <SortHead id="label" title={name} isNumber={false} sort={sort} isExtra={false} />
              {columns.map(column => (
                <SortHead key={column.id} {...column} sort={sort} />
              ))}
              <th scope="col" class="usage-share-head is-extra">
                Share
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {above > 0 ? <tr class="spacer" style={{ height: `${above}px` }} /> : null}
            {rows.slice(first, end).map((row, at) => (
              <Row
                key={row.key}
                row={row}
                columns={columns}
                home={home}
                index={first + at + 2}
                share={shareOf(row, report)}
                bar={barOf(row, largest)}
              />
            ))}
            {below > 0 ? <tr class="spacer" style={{ height: `${below}px` }} /> : null}
          </tbody>
          <tfoot>
            <tr aria-rowindex={rows.length + 2}>
              <th scope="row">Total</th>
              {columns.map(column => (
                <td key={column.id} class={cellClass(column)}>
                  {SUMMED.has(column.id) ? column.text(totalRow(report)) : ''}
                </td>
              ))}
              <td class="is-extra" />
            </tr>
          </tfoot>
        </table>
      </TableScroll>
    </>
  )
}

const SUMMED = new Set(['requests', 'input', 'output', 'write', 'read', 'tokens', 'cost'])

function totalRow({ totals }: UsageReport): UsageRow {
  return { ...totals, key: '', label: '', about: {}, models: [], firstAt: undefined, lastAt: undefined }
}

/** A column in which nothing stands says nothing. */
function shownColumns(columns: readonly UsageColumn[], rows: readonly UsageRow[]): readonly UsageColumn[] {
  return columns.filter(column => SUMMED.has(column.id) || rows.some(row => column.text(row) !== ''))
}

/** On a page the newest is on top, and what has no time below all. */
function newestFirst({ report, rows }: UsageReport): readonly UsageRow[] {
  if (!UNITS.some(unit => unit === report)) return rows
  const timed = rows.filter(({ key }) => key !== '').reverse()
  return [...timed, ...rows.filter(({ key }) => key === '')]
}

function describeRows({ rows, rowCount }: UsageReport): string {
  if (rows.length >= rowCount) return formatNumberOf(rowCount, 'row')
  return `${formatInteger(rows.length)} of ${formatNumberOf(rowCount, 'row')}; the totals are those of all`
}

function shareOf({ costUsd }: UsageRow, { totals }: UsageReport): string {
  return costUsd === null || !totals.costUsd ? '' : formatShare(costUsd / totals.costUsd)
}

function barOf({ costUsd }: UsageRow, largest: number): number {
  return costUsd === null || largest === 0 ? 0 : costUsd / largest
}

interface HeadProps extends Pick<UsageColumn, 'id' | 'title' | 'isNumber' | 'isExtra'> {
  readonly sort: string | null
}

function SortHead({ id, title, isNumber, isExtra, sort }: HeadProps) {
  const state = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
  // Numbers are looked at from the large end, names from A on; a third time it is the report's own order.
  const [firstWay, secondWay] = isNumber ? [`-${id}`, id] : [id, `-${id}`]
  const next = sort === firstWay ? secondWay : sort === secondWay ? undefined : firstWay
  return (
    <th scope="col" class={cellClass({ isNumber, isExtra })} aria-sort={state}>
      <button type="button" class="sort-button" onClick={() => setQuery({ sort: next }, { replace: true })}>
        {title}
        <span class="sort-sign" aria-hidden="true">
          {state === undefined ? '' : state === 'ascending' ? '↑' : '↓'}
        </span>
      </button>
    </th>
  )
}

function cellClass({ isNumber, isExtra }: Pick<UsageColumn, 'isNumber' | 'isExtra'>): string {
  return [isNumber ? 'is-number' : 'is-text', isExtra ? 'is-extra' : ''].filter(name => name !== '').join(' ')
}

interface RowProps {
  readonly row: UsageRow
  readonly columns: readonly UsageColumn[]
  readonly home: string
  readonly index: number
  readonly share: string
  /** Of the largest, from 0 to 1. */
  readonly bar: number
}

function Row({ row, columns, home, index, share, bar }: RowProps) {
  const label = shortenPath({ home }, row.label) || shortenPath({ home }, row.key) || '(no name)'
  return (
    <tr data-row aria-rowindex={index}>
      <th scope="row" class="usage-name">
        <a class="usage-link" href={explainHref(row.key || row.label)} title={label}>
          {label}
        </a>
        {row.about.isCurrent === true ? <span class="quiet"> so far</span> : null}
      </th>
      {columns.map(column => (
        <td key={column.id} class={cellClass(column)} title={column.whole?.(row) || undefined} data-column={column.id}>
          {column.text(row)}
        </td>
      ))}
      <td class="usage-share is-extra">
        <span class="share-bar" style={{ width: `${(bar * BAR_REM).toFixed(2)}rem` }} />
        <span class="share-text number">{share}</span>
      </td>
    </tr>
  )
}

/** The same address with the row named in it. */
function explainHref(key: string): string {
  const query = Object.fromEntries(new URLSearchParams(location.search))
  return hrefTo('/usage', { ...query, explain: key, from: undefined })
}
