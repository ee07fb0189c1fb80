import { sanitizeLine } from '../../../text/sanitize.ts'
import type { Served } from '../../web/serve.ts'
import type { App, Outcome } from '../app.ts'
import { createAppPricer, createCostFinder } from '../app-pricer.ts'
import { type CommandRequest, countOption, flagOption, textOption } from '../define-command.ts'
import { openWithSystem } from '../open-with-system.ts'
import { openServerPlace } from '../server-place.ts'
import { asOwnError, untilAborted } from '../started-server.ts'
import { usageZone } from '../usage/times.ts'

/** Bookmarks keep working: the port does not change from one day to the next. */
const DEFAULT_PORT = 4870

/** A big first sync goes on while the page is open. */
const WAIT_FOR_SYNC_MS = 3000

/** Starts the local server and opens the page; ends with ctrl-c. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const place = app.isDemo ? { keepDir: app.keepDir, remove: () => {} } : openServerPlace(app)
  try {
    const served = await start(app, request, place.keepDir)
    if (app.signal.aborted) {
      await served.close()
      return 'interrupted'
    }
    tell(app, request, served)
    if (!flagOption(request, 'no-browser')) void openWithSystem(app, served.url).catch(() => {})
    if (served.isElsewhere) return 'done'
    await untilAborted(app.signal)
    await served.close()
    return 'done'
  } finally {
    place.remove()
  }
}

async function start(app: App, request: CommandRequest, keepDir: string): Promise<Served> {
  const { serve } = await import('../../web/serve.ts')
  try {
    return await serve({
      now: app.now,
      zone: usageZone(app, request),
      home: app.home,
      keepDir,
      ...(keepDir === app.keepDir ? {} : { ownKeepDir: app.keepDir }),
      roots: app.roots,
      config: app.config,
      version: app.version,
      packageDir: app.packageDir,
      executable: app.executable,
      env: app.env,
      threads: app.threads,
      isDemo: app.isDemo,
      commandName: app.commandName,
      pricer: createAppPricer(app),
      costOf: createCostFinder(app),
      signal: app.signal,
      port: countOption(request, 'port') ?? DEFAULT_PORT,
      host: textOption(request, 'host') ?? '127.0.0.1',
      isRemoteAllowed: flagOption(request, 'allow-remote'),
      renewsKey: flagOption(request, 'new-key'),
      waitForSyncMs: WAIT_FOR_SYNC_MS,
    })
  } catch (error) {
    throw asOwnError(error)
  }
}

/** The address comes first and alone: a program may wait for the line. */
function tell(app: App, request: CommandRequest, { url, port, isElsewhere, notes }: Served): void {
  if (app.json) app.out.line(JSON.stringify({ schema: 'backscroll.open/1', url, port }))
  else app.out.line(url)
  for (const note of notes) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  if (flagOption(request, 'allow-remote')) app.err.line(REMOTE)
  // Each demo is a home of its own: no other process can let anybody into it.
  const another = app.isDemo ? 'start it again for another' : `\`${app.commandName} open\` makes another`
  app.err.line(`The address lets one browser in, once and within ten minutes; ${another}.`)
  app.err.line(isElsewhere ? 'It is open already: another backscroll serves this page.' : 'Ctrl-c ends it.')
}

const REMOTE =
  'Other machines may connect: whoever has this address can read every session, and so can who listens on the way, ' +
  'which is not encrypted.'
