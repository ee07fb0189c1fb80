import type { Overview } from '../../../query/overview.ts'
import type { SessionRow } from '../../../query/session-row.ts'
import { describeExpiring } from '../../../render/keep-words.ts'
import { formatCount, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { formatAge } from '../../../time/age.ts'
import { rowsOfSessions } from './screen-row.ts'
import type { Home } from './state.ts'

/** The overview as the screen shows it while nothing is searched for. */
export function buildHome(
  { totals, expiring, roots }: Pick<Overview, 'totals' | 'expiring' | 'roots'>,
  sessions: readonly SessionRow[],
  more: {
    readonly now: number
    readonly isDemo: boolean
    /** The archive goes with the screen, so it keeps nothing. */
    readonly isTemporary: boolean
    isPinned(sessionId: string): boolean
  },
): Home {
  const off = roots.filter(root => root.isWritingOff).map(root => sanitizeLine(root.keepsDaysSetBy ?? root.path))
  const soon = describeExpiring({
    count: expiring.length,
    kept: more.isTemporary ? 0 : expiring.filter(session => session.isKept).length,
  })
  return {
    rows: rowsOfSessions(sessions, {
      now: more.now,
      expiring: new Set(expiring.map(({ path }) => path)),
      isPinned: more.isPinned,
    }),
    totals: [
      `${formatNumberOf(totals.sessions, 'session')} in ${formatNumberOf(totals.projects, 'project')}`,
      ...(more.isDemo ? ['the demo set'] : []),
      ...(totals.lastAt === undefined ? [] : [`last active ${formatAge(Date.parse(totals.lastAt), more.now)}`]),
      formatNumberOf(totals.turns, 'turn'),
      formatNumberOf(totals.toolCalls, 'tool call'),
      `${formatCount(totals.tokens.total)} tokens`,
    ],
    warnings: [
      ...off.map(path => `Claude Code keeps no transcripts: cleanupPeriodDays is 0 in ${path}`),
      ...(soon === undefined ? [] : [`${soon}.`]),
    ],
  }
}
