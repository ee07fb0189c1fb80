import type { HomeReport } from '../../../../query/home/home-report.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../../text/count.ts'

/** Everything there is, in one line. */
export function TotalsLine({ report: { totals } }: { readonly report: HomeReport }) {
  const parts = [
    `${formatNumberOf(totals.sessions, 'session')} in ${formatNumberOf(totals.projects, 'project')}`,
    formatNumberOf(totals.turns, 'turn'),
    formatNumberOf(totals.toolCalls, 'tool call'),
    `${formatCount(totals.tokens.total)} tokens`,
    totals.keptOnly > 0 ? `${formatInteger(totals.keptOnly)} kept in the archive only` : '',
  ]
  return <p class="home-totals quiet">{parts.filter(part => part !== '').join(' · ')}</p>
}
