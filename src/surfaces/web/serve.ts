import { setTimeout as sleep } from 'node:timers/promises'
import { isLoopback } from '../../serving/guard.ts'
import { answerRequests, closeServer, createHttpServer, listen, portTaken } from '../../serving/http-server.ts'
import { LIMITS, type Limits } from '../../serving/limits.ts'
import { UserError } from '../../user-error.ts'
import { Access } from './access/access.ts'
import { findPageToken } from './access/page-token.ts'
import { createWorld } from './create-world.ts'
import { enterOwnServer } from './find-own-server.ts'
import { isPage, securityHeaders } from './headers.ts'
import { createHttpApp } from './http-app.ts'
import { type AppAssets, loadAppAssets } from './page-assets.ts'
import { prepareReports } from './reports/ask-report.ts'
import { WaitingBytes } from './waiting-bytes.ts'
import type { WebOptions } from './world.ts'

export { answerReports } from './reports/answer-reports.ts'

export interface ServeOptions extends WebOptions {
  /** 0: any that is free. */
  readonly port: number
  /** Name or address to listen at. */
  readonly host: string
  /** Somebody said that other machines may connect. */
  readonly isRemoteAllowed: boolean
  /** Where the person's own things are kept, if not at `keepDir`: the token follows from the one there. */
  readonly ownKeepDir?: string
  /** How long to wait for what is new to be kept before the page opens. */
  readonly waitForSyncMs: number
  /** Nothing that was let in before is let in again. */
  readonly renewsKey?: boolean
  /** For tests: another page than the built one, smaller limits, another clock for what may not get old. */
  readonly assets?: AppAssets
  readonly limits?: Partial<Limits>
  readonly uptimeMs?: () => number
}

export interface Served {
  /** With a code in it, which opens the page once: for the person who started it alone. */
  readonly url: string
  /** For programs. */
  readonly token: string
  readonly port: number
  /** Another `backscroll open` of this home serves it already: nothing was started. */
  readonly isElsewhere: boolean
  /** Sentences for whoever started it. */
  readonly notes: readonly string[]
  /** Ends connections and the keeper. */
  close(): Promise<void>
}

/** Starts the local server; throws `UserError` where it cannot listen. */
export async function serve(options: ServeOptions): Promise<Served> {
  if (!isLoopback(options.host) && !options.isRemoteAllowed) throw notLoopback(options.host)
  const { notes, ...source } = findPageToken(options)
  const { token } = source
  const assets = options.assets ?? (await loadAppAssets(options.packageDir))
  const limits: Limits = { ...LIMITS, ...options.limits }
  const server = createHttpServer(limits, securityHeaders)
  const bound = await listen(server, options)
  if (bound === 'in-use') {
    const code = await enterOwnServer({ host: options.host, port: options.port, token })
    if (code === undefined) throw portTaken(options.port, 'backscroll open')
    const url = addressOf(options.host, options.port, code)
    return { url, token, port: options.port, isElsewhere: true, notes, close: async () => {} }
  }
  const port = bound
  const end = new AbortController()
  const world = createWorld({ ...options, signal: AbortSignal.any([options.signal, end.signal]) })
  const waiting = new WaitingBytes(limits.waitingBytes)
  const access = new Access({ source, keepDir: options.keepDir, port, uptimeMs: options.uptimeMs ?? upTimeMs })
  const { fetch } = createHttpApp(world, { access, waiting }, assets)
  answerRequests(server, { host: options.host, port, isPage, headersFor: securityHeaders, fetch })
  // A stream that nobody asks anything of is to end too.
  const looking = setInterval(() => access.refresh(), LOOK_AGAIN_MS)
  looking.unref()
  prepareReports(world)
  if (options.waitForSyncMs > 0) await firstSync(world.keeper, options)
  return {
    url: addressOf(options.host, port, access.makeCode()),
    token,
    port,
    isElsewhere: false,
    notes,
    async close() {
      end.abort()
      clearInterval(looking)
      await closeServer(server)
      await world.close()
    },
  }
}

const LOOK_AGAIN_MS = 5000

function upTimeMs(): number {
  return performance.now()
}

/** A big first one goes on while the page is open already, which shows how far it is. */
async function firstSync(
  keeper: { sync(): Promise<unknown> },
  { waitForSyncMs, signal }: Pick<ServeOptions, 'waitForSyncMs' | 'signal'>,
): Promise<void> {
  const enough = new AbortController()
  const isOver = AbortSignal.any([signal, enough.signal])
  const synced = keeper.sync().catch(() => undefined)
  await Promise.race([synced, sleep(waitForSyncMs, undefined, { signal: isOver }).catch(() => undefined)])
  enough.abort()
}

/** What stands behind the # is sent to no server: the page itself takes it, and leaves the address without it. */
function addressOf(host: string, port: number, code: string): string {
  const name = ANY_ADDRESS.has(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}/#code=${code}`
}

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function notLoopback(host: string): UserError {
  return new UserError({
    code: 'not-loopback',
    message: `--host ${host} would let other machines connect`,
    hint: 'Add --allow-remote if that is what you want; everybody with the address could then read all your sessions.',
  })
}
