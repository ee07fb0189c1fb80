import { listExcluded } from '../../../config/list-excluded.ts'
import { readKeepFacts } from '../../../ingest/keep-facts.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { openKeep } from '../../../query/keep.ts'
import { type KeepStatus, readStatus } from '../../../query/status.ts'
import { INDEX_WORDS } from '../../../render/keep-words.ts'
import { browserKeysFolder, countBrowserKeys } from '../../../serving/browser-keys.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { padEndToWidth } from '../../../text/width.ts'
import { formatAge } from '../../../time/age.ts'
import { formatDay } from '../../../time/day.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askLibrary } from '../ask-library.ts'
import { reportProblems } from '../report-problems.ts'

/** How well the sessions of this machine are kept, and what is at risk. */
export async function run(app: App): Promise<Outcome> {
  const status = await askLibrary(app, openKeep(keepPaths(app.keepDir)), (library, keep) =>
    readStatus(library, keep, { now: app.now(), ...readKeepFacts(app.keepDir, listExcluded(app)) }),
  )
  if (app.json) printJson(app, { ...status })
  else app.out.lines(formatStatus(app, status))
  if (!app.json) reportProblems(app, status.problems)
  if (status.problems.length > 0) return 'incomplete'
  return status.sessions.kept > 0 ? 'done' : 'nothing'
}

function formatStatus(app: App, status: KeepStatus): string[] {
  const { sessions } = status
  if (sessions.kept === 0) return formatNothing(app, status)
  const only = sessions.keptOnly > 0 ? `, ${formatInteger(sessions.keptOnly)} of them nowhere else` : ''
  const rows: readonly (readonly [string, string])[] = [
    ['Archive', `${shortenPath(app, keepPaths(status.path).archive)}, ${formatSize(status)}`],
    ['Index', formatIndex(app, status)],
    ['Last sync', status.lastSyncAt ? formatAge(Date.parse(status.lastSyncAt), app.now()) : 'unknown'],
    ['Unfinished', formatUnfinished(status)],
    ['At risk', formatRisk(app, status)],
    ['Not yet', formatNotYet(app, status)],
    ['Left out', formatLeftOut(status)],
    ['Page', formatPage(app)],
  ]
  return [
    app.colors.bold(`${formatNumberOf(sessions.kept, 'session')} kept${only}`),
    ...rows
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `${app.colors.dim(padEndToWidth(name, 11))}${text}`),
  ]
}

function formatNothing(app: App, status: KeepStatus): string[] {
  const { notKept, forgotten, excluded, ownRuns } = status.sessions
  const left = formatLeftOut(status)
  if (notKept === 0 && forgotten + excluded + ownRuns > 0) return [`Nothing is kept; left out on purpose: ${left}.`]
  if (notKept === 0) return ['Nothing is kept yet, and no transcripts were found.']
  const risk = status.atRisk.notKept
  const going = risk > 0 ? `; Claude Code will delete ${formatInteger(risk)} of them within a week` : ''
  return [
    `Nothing is kept yet of ${formatNumberOf(notKept, 'session')} on disk${going}.`,
    `Next: ${app.colors.bold(`${app.commandName} sync`)}`,
  ]
}

function formatPage(app: App): string {
  const count = countBrowserKeys(app.keepDir)
  if (count === 0) return ''
  const folder = shortenPath(app, browserKeysFolder(app.keepDir))
  return `${formatNumberOf(count, 'browser')} let in, by keys in ${folder}; \`${app.commandName} open --new-key\` ends that`
}

function formatUnfinished({ isUnfinished }: KeepStatus): string {
  return isUnfinished ? 'a sync is running, or was cut off and the next one finishes it' : ''
}

function formatSize({ bytes: { source, archive, ratio } }: KeepStatus): string {
  const share = ratio === undefined ? '' : ` (${Math.round(ratio * 100)}%)`
  return `${formatBytes(source)} in ${formatBytes(archive)}${share}`
}

function formatIndex(app: App, { index }: KeepStatus): string {
  const words = INDEX_WORDS[index.state].replaceAll('`backscroll ', `\`${app.commandName} `)
  const size = index.bytes > 0 ? `${formatBytes(index.bytes)}, ` : ''
  return index.state === 'fresh' ? size + app.colors.green(words) : size + app.colors.yellow(words)
}

function formatRisk(app: App, { atRisk: { kept, notKept, nextAt } }: KeepStatus): string {
  if (kept + notKept === 0) return 'nothing that Claude Code deletes within a week'
  const at = Date.parse(nextAt ?? '')
  const when = at <= app.now() ? 'at its next start' : `from ${formatDay(at)}`
  const going = `Claude Code deletes ${formatNumberOf(kept + notKept, 'session')} within a week, ${when}`
  if (notKept === 0) return `${going}; ${kept === 1 ? 'it is' : 'all are'} kept`
  return app.colors.yellow(`${going}; ${formatInteger(notKept)} not kept yet: \`${app.commandName} sync\``)
}

function formatNotYet(app: App, { sessions: { notKept } }: KeepStatus): string {
  return notKept > 0 ? `${formatNumberOf(notKept, 'new session')} on disk: \`${app.commandName} sync\`` : ''
}

function formatLeftOut({ sessions: { excluded, forgotten, ownRuns } }: KeepStatus): string {
  return [
    excluded > 0 ? `${formatInteger(excluded)} excluded` : '',
    forgotten > 0 ? `${formatInteger(forgotten)} forgotten` : '',
    ownRuns > 0 ? formatNumberOf(ownRuns, 'run of `enrich`', 'runs of `enrich`') : '',
  ]
    .filter(part => part !== '')
    .join(', ')
}
