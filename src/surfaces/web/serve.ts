import { setTimeout as sleep } from 'node:timers/promises'
import { isLoopback } from '../../serving/guard.ts'
import { answerRequests, closeServer, createHttpServer, listen, portTaken } from '../../serving/http-server.ts'
import { LIMITS, type Limits } from '../../serving/limits.ts'
import { deriveToken, type KeptToken, keepToken } from '../../serving/token.ts'
import { UserError } from '../../user-error.ts'
import { createWorld } from './create-world.ts'
import { findOwnServer } from './find-own-server.ts'
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
  /** For tests: another page than the built one, smaller limits. */
  readonly assets?: AppAssets
  readonly limits?: Partial<Limits>
}

export interface Served {
  /** With the token: for the person who started it alone. */
  readonly url: string
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
  const { token, madeAnewBecause } = findToken(options)
  const notes = madeAnewBecause === undefined ? [] : [madeAnew(madeAnewBecause)]
  const assets = options.assets ?? (await loadAppAssets(options.packageDir))
  const limits: Limits = { ...LIMITS, ...options.limits }
  const server = createHttpServer(limits, securityHeaders)
  const bound = await listen(server, options)
  if (bound === 'in-use') {
    const isOwn = await findOwnServer({ host: options.host, port: options.port, token })
    if (!isOwn) throw portTaken(options.port, 'backscroll open')
    const url = addressOf(options.host, options.port, token)
    return { url, token, port: options.port, isElsewhere: true, notes, close: async () => {} }
  }
  const port = bound
  const end = new AbortController()
  const world = createWorld({ ...options, signal: AbortSignal.any([options.signal, end.signal]) })
  const waiting = new WaitingBytes(limits.waitingBytes)
  const { fetch } = createHttpApp(world, { token, port, waiting }, assets)
  answerRequests(server, { host: options.host, port, isPage, headersFor: securityHeaders, fetch })
  prepareReports(world)
  if (options.waitForSyncMs > 0) await firstSync(world.keeper, options)
  return {
    url: addressOf(options.host, port, token),
    token,
    port,
    isElsewhere: false,
    notes,
    async close() {
      end.abort()
      await closeServer(server)
      await world.close()
    },
  }
}

function findToken({ ownKeepDir, keepDir, roots }: ServeOptions): KeptToken {
  const token = ownKeepDir === undefined ? undefined : deriveToken(ownKeepDir, roots.override ?? [])
  return token === undefined ? keepToken(keepDir, 'web-token') : { token, madeAnewBecause: undefined }
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

function addressOf(host: string, port: number, token: string): string {
  const name = ANY_ADDRESS.has(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}/?token=${token}`
}

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function madeAnew(why: string): string {
  return `the page has a new key, because of the old one ${why}; bookmarks need the new address once`
}

function notLoopback(host: string): UserError {
  return new UserError({
    code: 'not-loopback',
    message: `--host ${host} would let other machines connect`,
    hint: 'Add --allow-remote if that is what you want; everybody with the address could then read all your sessions.',
  })
}
