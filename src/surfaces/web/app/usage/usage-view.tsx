import type { FilterValues } from '../../../../query/search/list-filter-values.ts'
import type { UsageReport } from '../../../../query/usage/usage-report.ts'
import { accuracyParts } from '../../../../render/usage-words.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { type Answer, useApi } from '../api.ts'
import { Empty } from '../components/empty.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { PeriodField } from '../components/period.tsx'
import { ChoiceField, ProjectField } from '../components/scope-fields.tsx'
import { Tabs } from '../components/tabs.tsx'
import { useKeys } from '../keys.ts'
import { setQuery, useRoute } from '../router.ts'
import { useTitle } from '../title.ts'
import { ExplainedRow } from './explained-row.tsx'
import { PeriodNumbers } from './period-numbers.tsx'
import { UsageChart } from './usage-chart.tsx'
import { REPORTS, type Report, scopeOf, type UsageQuery, useUsageQuery } from './usage-query.ts'
import { UsageTable } from './usage-table.tsx'

/** More rows than anybody reads; the totals are those of all. */
const MAX_ROWS = 2000
const PANEL = 'usage-panel'
/** What a row was, is another one in another scope. */
const DROPPED = ['explain', 'from']

/** What was spent, from the same queries as `backscroll usage`. */
export function View() {
  const usage = useUsageQuery()
  const scope = scopeOf(usage)
  const report = useApi<UsageReport>(
    scope ? '/usage' : undefined,
    { ...scope, by: usage.by, limit: MAX_ROWS },
    { refetchOn: 'index' },
  )
  const label = REPORTS.find(({ id }) => id === usage.by)?.label ?? ''
  useTitle(`Usage by ${label.toLowerCase()}`)
  useKeys('Usage', [
    { keys: [']'], says: 'next table', run: () => goTo(moveBy(usage.by, 1)) },
    { keys: ['['], says: 'table before', run: () => goTo(moveBy(usage.by, -1)) },
    { keys: ['j'], says: 'next row', run: () => moveFocus(1) },
    { keys: ['k'], says: 'row before', run: () => moveFocus(-1) },
    ...(usage.explain === undefined
      ? []
      : [{ keys: ['Esc'], says: 'back to the table', run: () => setQuery({ explain: undefined, from: undefined }) }]),
  ])
  return (
    <div class="page usage-view">
      <div class="page-head">
        <h1>Usage</h1>
        <span class="quiet">API-equivalent{report.data ? ` · ${report.data.zone}` : ''}</span>
      </div>
      <UsageFilters usage={usage} />
      {report.error && usage.explain === undefined ? <ErrorBox error={report.error} retry={report.reload} /> : null}
      <Content usage={usage} report={report} />
    </div>
  )
}

function Content({
  usage,
  report: { data, error, isLoading },
}: {
  readonly usage: UsageQuery
  readonly report: Answer<UsageReport>
}) {
  if (!data) return error ? null : <Loading text="Adding up" />
  if (data.totals.requests === 0) return <NothingSpent />
  return (
    <>
      <PeriodNumbers report={data} usage={usage} />
      <p class="accuracy">{accuracyParts(data.accuracy).join(' · ')}</p>
      <UsageChart usage={usage} />
      <Tabs label="Tables" tabs={REPORTS} current={usage.by} onChange={goTo} panel={PANEL} />
      <div
        id={PANEL}
        role="tabpanel"
        aria-label={REPORTS.find(({ id }) => id === usage.by)?.label ?? ''}
        aria-busy={isLoading}
      >
        {usage.explain === undefined ? (
          data.report === usage.by ? (
            <UsageTable report={data} />
          ) : (
            <Loading text="Adding up" />
          )
        ) : (
          <ExplainedRow usage={usage} wanted={usage.explain} />
        )}
      </div>
    </>
  )
}

function UsageFilters({ usage }: { readonly usage: UsageQuery }) {
  const models = useApi<FilterValues>('/search/choices', { filter: 'model', limit: 100 })
  return (
    <div class="fields file-filters">
      <PeriodField period={usage.asked.period} also={DROPPED} />
      <ProjectField
        value={usage.project}
        onChange={project => setQuery({ project, explain: undefined, from: undefined })}
      />
      <ChoiceField
        label="Model"
        all="All models"
        value={usage.model}
        choices={(models.data?.values ?? []).map(({ value }) => ({ value, label: sanitizeLine(value) }))}
        onChange={model => setQuery({ model, explain: undefined, from: undefined })}
      />
    </div>
  )
}

function NothingSpent() {
  const { query } = useRoute()
  const isAll = query.get('last') === 'all'
  return (
    <Empty title={isAll ? 'No request is kept yet.' : 'No request in this period.'}>
      <p>
        {isAll ? null : (
          <button
            type="button"
            class="button"
            onClick={() =>
              setQuery({ last: 'all', since: undefined, until: undefined, project: undefined, model: undefined })
            }
          >
            Show all there is
          </button>
        )}
      </p>
    </Empty>
  )
}

function goTo(by: Report): void {
  setQuery({ by, explain: undefined, from: undefined, sort: undefined })
}

function moveBy(by: Report, step: number): Report {
  const at = REPORTS.findIndex(({ id }) => id === by)
  return REPORTS[(at + step + REPORTS.length) % REPORTS.length]?.id ?? by
}

function moveFocus(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#usage-panel .usage-link')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
