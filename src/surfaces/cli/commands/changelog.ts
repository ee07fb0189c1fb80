import { changelog } from '../../../query/story/changelog.ts'
import { findKeptProject } from '../../../query/story/default-project.ts'
import { requireText } from '../../../query/usage/asked-usage.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { DAY } from '../../../time/calendar.ts'
import { parseSince, parseUntil } from '../../../time/parse-since.ts'
import type { Zone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, flagOption, textOption } from '../define-command.ts'
import { reportNoSession } from '../lookup-request.ts'
import { describeSpan, outlineChangelog } from '../tell/changelog-outline.ts'
import { citeForGood, printOutline, refuseBoth } from '../tell/print-outline.ts'
import { usageZone } from '../usage/times.ts'

const DEFAULT_SINCE = '7d'

/** Commits since a time, by pull request, with the prompts behind them. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  refuseBoth(app, request)
  const zone = usageZone(app, request)
  const since = textOption(request, 'since') ?? DEFAULT_SINCE
  const times = readTimes(app, request, since, zone)
  const typed = requireText('project', textOption(request, 'project'))
  const to = textOption(request, 'until') === undefined ? undefined : times.to
  const { report, outline, name, isHere } = await askIndex(app, keep => {
    const asksHere = typed === undefined && !flagOption(request, 'everywhere')
    const project = asksHere ? findKeptProject(keep.store, app.cwd) : undefined
    const limits = project && { project, without: undefined }
    const report = changelog(keep, { ...times, zone, scope: { project: typed, limits } })
    const name = typed ?? project?.name
    const outline = outlineChangelog(report, { project: name, zone, from: times.from, to })
    return { report, outline: citeForGood(keep, request, outline), name, isHere: project !== undefined }
  })
  const isFound = report.commits > 0 || report.uncommitted.length > 0
  if (app.json) printJson(app, { ...report })
  else if (isFound) printOutline(app, request, outline)
  else if (!reportNoSession(app, request, report.coverage)) {
    const where = name === undefined ? '' : `in ${shorten(sanitizeLine(name))} `
    app.err.line(`backscroll: no commit and no change of a file ${where}${describeSpan(zone, times.from, to)}`)
    app.err.line(
      `Look further back: \`${app.commandName} changelog --since ${furtherBack(app, times.from)}\`${isHere ? ', or --everywhere' : ''}.`,
    )
  }
  return isFound ? 'found' : 'nothing'
}

const SPANS = [7, 30, 90, 365]

/** The next span that holds more; of one that is longer than all, a date long ago. */
function furtherBack(app: App, from: number): string {
  const days = SPANS.find(span => app.now() - span * DAY < from)
  return days === undefined ? '2020-01-01' : `${days}d`
}

function readTimes(
  app: App,
  request: CommandRequest,
  since: string,
  zone: Zone,
): { readonly from: number; readonly to: number } {
  const now = app.now()
  const until = textOption(request, 'until')
  const from = parseSince(since, now, zone.calendar)
  const to = until === undefined ? Number.MAX_SAFE_INTEGER : parseUntil(until, now, zone.calendar)
  if (from === undefined) throw badTime('since', since)
  if (to === undefined) throw badTime('until', until ?? '')
  if (from < to) return { from, to }
  throw new UserError({
    code: 'since-after-until',
    message: `nothing lies between --since "${shorten(since)}" and --until "${shorten(until ?? '')}"`,
    hint: '--since must be the earlier one.',
  })
}

function badTime(name: string, text: string): UserError {
  return new UserError({
    code: 'bad-time',
    message: `--${name} does not know the time "${shorten(text)}"`,
    hint: 'Write it as 7d, 12h, 2w, today, yesterday, last month or 2026-11-01.',
  })
}
