import { randomUUID } from 'node:crypto'
import {
  isInitializeRequest,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { BODY_BYTES } from './read-bodies.ts'

/**
 * Clients of the protocol up to 2025 open a session and speak within it: only so can they take a call back, or be asked
 * for their roots. Later ones send all that matters with each call, and never come here.
 */
export interface HttpSessions {
  /** Undefined for what belongs to no session and opens none. */
  answer(request: Request, body: string | undefined): Promise<Response | undefined>
  close(): Promise<void>
}

/** Clients go without a word: the one that was used longest ago makes room. */
const MAX_SESSIONS = 32
/** Of these, opened and not yet used: whoever opens one after the other keeps nobody from work. */
const MAX_UNUSED = 16
const HEADER = 'mcp-session-id'

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: McpServer
  isUsed: boolean
}

/** What a client can show or act on; by the status alone it would have to guess. */
export function explainEnd(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: ENDED, message }, id: null }, { status })
}

/** The number that servers of the protocol answer with where there is no such session. */
const ENDED = -32_001

export function createHttpSessions(createServer: (request: Request) => McpServer): HttpSessions {
  /** The one used last stands last. */
  const sessions = new Map<string, Session>()

  async function end(id: string): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.server.close().catch(() => {})
  }

  function makeRoom(): void {
    const unused = [...sessions].filter(([, { isUsed }]) => !isUsed)
    const [first] = unused.length > MAX_UNUSED ? unused : sessions
    if (first && (unused.length > MAX_UNUSED || sessions.size > MAX_SESSIONS)) void end(first[0])
  }

  async function open(request: Request): Promise<Response> {
    const server = createServer(request)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: BODY_BYTES,
      onsessioninitialized(id) {
        sessions.set(id, { transport, server, isUsed: false })
        makeRoom()
      },
      onsessionclosed: id => void sessions.delete(id),
    })
    await server.connect(transport)
    return await transport.handleRequest(request)
  }

  return {
    async answer(request, body) {
      const id = request.headers.get(HEADER)
      if (id === null) return (await opensSession(request, body)) ? await open(request) : undefined
      const session = sessions.get(id)
      if (!session) return explainEnd(404, 'this session is not there, or made room for newer ones: open another')
      session.isUsed = true
      sessions.delete(id)
      sessions.set(id, session)
      return await session.transport.handleRequest(request)
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end))
    },
  }
}

async function opensSession(request: Request, body: string | undefined): Promise<boolean> {
  if (request.method !== 'POST' || body === undefined) return false
  try {
    const message: unknown = JSON.parse(body)
    return isInitializeRequest(message) && (await isLegacyRequest(request, message))
  } catch {
    return false
  }
}
