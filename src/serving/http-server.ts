/**
 * serving/ is what the servers of this machine share: the key, the checks that every request passes, how much anybody may
 * take, and what is wrong with what was asked. It knows no session and no index.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { UserError } from '../user-error.ts'
import { createHostCheck, type GuardedServer, type RequestHead, refuseRequest } from './guard.ts'
import type { Headers } from './headers.ts'
import { holdConnections } from './hold-connections.ts'
import type { Limits } from './limits.ts'

export interface Place {
  readonly host: string
  readonly port: number
}

/** On every answer, by what was asked for. */
export type HeadersFor = (url: string) => Headers

/** A server that lets nobody hold it up, by sending slowly, by taking slowly or by coming often. */
export function createHttpServer(limits: Limits, headersFor: HeadersFor): Server {
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
  server.on('clientError', (error, socket) => refuseClient(error, socket as Socket, headersFor('/')))
  return server
}

/** What is no HTTP, or too much of it. */
function refuseClient(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status = CLIENT_ERRORS[error.code ?? ''] ?? 400
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`
  socket.end(`${head}Connection: close\r\nContent-Length: 0\r\n\r\n`)
}

const CLIENT_ERRORS: { readonly [code: string]: number } = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Gives the port; throws `UserError` where it cannot listen there. */
export function listen(server: Server, { host, port }: Place): Promise<number | 'in-use'> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('in-use')
      else reject(cannotListen(host, port, error))
    })
    server.listen({ host, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port))
  })
}

export interface Answering extends Place {
  readonly isPage: GuardedServer['isPage']
  readonly headersFor: HeadersFor
  fetch(request: Request, bindings: HttpBindings): Response | Promise<Response>
}

/** Lets requests through that may be answered at all. */
export function answerRequests(server: Server, { host, port, isPage, headersFor, fetch }: Answering): void {
  const guarded = { isPage, isOwnHost: createHostCheck({ host, port }) }
  const answer = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], { overrideGlobalObjects: false })
  server.on('request', (incoming, outgoing) => {
    setHeaders(incoming, outgoing, headersFor)
    const refusal = refuseRequest(headOf(incoming), guarded)
    if (refusal) refuse(outgoing, refusal.status)
    else void answer(incoming, outgoing)
  })
  // Nothing that may be sent here is so large that somebody has to ask before.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      setHeaders(incoming, outgoing, headersFor)
      refuse(outgoing, refuseRequest(headOf(incoming), guarded)?.status ?? 417)
    })
  }
}

function setHeaders({ url = '' }: IncomingMessage, outgoing: ServerResponse, headersFor: HeadersFor): void {
  for (const [name, value] of headersFor(url)) outgoing.setHeader(name, value)
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

/** What is being sent may come to its end, if that takes a moment. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  await Promise.race([closed, sleep(CLOSE_MS)])
  server.closeAllConnections()
  await closed
}

const CLOSE_MS = 300

/** `command` is what somebody typed, such as `backscroll open`. */
export function portTaken(port: number, command: string): UserError {
  return new UserError({
    code: 'port-taken',
    message: `another program listens on port ${port}`,
    hint: `Choose another with --port, as in \`${command} --port ${port < 65_535 ? port + 1 : port - 1}\`.`,
  })
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): UserError {
  const why = LISTEN_ERRORS[cause.code ?? ''] ?? cause.message
  return new UserError({
    code: 'cannot-listen',
    message: `the server cannot listen at ${host}, port ${port}: ${why}`,
    hint:
      cause.code === 'EACCES'
        ? 'Choose another with --port.'
        : 'Choose another port with --port, or another address with --host.',
    cause,
  })
}

const LISTEN_ERRORS: { readonly [code: string]: string } = {
  EACCES: 'that port is kept for the system',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'nobody knows that name',
}
