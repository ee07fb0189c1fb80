import type { UsageReport } from '../../../../query/usage/usage-report.ts'
import { formatCount, formatInteger } from '../../../../text/count.ts'
import { formatCost } from '../../../../text/money.ts'
import { useApi } from '../api.ts'
import { scopeOf, type UsageQuery } from './usage-query.ts'

/** The numbers of the whole period. */
export function PeriodNumbers({
  report: { totals },
  usage,
}: {
  readonly report: UsageReport
  readonly usage: UsageQuery
}) {
  const scope = scopeOf(usage)
  const sessions = useApi<UsageReport>(
    scope ? '/usage' : undefined,
    { ...scope, by: 'sessions', limit: 1 },
    { refetchOn: 'index' },
  )
  return (
    <dl class="totals" aria-label="Totals">
      <div class="total-cost">
        <dt>Cost</dt>
        <dd data-total="cost">{formatCost(totals)}</dd>
        {totals.unpricedTokens > 0 ? (
          <dd class="total-note">at least: {formatCount(totals.unpricedTokens)} tokens have no price</dd>
        ) : totals.isLowerBound ? (
          <dd class="total-note">at least: some requests have no final count</dd>
        ) : null}
      </div>
      <Total name="Tokens" id="tokens" count={totals.totalTokens} />
      <Total name="Input" id="input" count={totals.inputTokens} />
      <Total name="Output" id="output" count={totals.outputTokens} isLowerBound={totals.unfinished > 0} />
      <Total name="Cache write" id="write" count={totals.cacheWriteTokens} />
      <Total name="Cache read" id="read" count={totals.cacheReadTokens} />
      <Total name="Requests" id="requests" count={totals.requests} />
      <Total name="Sessions" id="sessions" count={sessions.data?.rowCount} />
    </dl>
  )
}

interface TotalProps {
  readonly name: string
  readonly id: string
  readonly count: number | undefined
  readonly isLowerBound?: boolean
}

function Total({ name, id, count, isLowerBound = false }: TotalProps) {
  const whole = count === undefined ? '' : formatInteger(count)
  return (
    <div>
      <dt>{name}</dt>
      <dd data-total={id} data-value={count} title={whole}>
        {count === undefined ? '…' : `${formatCount(count)}${isLowerBound ? '+' : ''}`}
      </dd>
    </div>
  )
}
