import type { WorkTotals } from '../../../query/story/work-totals.ts'
import { formatChangedLines } from '../../../text/changed-lines.ts'
import { formatCount, formatNumberOf } from '../../../text/count.ts'
import { formatCost } from '../../../text/money.ts'
import { formatDuration } from '../../../time/duration.ts'

/** Numbers of some work as short facts; what is zero is left out. */
export function describeTotals(totals: WorkTotals): readonly string[] {
  const { sessions, turns, activeMs, files, commits, pullRequests, testRuns, failedTestRuns, open, usage } = totals
  const lines = formatChangedLines({ added: totals.linesAdded, removed: totals.linesRemoved })
  return [
    activeMs > 0 ? `${formatDuration(activeMs)} of work` : '',
    sessions > 0 ? formatNumberOf(sessions, 'session') : 'no prompt',
    turns > 0 ? formatNumberOf(turns, 'turn') : '',
    files > 0 ? `${formatNumberOf(files, 'file')}${lines === '' ? '' : ` ${lines}`}` : '',
    commits > 0 ? formatNumberOf(commits, 'commit') : '',
    pullRequests > 0 ? formatNumberOf(pullRequests, 'pull request') : '',
    testRuns > 0
      ? `${formatNumberOf(testRuns, 'test run')}${failedTestRuns > 0 ? `, ${failedTestRuns} failed` : ''}`
      : '',
    open > 0 ? `${open} open` : '',
    usage && usage.totalTokens > 0 ? `${formatCount(usage.totalTokens)} tokens` : '',
    usage && usage.totalTokens > 0 && usage.costUsd !== null ? formatCost(usage) : '',
  ].filter(part => part !== '')
}
