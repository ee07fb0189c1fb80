import { setTimeout as sleep } from 'node:timers/promises'
import { listExcluded } from '../../../config/list-excluded.ts'
import type { SyncReport } from '../../../ingest/sync-report.ts'
import { findRoots, type Root } from '../../../source/roots.ts'
import { nameCommandsIn } from '../../../text/name-commands.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { formatTime } from '../../../time/day.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, flagOption } from '../define-command.ts'
import { formatSync } from '../format-sync.ts'
import { reportNoTranscripts, reportProblems } from '../report-problems.ts'
import { installService, uninstallService } from '../service/install-service.ts'

/** Keeps what the client writes as it writes it, until interrupted; or sets up a service that does. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const [isInstall, isUninstall] = [flagOption(request, 'install'), flagOption(request, 'uninstall')]
  if (isInstall && isUninstall) {
    throw new UserError({
      code: 'contrary-options',
      message: '--install and --uninstall contradict each other',
      hint: 'Give one of them.',
    })
  }
  if (isInstall) return install(app)
  if (isUninstall) return uninstall(app)
  return await watch(app)
}

function install(app: App): Outcome {
  const { path } = installService(app)
  if (app.json) printJson(app, { schema: 'backscroll.service/1', isInstalled: true, path })
  else {
    app.out.line(`Installed and started: backscroll keeps sessions whenever you are logged in.`)
    app.out.line(app.colors.dim(`${shortenPath(app, path)}; \`${app.programName} watch --uninstall\` removes it.`))
  }
  return 'done'
}

function uninstall(app: App): Outcome {
  const { path, wasInstalled } = uninstallService(app)
  if (app.json) printJson(app, { schema: 'backscroll.service/1', isInstalled: false, wasInstalled, path })
  else app.out.line(wasInstalled ? 'The service is removed; what it kept stays.' : 'No service was installed.')
  return 'done'
}

async function watch(app: App): Promise<Outcome> {
  const { watchSources } = await import('../../../ingest/watch.ts')
  const roots = await waitForRoots(app)
  if (roots.length === 0) return 'done'
  const places = roots.map(root => shortenPath(app, root.path)).join(', ')
  app.err.line(`Watching ${places}; ctrl-c ends it.`)
  const end = new AbortController()
  let lasting: UserError | undefined
  let lastFailure = ''
  let lastProblems = ''
  await watchSources({
    keepDir: app.keepDir,
    roots,
    exclude: listExcluded(app),
    threads: app.threads,
    now: app.now,
    waitForLockMs: WAIT_MS,
    signal: AbortSignal.any([app.signal, end.signal]),
    onSync(report) {
      lastFailure = ''
      const problems = report.problems.map(({ message }) => message).join('\n')
      if (problems !== lastProblems) reportProblems(app, report.problems)
      lastProblems = problems
      printSync(app, report)
    },
    onFailure(error) {
      // What nobody can put right is a bug, and a watch that goes on would hide it.
      if (!(error instanceof UserError)) throw error
      if (LASTING.has(error.code)) {
        lasting = error
        end.abort()
        return
      }
      // A disk that is full stays full for a while: said once.
      if (error.message !== lastFailure) reportFailure(app, error)
      lastFailure = error.message
    },
  })
  if (lasting && !app.signal.aborted) throw lasting
  return 'done'
}

/** What no amount of waiting puts right. */
const LASTING: ReadonlySet<string> = new Set(['index-newer'])

function reportFailure(app: App, { message, hint }: UserError): void {
  app.err.line(`backscroll: ${sanitizeLine(message)}; the watch goes on`)
  if (hint !== '')
    app.err.line(sanitizeLine(nameCommandsIn(hint, { program: app.programName, command: app.commandName })))
}

/** The service waits for a sync somebody runs by hand, and the other way round. */
const WAIT_MS = 60_000

/** A service may be there before the first session is; empty where the watch is ended before. */
async function waitForRoots(app: App): Promise<readonly Root[]> {
  const { roots, problems } = findRoots(app.roots)
  reportProblems(app, problems)
  if (roots.length > 0) return roots
  if (problems.length === 0) reportNoTranscripts(app)
  app.err.line('Waiting for the first; ctrl-c ends it.')
  while (!app.signal.aborted) {
    await pause(LOOK_AGAIN_MS, app.signal)
    const found = findRoots(app.roots).roots
    if (found.length > 0) return found
  }
  return []
}

const LOOK_AGAIN_MS = 10_000

/** Until the time is up, or somebody says stop. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

function printSync(app: App, report: SyncReport): void {
  const { added, grown } = report.sessions
  if (added + grown === 0) return
  if (app.json) app.out.line(JSON.stringify(report))
  else app.out.line(`${formatTime(app.now())} ${formatSync(report, added + grown)}`)
}
