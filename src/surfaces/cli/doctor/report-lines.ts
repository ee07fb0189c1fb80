import type { DoctorReport, UnknownRow } from '../../../query/doctor.ts'
import { clientCheckParts } from '../../../render/client-check-words.ts'
import { doctorVerdict } from '../../../render/keep-words.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { formatUsd } from '../../../text/money.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { wrapText } from '../../../text/wrap.ts'
import { formatAge } from '../../../time/age.ts'
import { formatDay } from '../../../time/day.ts'
import type { App } from '../app.ts'

const MAX_ROWS = 12

/** How completely the transcripts are understood, without the verdict. */
export function formatReport(app: App, report: DoctorReport): string[] {
  return [
    ...formatCounts(app, report),
    '',
    ...formatRoots(app, report),
    ...formatProblems(app, report),
    ...formatBadLines(app, report),
    ...formatUnknown(
      app,
      'kind of line that is not known yet',
      'kinds of line that are not known yet',
      report.unknownKinds,
    ),
    ...formatUnknown(app, 'key that is not known yet', 'keys that are not known yet', report.unknownKeys),
    ...formatUnknown(app, 'word that is not known yet', 'words that are not known yet', report.unknownValues),
    ...formatSkipped(app, report),
    ...formatLeftovers(app, report),
    ...formatKeep(app, report),
    ...formatClientTotals(app, report),
  ]
}

function formatCounts(app: App, { files, sessions, bytes, entries }: DoctorReport): string[] {
  const parsed = `${formatInteger(files.parsed)} of ${formatNumberOf(files.seen, 'file')}`
  return [
    app.colors.bold(`Read ${parsed}, ${formatNumberOf(sessions, 'session')}`),
    app.colors.dim(`${formatBytes(bytes)}, ${formatNumberOf(entries, 'entry', 'entries')}`),
  ]
}

export function formatRoots(app: App, { roots }: Pick<DoctorReport, 'roots'>): string[] {
  const columns: Column[] = [
    { title: 'ROOT', isFlexible: true, minWidth: 16, keeps: 'end', dropOrder: 0 },
    { title: 'SESSIONS', align: 'right', dropOrder: 1 },
    { title: 'KEPT FOR', dropOrder: 0 },
    { title: 'NEXT DELETION', dropOrder: 0 },
    { title: 'THIS WEEK', align: 'right', dropOrder: 2 },
  ]
  const rows = roots.map(root => {
    const days =
      root.keepsDays === undefined
        ? 'ever'
        : `${formatNumberOf(root.keepsDays, 'day')}${root.keepsDaysSetBy ? '' : ' (default)'}`
    const next = root.nextDeletionAt === undefined ? Number.NaN : Date.parse(root.nextDeletionAt)
    const when = Number.isNaN(next) ? 'none' : next <= app.now() ? 'at its next start' : formatDay(next)
    const kept = root.isWritingOff ? 'not written at all' : days
    return [placeOf(app, root.path), String(root.sessions), kept, when, String(root.deletesWithinWeek)]
  })
  return formatTable({ columns, rows, width: widthOf(app), titleStyle: app.colors.dim })
}

function formatProblems(app: App, { problems }: DoctorReport): string[] {
  return section(app, formatNumberOf(problems.length, 'problem'), {
    columns: [{ title: 'WHAT', isFlexible: true, minWidth: 20 }],
    rows: problems.map(({ message }) => [sanitizeLine(message)]),
  })
}

function formatBadLines(app: App, { badLines, badLineCount }: DoctorReport): string[] {
  return section(
    app,
    formatNumberOf(badLineCount, 'odd line', 'odd lines'),
    {
      columns: [
        { title: 'PLACE', isFlexible: true, minWidth: 20, keeps: 'end' },
        { title: 'WHAT', style: app.colors.yellow },
        { title: 'WHY', isFlexible: true, minWidth: 16, dropOrder: 1 },
      ],
      rows: badLines.map(({ path, line, code, message }) => [
        `${placeOf(app, path)}:${line}`,
        code,
        sanitizeLine(message),
      ]),
    },
    badLineCount,
  )
}

function formatUnknown(app: App, singular: string, plural: string, unknown: readonly UnknownRow[]): string[] {
  const names = new Set(unknown.map(row => row.name)).size
  return section(app, formatNumberOf(names, singular, plural), {
    columns: [
      { title: 'NAME', isFlexible: true, minWidth: 16, style: app.colors.yellow },
      { title: 'VERSION' },
      { title: 'COUNT', align: 'right' },
      { title: 'EXAMPLE', isFlexible: true, minWidth: 16, keeps: 'end', dropOrder: 1 },
    ],
    rows: unknown.map(({ name, version, count, example }) => [
      sanitizeLine(name),
      sanitizeLine(version),
      String(count),
      placeOf(app, example),
    ]),
  })
}

