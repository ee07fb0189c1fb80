import { useMemo, useState } from 'preact/hooks'
import type { MissCause } from '../../../../query/context/context-report.ts'
import type { ContextPoint, InspectContext } from '../../../../query/inspect/inspect-context.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { formatUsd } from '../../../../text/money.ts'
import { Chart } from '../chart/chart.tsx'
import { Empty } from '../components/empty.tsx'
import { Money } from '../components/money.tsx'
import { Tokens } from '../components/tokens.tsx'
import { Answered, Go, Pager, type PanelProps, useInspect } from './inspect-panel.tsx'

/** Context and cumulative cost, request by request. */
export function CostPanel(props: PanelProps) {
  const answer = useInspect<InspectContext>(props, 'context')
  return (
    <Answered answer={answer}>
      {data =>
        data.points.length === 0 ? (
          <Empty title="No requests">No request of this conversation says what it used.</Empty>
        ) : (
          <>
            <CostSum data={data} />
            <Charts data={data} onGo={props.onGo} />
            <Misses data={data} onGo={props.onGo} />
            <TurnTable data={data} onGo={props.onGo} />
          </>
        )
      }
    </Answered>
  )
}

interface PartProps extends Pick<PanelProps, 'onGo'> {
  readonly data: InspectContext
}

function CostSum({ data }: { readonly data: InspectContext }) {
  const { cost, agentsCost, copiedCost, totals } = data
  return (
    <dl class="cost-sum">
      <div>
        <dt>Cost</dt>
        <dd>{cost ? <Money usd={cost.costUsd} isLowerBound={cost.isLowerBound} /> : 'unpriced'}</dd>
      </div>
      {agentsCost ? (
        <div>
          <dt>of that, agents</dt>
          <dd>
            <Money usd={agentsCost.costUsd} isLowerBound={agentsCost.isLowerBound} />
          </dd>
        </div>
      ) : null}
      {copiedCost ? (
        <div>
          <dt>copied, counted elsewhere</dt>
          <dd>
            <Money usd={copiedCost.costUsd} isLowerBound={copiedCost.isLowerBound} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt>Requests</dt>
        <dd class="number">{formatInteger(totals.requests)}</dd>
      </div>
      <div>
        <dt>Fullest context</dt>
        <dd>
          <Tokens count={totals.peakTokens} />
        </dd>
      </div>
      <div>
        <dt>Read from cache</dt>
        <dd class="number">{Math.round(totals.readShare * 100)} %</dd>
      </div>
    </dl>
  )
}

function Charts({ data, onGo }: PartProps) {
  const { points, compactions } = data
  const parts = useMemo(() => {
    const peak = points.reduce((most, { contextTokens }) => Math.max(most, contextTokens), 0)
    const hasWindow = points.some(point => windowOf(point, peak) !== null)
    const used = { label: 'Context', values: points.map(({ contextTokens }) => contextTokens), isFilled: true }
    const size = { label: 'Window', values: points.map(point => windowOf(point, peak)), tone: 'muted' as const }
    return {
      xs: points.map(({ number }) => number),
      context: hasWindow ? [used, size] : [used],
      cost: [{ label: 'Cost so far', values: points.map(({ totalUsd }) => totalUsd), isStepped: true, isFilled: true }],
      marks: compactions.flatMap(({ requestAfter, requestBefore }) => {
        const x = requestAfter ?? requestBefore
        return x === undefined ? [] : [{ x, label: 'compaction' }]
      }),
    }
  }, [points, compactions])
  const shared = {
    kind: 'line' as const,
    xs: parts.xs,
    marks: parts.marks,
    formatX: (x: number) => nameRequest(points, x),
    onPick: (at: number) => {
      const turn = points[at]?.turn
      if (turn !== undefined) onGo({ turn })
    },
  }
  return (
    <>
      <Chart {...shared} series={parts.context} formatY={formatCount} label="Tokens of context, request by request" />
      <Chart
        {...shared}
        series={parts.cost}
        formatY={formatUsd}
        label="Dollars so far, request by request"
        height={130}
      />
      <p class="inspect-note">
        {parts.marks.length > 0 ? `Dashed: ${formatNumberOf(parts.marks.length, 'compaction')}. ` : ''}
        {data.isThinned ? 'Of several requests the fullest is drawn. ' : ''}A click leads to the turn.
      </p>
    </>
  )
}

/** A window far beyond what was used would press everything to the ground. */
function windowOf({ windowTokens }: ContextPoint, peak: number): number | null {
  return windowTokens === undefined || windowTokens > peak * 4 ? null : windowTokens
}

/** Axes count requests; people think in turns. */
function nameRequest(points: readonly ContextPoint[], x: number): string {
  const point = points.findLast(({ number }) => number <= x)
  return point === undefined ? '' : `turn ${point.turn}`
}

const CAUSES: { readonly [Cause in MissCause]: string } = {
  compaction: 'compaction',
  'tool-results-cleared': 'old results cleared',
  'model-switch': 'another model',
  resume: 'resumed',
  idle: 'idle too long',
  unknown: 'unknown',
}

const SHOWN_MISSES = 8

/** Where a cached context was paid for again. */
function Misses({ data: { misses, totals }, onGo }: PartProps) {
  if (misses.length === 0) return null
  const costly = misses.toSorted((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0)).slice(0, SHOWN_MISSES)
  return (
    <>
      <h2>
        Cache misses <span class="count">{formatInteger(misses.length)}</span>
      </h2>
      <p class="inspect-note">
        <Tokens count={totals.missTokens} /> tokens paid for again
        {totals.missCostUsd === null ? '' : `, ${formatUsd(totals.missCostUsd)} more than from the cache`}.
        {misses.length > costly.length ? ' The costliest:' : ''}
      </p>
      <table class="table inspect-table" aria-label="Cache misses">
        <thead>
          <tr>
            <th scope="col">Turn</th>
            <th scope="col">Cause</th>
            <th scope="col" class="is-number">
              Tokens
            </th>
            <th scope="col" class="is-number">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {costly.map(miss => (
            <tr key={miss.request}>
              <td>
                <Go place={{ turn: miss.turn }} onGo={onGo} />
              </td>
              <td>{CAUSES[miss.cause]}</td>
              <td class="is-number">{formatCount(miss.tokens)}</td>
              <td class="is-number">{miss.costUsd === null ? 'unpriced' : formatUsd(miss.costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const PAGE = 25

/** The same numbers as the charts, for those who want to read them. */
function TurnTable({ data: { turns }, onGo }: PartProps) {
  const [from, setFrom] = useState(0)
  const shown = turns.slice(from, from + PAGE)
  return (
    <details class="inspect-more">
      <summary>As a table, by turn</summary>
      <table class="table inspect-table" aria-label="Context and cost by turn">
        <thead>
          <tr>
            <th scope="col">Turn</th>
            <th scope="col" class="is-number">
              Requests
            </th>
            <th scope="col" class="is-number">
              Fullest
            </th>
            <th scope="col" class="is-number">
              Cost so far
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ turn, requests, peakTokens, totalUsd }) => (
            <tr key={turn}>
              <td>
                <Go place={{ turn }} onGo={onGo} />
              </td>
              <td class="is-number">{formatInteger(requests)}</td>
              <td class="is-number">{formatCount(peakTokens)}</td>
              <td class="is-number">{formatUsd(totalUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager from={from} shown={shown.length} total={turns.length} size={PAGE} what="turns" onFrom={setFrom} />
    </details>
  )
}
