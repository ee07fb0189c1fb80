import type { ExplainedPage } from '../../../../query/usage/explain-page.ts'
import { requestMarks, shortModel } from '../../../../render/usage-words.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { formatCost, markBound } from '../../../../text/money.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shortenPath } from '../../../../text/shorten-path.ts'
import { createZone } from '../../../../time/zone.ts'
import { useAbout } from '../about.ts'
import { useApi } from '../api.ts'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { TableScroll } from '../components/table-scroll.tsx'
import { hrefTo, setQuery, useRoute } from '../router.ts'
import { REPORTS, scopeOf, type UsageQuery } from './usage-query.ts'

const PAGE_SIZE = 200

type ExplainedRequest = ExplainedPage['requests'][number]

/** The requests behind one row, as `--explain` lists them. */
export function ExplainedRow({ usage, wanted }: { readonly usage: UsageQuery; readonly wanted: string }) {
  const { query } = useRoute()
  const about = useAbout()
  const scope = scopeOf(usage)
  const offset = Math.max(0, Math.floor(Number(query.get('from') ?? 0)) || 0)
  const { data, error, reload } = useApi<ExplainedPage>(scope ? '/usage/explain' : undefined, {
    ...scope,
    by: usage.by,
    key: wanted,
    limit: PAGE_SIZE,
    offset,
  })
  const name = REPORTS.find(({ id }) => id === usage.by)?.label ?? ''
  const home = about?.home ?? ''
  return (
    <div class="explained">
      <p class="crumbs">
        <button type="button" class="text-button" onClick={() => setQuery({ explain: undefined, from: undefined })}>
          All by {name.toLowerCase()}
        </button>
      </p>
      {error ? <ErrorBox error={error} retry={reload} /> : null}
      {data ? (
        <Requests page={data} home={home} zoneName={about?.zone ?? 'UTC'} />
      ) : error ? null : (
        <Loading text="Looking up the requests" />
      )}
    </div>
  )
}

interface RequestsProps {
  readonly page: ExplainedPage
  readonly home: string
  readonly zoneName: string
}

function Requests({ page, home, zoneName }: RequestsProps) {
  const { label, key, requests, requestCount, offset, totals } = page
  const zone = createZone(zoneName)
  const place = placeHref(page)
  const timeOf = (at: string | undefined): string =>
    at === undefined || !zone ? '' : `${zone.dayOf(Date.parse(at))} ${zone.timeOf(Date.parse(at))}`
  return (
    <>
      <h2 class="explained-title">{shortenPath({ home }, label || key) || '(no name)'}</h2>
      {place === undefined ? null : (
        <p class="explained-place">
          <a href={place}>Read it in the session</a>
        </p>
      )}
      <p class="search-said" role="status">
        {formatNumberOf(requestCount, 'request')}
        {requestCount > requests.length
          ? `, ${formatInteger(offset + 1)} to ${formatInteger(offset + requests.length)} shown; the sum is that of all`
          : ''}
      </p>
      <TableScroll label="Requests">
        <table class="table requests-table">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Model</th>
              {NUMBERS.map(({ title }) => (
                <th key={title} scope="col" class="is-number">
                  {title}
                </th>
              ))}
              <th scope="col" class="is-number">
                Cost
              </th>
              <th scope="col">How</th>
            </tr>
          </thead>
          <tbody>
            {requests.map(request => (
              <tr key={request.key}>
                <th scope="row" class="request-time">
                  <a class="usage-link" href={requestHref(request)}>
                    {timeOf(request.firstAt) || 'no time'}
                  </a>
                </th>
                <td>{shortModel(request.model)}</td>
                {NUMBERS.map(({ title, of }) => (
                  <td key={title} class="is-number" title={formatInteger(of(request))}>
                    {markBound(formatCount(of(request)), title === 'Output' && request.isUnfinished)}
                  </td>
                ))}
                <td class="is-number">
                  {formatCost({
                    costUsd: request.shareUsd,
                    isLowerBound: request.isUnfinished && !request.isRecordedCost,
                  })}
                </td>
                <td class="request-how">
                  {requestMarks(request).join(' · ')}{' '}
                  <span class="quiet" title={shortenPath({ home }, request.winner.file)}>
                    {nameOf(request.winner.file)}:{request.winner.line}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Sum</th>
              <td />
              {NUMBERS.map(({ title, sum }) => (
                <td key={title} class="is-number">
                  {formatCount(totals[sum])}
                </td>
              ))}
              <td class="is-number" data-sum="cost">
                {formatCost(totals)}
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </TableScroll>
      <Pages count={requestCount} offset={offset} />
    </>
  )
}

/** Where a row that is a session or a prompt can be read. */
function placeHref({ report, key }: Pick<ExplainedPage, 'report' | 'key'>): string | undefined {
  if (report === 'sessions') return hrefTo(`/session/${encodeURIComponent(key)}`)
  const [, id, turn] = (report === 'prompts' && /^(.+):(\d+)$/.exec(key)) || []
  return id === undefined ? undefined : hrefTo(`/session/${encodeURIComponent(id)}`, { turn })
}

const NUMBERS = [
  { title: 'Input', of: (request: ExplainedRequest) => request.inputTokens, sum: 'inputTokens' },
  { title: 'Output', of: (request: ExplainedRequest) => request.outputTokens, sum: 'outputTokens' },
  { title: 'Write 5m', of: (request: ExplainedRequest) => request.cacheWrite5mTokens, sum: 'cacheWrite5mTokens' },
  { title: 'Write 1h', of: (request: ExplainedRequest) => request.cacheWrite1hTokens, sum: 'cacheWrite1hTokens' },
  { title: 'Read', of: (request: ExplainedRequest) => request.cacheReadTokens, sum: 'cacheReadTokens' },
] as const

/** Folders of transcripts are long and say little. */
function nameOf(file: string): string {
  return sanitizeLine(file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)) || 'line'
}

/** The entry it stands in; where nobody knows it, the turn. */
function requestHref({ sessionId, entryUuid, agent, turn }: ExplainedRequest): string {
  return hrefTo(`/session/${encodeURIComponent(sessionId)}`, {
    turn: entryUuid === undefined ? String(turn) : undefined,
    entry: entryUuid,
    agent,
  })
}

function Pages({ count, offset }: { readonly count: number; readonly offset: number }) {
  if (count <= PAGE_SIZE) return null
  const goTo = (from: number): void => setQuery({ from: from <= 0 ? undefined : String(from) })
  return (
    <p class="explained-pages">
      <button type="button" class="button" disabled={offset === 0} onClick={() => goTo(offset - PAGE_SIZE)}>
        Earlier
      </button>{' '}
      <button
        type="button"
        class="button"
        disabled={offset + PAGE_SIZE >= count}
        onClick={() => goTo(offset + PAGE_SIZE)}
      >
        Later
      </button>
    </p>
  )
}
