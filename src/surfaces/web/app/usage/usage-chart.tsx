import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { UsageReport } from '../../../../query/usage/usage-report.ts'
import { formatCount, formatNumberOf } from '../../../../text/count.ts'
import { formatUsd } from '../../../../text/money.ts'
import { useApi } from '../api.ts'
import { Chart } from '../chart/chart.tsx'
import { Chip } from '../components/chip.tsx'
import { shortDay } from '../home/name-day.ts'
import { setQuery } from '../router.ts'
import { chartData } from './chart-data.ts'
import { type Amount, type Split, scopeOf, UNITS, type Unit, type UsageQuery } from './usage-query.ts'

const UNIT_WORDS: { readonly [Name in Unit]: string } = { daily: 'Day', weekly: 'Week', monthly: 'Month' }
const SPLIT_WORDS: { readonly [Name in Split]: string } = { models: 'Models', projects: 'Projects', none: 'Whole' }
const AMOUNT_WORDS: { readonly [Name in Amount]: string } = { cost: 'Cost', tokens: 'Tokens' }
/** More days than anybody has worked with it. */
const MAX_ROWS = 2000
const CHART_PX = 220

/** What was spent over time. The table by day says the same for those who do not see it. */
export function UsageChart({ usage }: { readonly usage: UsageQuery }) {
  const { unit, split, amount } = usage
  const scope = scopeOf(usage)
  const { data } = useApi<UsageReport>(
    scope ? '/usage' : undefined,
    { ...scope, by: unit, breakdown: split, limit: MAX_ROWS },
    { refetchOn: 'index' },
  )
  const drawn = useMemo(() => data && chartData(data, { unit, split, amount }), [data, unit, split, amount])
  const format = amount === 'cost' ? formatUsd : formatCount
  return (
    <section class="usage-chart" aria-label="Over time">
      <div class="usage-switches">
        <Switch label="By">
          {UNITS.map(name => (
            <Chip key={name} isOn={name === unit} onClick={() => setQuery(unitQuery(usage, name))}>
              {UNIT_WORDS[name]}
            </Chip>
          ))}
        </Switch>
        <Switch label="Split by">
          {(['models', 'projects', 'none'] as const).map(name => (
            <Chip
              key={name}
              isOn={name === split}
              onClick={() => setQuery({ split: name === 'models' ? undefined : name })}
            >
              {SPLIT_WORDS[name]}
            </Chip>
          ))}
        </Switch>
        <Switch label="Show">
          {(['cost', 'tokens'] as const).map(name => (
            <Chip
              key={name}
              isOn={name === amount}
              onClick={() => setQuery({ show: name === 'cost' ? undefined : name })}
            >
              {AMOUNT_WORDS[name]}
            </Chip>
          ))}
        </Switch>
      </div>
      <div class="usage-plot" style={{ minHeight: `${CHART_PX}px` }}>
        {drawn && drawn.keys.length > 0 ? (
          <Chart
            kind="bars"
            xs={drawn.keys.map((_, at) => at)}
            series={drawn.series}
            formatX={x => drawn.keys[x] ?? ''}
            formatTick={x => (unit === 'daily' ? shortDay(drawn.keys[x] ?? '') : (drawn.keys[x] ?? ''))}
            formatY={format}
            label={`${AMOUNT_WORDS[amount]} by ${UNIT_WORDS[unit].toLowerCase()}`}
            height={CHART_PX}
            onPick={at => setQuery({ by: unit, explain: drawn.keys[at], from: undefined, sort: undefined })}
          />
        ) : null}
      </div>
      {drawn && drawn.leftOut > 0 ? (
        <p class="quiet">{formatNumberOf(drawn.leftOut, 'earlier row')} not drawn: the table has them.</p>
      ) : null}
    </section>
  )
}

function Switch({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <fieldset class="period usage-switch">
      <legend>{label}</legend>
      <div class="period-choices">{children}</div>
    </fieldset>
  )
}

/** A table by time follows the chart. */
function unitQuery({ by }: UsageQuery, unit: Unit): Record<string, string | undefined> {
  if (!UNITS.some(name => name === by)) return { unit: unit === 'daily' ? undefined : unit }
  return { by: unit, unit: undefined, explain: undefined, from: undefined }
}
