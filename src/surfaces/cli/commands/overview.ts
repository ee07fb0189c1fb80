import { buildOverview, type Overview, type ProjectRow } from '../../../query/overview.ts'
import { describeExpiring } from '../../../render/keep-words.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { cutToWidth } from '../../../text/width.ts'
import { formatAge } from '../../../time/age.ts'
import { formatDay } from '../../../time/day.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askLibrary } from '../ask-library.ts'
import { syncFirst } from '../freshen.ts'
import { offerRetention } from '../offer-retention.ts'
import { reportNoTranscripts, reportProblems } from '../report-problems.ts'

const MAX_PROJECTS = 15
const MAX_EXPIRING = 5

/** What is on this machine, at one glance: a screen to search in, or text and one hint what to do next. */
export async function run(app: App): Promise<Outcome> {
  const request = { now: app.now(), threads: app.threads }
  const keep = await syncFirst(app)
  if (app.signal.aborted) {
    keep?.close()
    return 'interrupted'
  }
  if (app.opensScreen) {
    const { openScreen } = await import('../screen/open-screen.ts')
    const outcome = await openScreen(app, keep)
    if (outcome !== undefined) return outcome
  }
  const overview = await askLibrary(app, keep, library => buildOverview(library, request))
  const isEmpty = overview.totals.sessions === 0
  if (app.json) printJson(app, { ...overview })
  else {
    reportProblems(app, overview.problems)
    if (isEmpty) reportNoTranscripts(app)
    else app.out.lines(formatOverview(app, overview))
    await offerRetention(app)
  }
  if (overview.problems.length > 0) return 'incomplete'
  return isEmpty ? 'nothing' : 'found'
}

function formatOverview(app: App, overview: Overview): string[] {
  return [
    ...formatTotals(app, overview),
    '',
    ...formatProjects(app, overview.projects),
    ...formatExpiring(app, overview),
    ...formatHint(app, overview),
  ]
}

function formatTotals(app: App, { totals, roots, keep }: Overview): string[] {
  const { colors } = app
  const sessions = formatNumberOf(totals.sessions, 'session')
  const projects = formatNumberOf(totals.projects, 'project')
  const last = totals.lastAt ? `, last active ${formatAge(Date.parse(totals.lastAt), app.now())}` : ''
  const numbers = [
    formatNumberOf(totals.turns, 'turn'),
    formatNumberOf(totals.toolCalls, 'tool call'),
    `${formatCount(totals.tokens.total)} tokens`,
  ]
  const places = roots.filter(root => root.sessions > 0).map(root => shortenPath(app, root.path))
  const from = app.isDemo ? 'the demo set' : places.join(', ')
  const detail = `${numbers.join(', ')}, from ${from || 'the archive'}`
  return [
    colors.bold(`${sessions} in ${projects}${last}`),
    colors.dim(cutToWidth(detail, app.columns)),
    ...(keep ? [colors.dim(cutToWidth(formatKeep(app, keep), app.columns))] : []),
  ]
}

function formatKeep(app: App, { path, sessions, keptOnly }: NonNullable<Overview['keep']>): string {
  const gone = keptOnly > 0 ? `, ${formatInteger(keptOnly)} of them in no other place` : ''
  return `${formatNumberOf(sessions, 'session')} kept in ${shortenPath(app, path)}${gone}`
}

function formatProjects(app: App, projects: readonly ProjectRow[]): string[] {
  const columns: Column[] = [
    { title: 'PROJECT', isFlexible: true, minWidth: 12, maxWidth: 32, dropOrder: 0, style: app.colors.cyan },
    { title: 'SESSIONS', align: 'right', dropOrder: 0 },
    { title: 'TURNS', align: 'right', dropOrder: 3 },
    { title: 'TOKENS', align: 'right', dropOrder: 2 },
    { title: 'LAST', align: 'right', dropOrder: 1 },
    { title: 'PATH', isFlexible: true, minWidth: 16, dropOrder: 4, keeps: 'end', style: app.colors.dim },
  ]
  const rows = projects
    .slice(0, MAX_PROJECTS)
    .map(project => [
      sanitizeLine(project.name),
      String(project.sessions),
      String(project.turns),
      formatCount(project.tokens),
      project.lastActiveAt ? formatAge(Date.parse(project.lastActiveAt), app.now()) : '',
      shortenPath(app, project.project),
    ])
  const more = projects.length - MAX_PROJECTS
  return [
    ...formatTable({ columns, rows, width: app.columns, titleStyle: app.colors.dim }),
    ...(more > 0 ? [app.colors.dim(`and ${formatNumberOf(more, 'more project', 'more projects')}`)] : []),
  ]
}

function formatExpiring(app: App, { expiring, roots }: Overview): string[] {
  const off = roots.filter(root => root.isWritingOff).map(root => sanitizeLine(root.keepsDaysSetBy ?? root.path))
  const notes = off.map(path =>
    app.colors.yellow(`Claude Code keeps no transcripts: cleanupPeriodDays is 0 in ${path}`),
  )
  if (expiring.length === 0) return notes.length > 0 ? ['', ...notes] : []
  const rows = expiring.slice(0, MAX_EXPIRING).map(session => {
    const at = Date.parse(session.deletesAt ?? '')
    const when = at <= app.now() ? 'at its next start' : `${formatDay(at)} (${formatAge(at, app.now())})`
    return [session.shortId, sanitizeLine(session.title), sanitizeLine(session.projectName), when]
  })
  const columns: Column[] = [
    { title: 'ID', dropOrder: 0, style: app.colors.yellow },
    { title: 'TITLE', isFlexible: true, minWidth: 16, dropOrder: 0 },
    { title: 'PROJECT', isFlexible: true, minWidth: 8, maxWidth: 22, dropOrder: 1, style: app.colors.cyan },
    { title: 'DELETED', dropOrder: 0 },
  ]
  const table = formatTable({ columns, rows, width: app.columns, titleStyle: app.colors.dim })
  const kept = expiring.filter(session => session.isKept).length
  const more = expiring.length - MAX_EXPIRING
  return [
    ...notes,
    '',
    app.colors.yellow(`${describeExpiring({ count: expiring.length, kept })}:`),
    ...table,
    ...(more > 0 ? [app.colors.dim(`and ${formatInteger(more)} more`)] : []),
  ]
}

function formatHint(app: App, { newest }: Overview): string[] {
  if (!newest) return []
  const command = `${app.commandName} show ${newest.shortId}`
  const room = app.columns - `Next: ${command}  `.length
  return [
    '',
    `Next: ${app.colors.bold(command)}  ${app.colors.dim(cutToWidth(sanitizeLine(newest.title), room))}`.trimEnd(),
  ]
}
