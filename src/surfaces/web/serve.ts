import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { UserError } from '../../user-error.ts'
import { createWorld } from './create-world.ts'
import { findOwnServer } from './find-own-server.ts'
import { createHostCheck, isLoopback, type RequestHead, refuseRequest } from './guard.ts'
import { securityHeaders } from './headers.ts'
import { holdConnections } from './hold-connections.ts'
import { createHttpApp, type HttpApp } from './http-app.ts'
import { LIMITS, type Limits } from './limits.ts'
import { type AppAssets, loadAppAssets } from './page-assets.ts'
import { prepareReports } from './reports/ask-report.ts'
import { deriveToken, type KeptToken, keepToken } from './token.ts'
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
  const server = createHttpServer(limits)
  const bound = await listen(server, options)
  if (bound === 'in-use') {
    const isOwn = await findOwnServer({ host: options.host, port: options.port, token })
    if (!isOwn) throw portTaken(options.port)
    const url = addressOf(options.host, options.port, token)
    return { url, token, port: options.port, isElsewhere: true, notes, close: async () => {} }
  }
  const port = bound
  const end = new AbortController()
  const world = createWorld({ ...options, signal: AbortSignal.any([options.signal, end.signal]) })
  const waiting = new WaitingBytes(limits.waitingBytes)
  answerRequests(server, { host: options.host, port, app: createHttpApp(world, { token, port, waiting }, assets) })
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
  return token === undefined ? keepToken(keepDir) : { token, madeAnewBecause: undefined }
}

/** What is being sent may come to its end, if that takes a moment. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  await Promise.race([closed, sleep(CLOSE_MS)])
  server.closeAllConnections()
  await closed
}

const CLOSE_MS = 300

/** A server that lets nobody hold it up, by sending slowly, by taking slowly or by coming often. */
function createHttpServer(limits: Limits): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // A request without it is turned away by us, with our headers.
    requireHostHeader: false,
  })
  server.maxHeadersCount = limits.headers
  holdConnections(server, limits)
  server.on('clientError', refuseClient)
  return server
}

/** What is no HTTP, or too much of it. */
function refuseClient(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status = CLIENT_ERRORS[error.code ?? ''] ?? 400
  const headers = securityHeaders('/').map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}`
  socket.end(`${head}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}

const CLIENT_ERRORS: { readonly [code: string]: number } = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function listen(server: Server, { host, port }: ServeOptions): Promise<number | 'in-use'> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('in-use')
      else reject(cannotListen(host, port, error))
    })
    server.listen({ host, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port))
  })
}

interface Answering {
  readonly host: string
  readonly port: number
  readonly app: HttpApp
}

function answerRequests(server: Server, { host, port, app }: Answering): void {
  const isOwnHost = createHostCheck({ host, port })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  server.on('request', (incoming, outgoing) => {
    setHeaders(incoming, outgoing)
    const refusal = refuseRequest(headOf(incoming), isOwnHost)
    if (refusal) refuse(outgoing, refusal.status)
    else void answer(incoming, outgoing)
  })
  // Nothing that may be sent here is so large that somebody has to ask before.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      setHeaders(incoming, outgoing)
      refuse(outgoing, refuseRequest(headOf(incoming), isOwnHost)?.status ?? 417)
    })
  }
}

function setHeaders({ url = '' }: IncomingMessage, outgoing: ServerResponse): void {
  for (const [name, value] of securityHeaders(url)) outgoing.setHeader(name, value)
}

function headOf(incoming: IncomingMessage): RequestHead {
  const { headersDistinct } = incoming
  return {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    values: name => headersDistinct[name] ?? [],
  }
}

/** Without a body: whoever is turned away here is not spoken to. */
function refuse(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { 'Content-Length': 0, Connection: 'close' })
  outgoing.end()
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

function portTaken(port: number): UserError {
  return new UserError({
    code: 'port-taken',
    message: `another program listens on port ${port}`,
    hint: `Choose another with --port, as in \`backscroll open --port ${port < 65_535 ? port + 1 : port - 1}\`.`,
  })
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): UserError {
  const why = LISTEN_ERRORS[cause.code ?? ''] ?? cause.message
  return new UserError({
    code: 'cannot-listen',
    message: `the server cannot listen at ${host}, port ${port}: ${why}`,
    hint: 'Choose another port with --port, or another address with --host.',
    cause,
  })
}

const LISTEN_ERRORS: { readonly [code: string]: string } = {
  EACCES: 'that port is kept for the system',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'nobody knows that name',
}
