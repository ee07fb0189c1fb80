import type { HomeReport } from '../../../../query/home/home-report.ts'
import { formatCount } from '../../../../text/count.ts'
import { Money } from '../components/money.tsx'
import { Tokens } from '../components/tokens.tsx'
import { DayBars } from './day-bars.tsx'

/** Today, a week and a month in money and tokens, and the month day by day. */
export function UsageGlance({ usage }: Pick<HomeReport, 'usage'>) {
  if (!usage) return null
  const spans = [
    { name: 'Today', numbers: usage.today },
    { name: '7 days', numbers: usage.last7Days },
    { name: '30 days', numbers: usage.last30Days },
  ]
  return (
    <section aria-labelledby="usage-glance">
      <h2 id="usage-glance">
        <a href="/usage">Usage</a>
      </h2>
      <dl class="glance">
        {spans.map(({ name, numbers }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="glance-cost">
              <Money usd={numbers.requests === 0 ? 0 : numbers.costUsd} isLowerBound={numbers.isLowerBound} />
            </dd>
            <dd class="quiet" title={`${formatCount(numbers.requests)} requests`}>
              <Tokens count={numbers.totalTokens} /> tokens
            </dd>
          </div>
        ))}
      </dl>
      <DayBars days={usage.days} />
    </section>
  )
}
