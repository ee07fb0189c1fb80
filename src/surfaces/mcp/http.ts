import { createMcpHandler } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { DATA_HEADERS } from '../../serving/headers.ts'
import { answerRequests, closeServer, createHttpServer, listen, portTaken } from '../../serving/http-server.ts'
import { LIMITS } from '../../serving/limits.ts'
import { isBearer, keepToken } from '../../serving/token.ts'
import { createServer, type ServerParts } from './create-server.ts'
import { createHttpSessions, explainEnd } from './http-sessions.ts'
import { BODY_BYTES, createBodyReader } from './read-bodies.ts'
import type { McpOptions } from './world.ts'

export interface ServedMcp {
  /** Without the key. */
  readonly url: string
  readonly token: string
  readonly port: number
  /** Why the key is another one than before, in a few words; undefined where it is not. */
  readonly madeAnewBecause: string | undefined
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const PATH = '/mcp'

/** Listens on this machine alone; throws `UserError` where it cannot. */
export async function serveHttp(
  { keepDir, port: wanted }: Pick<McpOptions, 'keepDir'> & { readonly port: number },
  parts: ServerParts,
  onClose: () => void,
): Promise<ServedMcp> {
  const { token, madeAnewBecause } = keepToken(keepDir, 'mcp-token')
  const headersFor = () => DATA_HEADERS
  const server = createHttpServer(LIMITS, headersFor)
  const port = await listen(server, { host: HOST, port: wanted })
  if (port === 'in-use') throw portTaken(wanted, 'backscroll mcp --http')
  const sessions = createHttpSessions(request => createServer(parts, connectionOf(request, true)))
  const handler = createMcpHandler(({ requestInfo }) => createServer(parts, connectionOf(requestInfo, false)), {
    maxRequestBodySize: BODY_BYTES,
    maxSubscriptions: LIMITS.eventStreams,
    onerror: parts.onBug,
  })
  const readBody = createBodyReader()
  const app = new Hono()
  app.all(PATH, async ({ req }) => {
    if (!isBearer(req.raw.headers, token)) return locked()
    const body = await readBody(req.raw)
    if (body === 'too-slow') return explainEnd(408, 'the request did not come to its end: send it again')
    return (await sessions.answer(req.raw, body)) ?? (await handler.fetch(req.raw))
  })
  app.notFound(() => new Response(null, { status: 404 }))
  app.onError(error => {
    parts.onBug(error)
    return new Response(null, { status: 500 })
  })
  answerRequests(server, { host: HOST, port, isPage: () => false, headersFor, fetch: app.fetch })
  return {
    url: `http://${HOST}:${port}${PATH}`,
    token,
    port,
    madeAnewBecause,
    async close() {
      await Promise.all([sessions.close(), handler.close()])
      await closeServer(server)
      onClose()
    },
  }
}

function locked(): Response {
  const headers = { 'WWW-Authenticate': 'Bearer realm="backscroll"' }
  return new Response(null, { status: 401, headers })
}

/** Who asks stands in the address, or is not known. */
function connectionOf(request: Request | undefined, staysOpen: boolean) {
  const asked = request ? new URL(request.url).searchParams : undefined
  const session = asked?.get('session') ?? undefined
  return {
    staysOpen,
    isElsewhere: true,
    folder: asked?.get('project') ?? undefined,
    findSession: () => (session !== undefined && SESSION.test(session) ? session : undefined),
  }
}

const SESSION = /^[\w.-]{1,100}$/
