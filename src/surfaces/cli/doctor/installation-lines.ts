import { sep } from 'node:path'
import { formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { padEndToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import { formatDuration } from '../../../time/duration.ts'
import type { App } from '../app.ts'
import { type RecallCounts, SKIPS, type Skip } from '../hook/recall-counts.ts'
import type { InstallationCheck } from './check-installation.ts'
import type { Tried } from './list-trials.ts'
import { placeOf, widthOf } from './report-lines.ts'
import type { HookTrial } from './try-hook.ts'
import type { ServerTrial } from './try-server.ts'

/** What Claude Code runs of backscroll and how that went; a quiet line where it runs nothing. */
export function formatInstallation(app: App, check: InstallationCheck): string[] {
  const { colors } = app
  const problems = check.problems.flatMap(problem => formatProblem(app, problem))
  if (!check.isSetUp) {
    const next = `Not set up in Claude Code: \`${app.commandName} install\` keeps sessions as they go, and lets Claude look things up`
    return ['', ...wrapLines(app, next, 0).map(line => colors.dim(line)), ...problems]
  }
  return [
    '',
    colors.bold('Set up in Claude Code'),
    ...check.hooks.map(hook => formatRow(app, 'hooks', hook, formatHook(check, hook))),
    ...check.servers.map(server => formatRow(app, 'server', server, formatServer(server))),
    ...(check.isPluginOn ? [`  ${name('plugin')}on`] : []),
    `  ${name('recall')}${check.recall}${colors.dim(` in this project${describeSkips(check.recalls)}`)}`,
    ...problems,
  ]
}

/** What the transcripts came to is said elsewhere, so only where there is more to say. */
export function formatInstallationVerdict({ colors }: App, { problems }: InstallationCheck): string[] {
  if (problems.length === 0) return []
  return [colors.yellow(`In Claude Code ${formatNumberOf(problems.length, 'thing is', 'things are')} to be put right.`)]
}

const NAME_WIDTH = 8

function name(text: string): string {
  return padEndToWidth(text, NAME_WIDTH)
}

function formatRow(
  app: App,
  what: string,
  { path, whyNot, result }: Tried<{ readonly problem: string | undefined }>,
  says: string,
): string {
  const mark = result?.problem === undefined ? says : app.colors.yellow(says)
  return `  ${name(what)}${placeOf(app, path)}: ${whyNot === undefined ? mark : app.colors.dim(`not run, as ${whyNot}`)}`
}

function formatHook({ scopes }: InstallationCheck, { path, result }: Tried<HookTrial>): string {
  const events = scopes.find(({ settingsPath }) => settingsPath === path)?.events.length ?? 0
  const at = events > 0 ? `at ${formatNumberOf(events, 'event')}, ` : ''
  if (result?.problem !== undefined) return `${at}does not work`
  return `${at}ran in ${formatDuration(result?.durationMs ?? 0)}`
}

function formatServer({ result }: Tried<ServerTrial>): string {
  if (result?.problem !== undefined) return 'does not work'
  return `${formatNumberOf(result?.tools.length ?? 0, 'tool')}, answered in ${formatDuration(result?.durationMs ?? 0)}`
}

/** What a busy machine costs is worth knowing, and nothing to put right. */
export function describeSkips({ asked, skipped }: RecallCounts): string {
  const reasons = (Object.keys(SKIPS) as Skip[]).flatMap(why => ({ why, count: skipped[why] ?? 0 }))
  const found = reasons.filter(({ count }) => count > 0)
  const all = found.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return ''
  const said = found.map(({ why, count }) => (found.length > 1 ? `${formatInteger(count)} as ` : 'as ') + SKIPS[why])
  return `; ${formatInteger(all)} of the last ${formatNumberOf(asked, 'recall')} skipped, ${said.join(', ')}`
}

function formatProblem(app: App, problem: string): string[] {
  const said = app.isTerminal ? problem.replaceAll(app.home + sep, `~${sep}`) : problem
  return wrapLines(app, sanitizeLine(said), 4).map((line, at) =>
    app.colors.yellow(`  ${at === 0 ? '! ' : '  '}${line}`),
  )
}

function wrapLines(app: App, text: string, indent: number): readonly string[] {
  const width = widthOf(app)
  return Number.isFinite(width) ? wrapText(text, Math.max(30, width - indent)) : [text]
}
