import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRoots } from '../../../source/roots.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import type { ServedMcp, ServeMcpOptions } from '../../mcp/serve.ts'
import type { App, Outcome } from '../app.ts'
import { createAppPricer, createCostFinder } from '../app-pricer.ts'
import { type CommandRequest, countOption, flagOption } from '../define-command.ts'
import { syncAtAGlance } from '../freshen.ts'
import { runSync } from '../run-sync.ts'
import { openServerPlace } from '../server-place.ts'
import { asOwnError, untilAborted } from '../started-server.ts'
import { usageZone } from '../usage/times.ts'

/** Beside that of the page. */
const DEFAULT_PORT = 4871

/** Answers a client until it goes, or until ctrl-c. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const port = countOption(request, 'port')
  const isHttp = flagOption(request, 'http')
  if (port !== undefined && !isHttp) throw portWithoutHttp()
  const place = app.isDemo ? { keepDir: app.keepDir, remove: () => {}, isNew: true } : openServerPlace(app)
  try {
    const glance = place.isNew ? fillPlace(app, place.keepDir) : () => syncAtAGlance(app)
    const options = { ...optionsOf(app, request), keepDir: place.keepDir, glance }
    await (isHttp ? serveHttp(app, port ?? DEFAULT_PORT, options) : serveStdio(app, options))
    return 'done'
  } finally {
    place.remove()
  }
}

/** Reads the folders that somebody only looks at, while the client may ask already. */
function fillPlace(app: App, keepDir: string): () => Promise<unknown> {
  const filled = runSync(app, { keepDir, found: findRoots(app.roots), waitForLockMs: 0, says: 'none' })
  filled.catch(() => {})
  return () => Promise.race([filled, sleep(FILL_MS, undefined, { ref: false })])
}

const FILL_MS = 3000

async function serveStdio(app: App, options: ServeMcpOptions): Promise<void> {
  if (app.isInteractive) app.err.line(IN_TERMINAL)
  const { serveMcpStdio } = await import('../../mcp/serve.ts')
  // Stdout carries the protocol alone, and messages longer than a pipe holds.
  await serveMcpStdio({ ...options, input: app.input as Readable, output: process.stdout })
}

async function serveHttp(app: App, port: number, options: ServeMcpOptions): Promise<void> {
  const { serveMcpHttp } = await import('../../mcp/serve.ts')
  const served = await serveMcpHttp({ ...options, port }).catch(error => {
    throw asOwnError(error)
  })
  if (!app.signal.aborted) tell(app, served)
  await untilAborted(app.signal)
  await served.close()
}

function optionsOf(app: App, request: CommandRequest): Omit<ServeMcpOptions, 'keepDir' | 'glance'> {
  return {
    now: app.now,
    zone: usageZone(app, request),
    home: app.home,
    cwd: app.cwd,
    roots: app.roots,
    config: app.config,
    version: app.version,
    env: app.env,
    parentPid: process.ppid,
    threads: app.threads,
    isDemo: app.isDemo,
    commandName: app.commandName,
    pricer: createAppPricer(app),
    costOf: createCostFinder(app),
    signal: app.signal,
    say: line => app.err.line(line),
  }
}

/** The address comes first and alone: a program may wait for the line. */
function tell(app: App, { url, token, madeAnewBecause }: ServedMcp): void {
  app.out.line(url)
  if (madeAnewBecause !== undefined) {
    app.err.line(`backscroll: the server has a new key, because of the old one ${sanitizeLine(madeAnewBecause)}`)
  }
  app.err.line('Make it known to Claude Code in this folder, with the key that keeps others out:')
  const address = `${url}?project=${writePath(app.cwd)}`
  app.err.line(`  claude mcp add --transport http backscroll "${address}" --header "Authorization: Bearer ${token}"`)
  app.err.line(
    'Which project is asked for is that of the roots a client names, else that of ?project; &session=ID leaves that session out.',
  )
  app.err.line('Ctrl-c ends it.')
}

/** To be read in an address, and safe in a shell's quotes. */
function writePath(path: string): string {
  return encodeURIComponent(path.toWellFormed()).replaceAll('%2F', '/').replaceAll('!', '%21')
}

const IN_TERMINAL =
  'This waits for a client that speaks the Model Context Protocol; `claude mcp add backscroll -- backscroll mcp` makes it known to Claude Code. Ctrl-c ends it.'

function portWithoutHttp(): UserError {
  return new UserError({
    code: 'needs-http',
    message: '--port says where to serve over HTTP',
    hint: 'Add --http, or leave it out.',
  })
}
