import { join } from 'node:path'
import { type DoctorReport, runDoctor } from '../../../query/doctor.ts'
import { readRetention } from '../../../source/retention.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { askLibrary } from '../ask-library.ts'
import { checkInstallation, type InstallationCheck } from '../doctor/check-installation.ts'
import { formatInstallation, formatInstallationVerdict } from '../doctor/installation-lines.ts'
import { formatReport, formatRoots, formatVerdict } from '../doctor/report-lines.ts'
import { freshen } from '../freshen.ts'
import { reportNoTranscripts } from '../report-problems.ts'

/** How completely the transcripts are understood, what the client will delete, and whether what it runs of ours works. */
export async function run(app: App): Promise<Outcome> {
  const request = { now: app.now(), threads: app.threads, pricer: createAppPricer(app) }
  const report = await askLibrary(app, await freshen(app), library => runDoctor(library, request))
  const installation = isOwn(app) ? await checkInstallation(app) : undefined
  if (app.json) printJson(app, { ...report, ...(installation ? { installation } : {}) })
  else if (isEmpty(report) && installation?.isSetUp) app.out.lines(formatFirstTime(app, installation))
  else if (isEmpty(report)) reportNothing(app, report, installation)
  else app.out.lines(formatAll(app, report, installation))
  const isClean = report.isClean && installation?.isClean !== false
  // Whoever has set it up before the first session has done nothing wrong.
  if (isEmpty(report) && isClean) return installation?.isSetUp ? 'done' : 'nothing'
  return isClean ? 'done' : 'findings'
}

/** Whoever names other transcripts asks about those. */
function isOwn(app: App): boolean {
  return !app.isDemo && app.roots.overrideBy !== '--root'
}

function isEmpty({ files, problems }: DoctorReport): boolean {
  return files.seen === 0 && problems.length === 0
}

function formatFirstTime(app: App, installation: InstallationCheck): readonly string[] {
  return [
    'No transcripts yet: Claude Code writes the first with your next session.',
    ...formatInstallation(app, installation),
    ...formatInstallationVerdict(app, installation),
  ]
}

function reportNothing(app: App, { roots }: DoctorReport, installation: InstallationCheck | undefined): void {
  reportNoTranscripts(app)
  if (roots.length > 0) app.err.lines(formatRoots(app, { roots }))
  else {
    const { days, setBy } = readRetention(join(app.home, '.claude'))
    const by = setBy === undefined ? 'its default' : shortenPath(app, setBy)
    app.err.line(`Claude Code keeps transcripts for ${formatNumberOf(days, 'day')} (${by}).`)
  }
  if (installation) app.err.lines(formatInstallation(app, installation))
}

function formatAll(app: App, report: DoctorReport, installation: InstallationCheck | undefined): readonly string[] {
  return [
    ...formatReport(app, report),
    ...(installation ? formatInstallation(app, installation) : []),
    '',
    isUnkept(report, installation) ? formatUnkept(app) : formatVerdict(app, report),
    ...(installation ? formatInstallationVerdict(app, installation) : []),
  ]
}

/** Of the person's own transcripts, none is kept yet; what is odd about them comes first. */
function isUnkept({ isClean, keep }: DoctorReport, installation: InstallationCheck | undefined): boolean {
  return installation !== undefined && isClean && (keep?.sessions ?? 0) === 0
}

function formatUnkept({ commandName, colors }: App): string {
  return colors.yellow(
    `Every line of every transcript was understood, and nothing is kept yet: \`${commandName} sync\` keeps what is there now.`,
  )
}