function formatSkipped(app: App, { files }: DoctorReport): string[] {
  return section(app, formatNumberOf(files.skipped.length, 'file skipped', 'files skipped'), {
    columns: [
      { title: 'FILE', isFlexible: true, minWidth: 20, keeps: 'end' },
      { title: 'WHY', isFlexible: true, minWidth: 16 },
    ],
    rows: files.skipped.map(({ path, why }) => [placeOf(app, path), sanitizeLine(why)]),
  })
}

/** Not findings: nothing is wrong with them, but a person may wonder where they are in `ls`. */
function formatLeftovers(app: App, { withoutConversation, orphans, companions }: DoctorReport): string[] {
  const lines: string[] = []
  if (companions.length > 0) {
    const kinds = companions.map(({ kind, files, bytes }) => `${files} ${kind} (${formatBytes(bytes)})`)
    lines.push(`Beside the transcripts: ${kinds.join(', ')}`)
  }
  if (withoutConversation.length > 0) {
    lines.push(
      `${formatNumberOf(withoutConversation.length, 'session')} with bookkeeping only; \`${app.commandName} ls --all\` lists them`,
    )
  }
  if (orphans.length > 0) {
    lines.push(`${formatNumberOf(orphans.length, 'session')} of which only companions are left, no main transcript`)
  }
  return lines.length > 0 ? ['', ...lines.map(line => app.colors.dim(line))] : []
}

function formatKeep(app: App, { keep }: DoctorReport): string[] {
  if (!keep) return []
  const { sessions, keptOnly, lastSyncAt, problems } = keep
  const gone = keptOnly > 0 ? `, ${formatInteger(keptOnly)} of them no longer on disk` : ''
  const synced = lastSyncAt === undefined ? '' : `; last sync ${formatAge(Date.parse(lastSyncAt), app.now())}`
  return [
    '',
    `Kept in ${placeOf(app, keep.path)}: ${formatNumberOf(sessions, 'session')}${gone}${synced}`,
    ...problems.map(problem => app.colors.yellow(sanitizeLine(problem))),
  ]
}

/** Not findings either: what the client asked for beside the conversation stands on no line. */
function formatClientTotals(app: App, { clientTotals: totals }: DoctorReport): string[] {
  if (!totals) return []
  const { sessions, equal, differing } = totals
  const sums = [
    `Client's own totals of ${formatNumberOf(sessions, 'session')}: ${formatUsd(totals.clientUsd)}`,
    `on lines ${formatUsd(totals.recordedUsd)}`,
    `not in transcripts ${formatUsd(totals.notInTranscriptsUsd)}`,
  ]
  const rows = differing.map(check => [check.sessionId.slice(0, 8), clientCheckParts(check).join(' · ')])
  return [
    '',
    ...wrapText(`${sums.join(', ')}; ${formatInteger(equal)} the same as ours`, app.columns),
    ...rows
      .slice(0, MAX_ROWS)
      .flatMap(([id, text]) => wrapText(`${id} ${text}`, app.columns - 2))
      .map(line => app.colors.dim(`  ${line}`)),
    ...(rows.length > MAX_ROWS ? [app.colors.dim(`  and ${rows.length - MAX_ROWS} more; --json lists them`)] : []),
  ]
}

export function formatVerdict(app: App, report: DoctorReport): string {
  const verdict = doctorVerdict(report)
  return report.isClean ? app.colors.green(verdict) : app.colors.yellow(verdict)
}

function section(
  app: App,
  title: string,
  table: { readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] },
  total = table.rows.length,
): string[] {
  if (table.rows.length === 0) return []
  const rows = table.rows.slice(0, MAX_ROWS)
  const more = total - rows.length
  const lines = formatTable({ columns: table.columns, rows, width: widthOf(app) - 2, titleStyle: app.colors.dim })
  return [
    '',
    app.colors.bold(title),
    ...lines.map(line => `  ${line}`),
    ...(more > 0 ? [app.colors.dim(`  and ${formatInteger(more)} more; --json lists them`)] : []),
  ]
}

/** A place in a pipe is for a program, or for a person to copy: it is whole. */
export function placeOf(app: App, path: string): string {
  return app.isTerminal ? shortenPath(app, path) : sanitizeLine(path)
}

export function widthOf(app: App): number {
  return app.isTerminal ? app.columns : Number.POSITIVE_INFINITY
}
