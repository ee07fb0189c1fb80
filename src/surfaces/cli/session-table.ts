import type { SessionRow } from '../../query/session-row.ts'
import { formatCount } from '../../text/count.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { type Column, formatTable } from '../../text/table.ts'
import { cutToWidth } from '../../text/width.ts'
import { formatAge } from '../../time/age.ts'
import { formatDuration } from '../../time/duration.ts'
import type { App } from './app.ts'

/** Sessions as a table that fits the terminal. */
export function formatSessionTable(app: App, sessions: readonly SessionRow[]): string[] {
  const { colors } = app
  const columns: Column[] = [
    { title: 'ID', dropOrder: 0, style: colors.yellow },
    { title: '', dropOrder: 8, style: colors.dim },
    { title: 'TITLE', isFlexible: true, minWidth: 26, dropOrder: 0, style: colors.bold },
    { title: 'PROJECT', isFlexible: true, minWidth: 8, maxWidth: 22, dropOrder: 2, style: colors.cyan },
    { title: 'BRANCH', isFlexible: true, minWidth: 8, maxWidth: 18, dropOrder: 6, style: colors.green },
    { title: 'TURNS', align: 'right', dropOrder: 3 },
    { title: 'TOOLS', align: 'right', dropOrder: 7 },
    { title: 'TOKENS', align: 'right', dropOrder: 4 },
    { title: 'ACTIVE', align: 'right', dropOrder: 5 },
    { title: 'LAST', align: 'right', dropOrder: 1, style: colors.dim },
  ]
  const rows = sessions.map(session => formatRow(session, app.now()))
  const table = formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim })
  const isMarked = sessions.some(session => session.keptOnly)
  return isMarked
    ? [...table, colors.dim(cutToWidth(`${KEPT_ONLY} no longer on disk: kept in the archive only`, app.tableColumns))]
    : table
}

const KEPT_ONLY = '*'

function formatRow(session: SessionRow, now: number): string[] {
  const last = session.endedAt ?? session.changedAt
  return [
    session.shortId,
    session.keptOnly ? KEPT_ONLY : '',
    shownTitle(session.title),
    session.projectName,
    session.branch ?? '',
    session.otherTurns > 0 ? `${session.turns}+${session.otherTurns}` : String(session.turns),
    String(session.toolCalls),
    formatCount(session.tokens.total),
    session.activeMs > 0 ? formatDuration(session.activeMs) : '',
    last ? formatAge(Date.parse(last), now) : '',
  ].map(sanitizeLine)
}
