import { randomUUID } from 'node:crypto'
import {
  isInitializeRequest,
  isLegacyRequest,
  type McpServer,
  readRequestBody,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

/**
 * Clients of the protocol up to 2025 open a session and speak within it: only so can they take a call back, or be asked
 * for their roots. Later ones send all that matters with each call, and never come here.
 */
export interface HttpSessions {
  /** Undefined for what belongs to no session and opens none. */
  answer(request: Request): Promise<Response | undefined>
  close(): Promise<void>
}

/** The longest text that a tool takes has 20,000 characters, of which a client may write each as six. */
export const BODY_BYTES = 160 * 1024
/** Clients go without a word: the one that was used longest ago makes room. */
const MAX_SESSIONS = 32
const HEADER = 'mcp-session-id'

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: McpServer
}

export function createHttpSessions(createServer: (request: Request) => McpServer): HttpSessions {
  /** The one used last stands last. */
  const sessions = new Map<string, Session>()

  async function end(id: string): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.server.close().catch(() => {})
  }

  async function open(request: Request): Promise<Response> {
    const server = createServer(request)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: BODY_BYTES,
      onsessioninitialized(id) {
        sessions.set(id, { transport, server })
        const [oldest] = sessions.keys()
        if (sessions.size > MAX_SESSIONS && oldest !== undefined) void end(oldest)
      },
      onsessionclosed: id => void sessions.delete(id),
    })
    await server.connect(transport)
    return await transport.handleRequest(request)
  }

  return {
    async answer(request) {
      const id = request.headers.get(HEADER)
      if (id === null) return (await opensSession(request)) ? await open(request) : undefined
      const session = sessions.get(id)
      // The client is to open another.
      if (!session) return new Response(null, { status: 404 })
      sessions.delete(id)
      sessions.set(id, session)
      return await session.transport.handleRequest(request)
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end))
    },
  }
}

async function opensSession(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false
  const body = await readRequestBody(request.clone(), BODY_BYTES)
  if (body.tooLarge) return false
  try {
    const message: unknown = JSON.parse(body.text)
    return isInitializeRequest(message) && (await isLegacyRequest(request, message))
  } catch {
    return false
  }
}
