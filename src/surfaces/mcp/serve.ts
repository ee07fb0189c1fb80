import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { findOwnSession } from '../../query/live/own-session.ts'
import { limitLines } from '../../serving/limit-lines.ts'
import { createWorkLine } from '../../serving/work-line.ts'
import { findRoots } from '../../source/roots.ts'
import { sanitizeText } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import { createServer, type ServerParts } from './create-server.ts'
import { createWorld } from './create-world.ts'
import type { Tool } from './define-tool.ts'
import { type ServedMcp, serveHttp } from './http.ts'
import { refuseLong } from './refuse-long.ts'
import { sortMessages } from './sort-messages.ts'
import type { McpOptions, McpWorld } from './world.ts'

export type { ServedMcp } from './http.ts'

export interface ServeMcpOptions extends McpOptions {
  /** One line for whoever started it: never the protocol. */
  say(line: string): void
  /** Other tools than those of the table, for tests. */
  readonly tools?: readonly Tool[]
}

/** Calls at work at the same time, of all clients; the others wait, so many at most. */
const CALLS = { atOnce: 8, waiting: 256 }
/** What a single message may hold: nothing that is asked here is long. A longer one is refused, and others go on. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
const MAX_UNREAD_BYTES = 1024 * 1024

/** Speaks the protocol on two streams until the first ends, the second breaks, or the signal comes. */
export async function serveMcpStdio(
  options: ServeMcpOptions & { readonly input: Readable; readonly output: Writable },
): Promise<void> {
  const { input, output, signal } = options
  const world = createWorld(options)
  // Every answer that waits for a slow client listens to it.
  output.setMaxListeners(0)
  // Whoever does not read what they are told is not told more of it.
  const refuse = (refusal: string): void => void (output.writableLength < MAX_UNREAD_BYTES && output.write(refusal))
  const lines = limitLines(MAX_MESSAGE_BYTES, {
    onLong(line) {
      const refusal = refuseLong(line, MAX_MESSAGE_BYTES)
      if (refusal !== undefined) refuse(refusal)
    },
    onLine(line) {
      const { messages, refusals } = sortMessages(line)
      for (const refusal of refusals) refuse(refusal)
      return messages
    },
  })
  // Several short ones may come together.
  const transport = new StdioServerTransport(input.pipe(lines), output, { maxBufferSize: 2 * MAX_MESSAGE_BYTES })
  const findSession = createSessionFinder(options)
  const parts = partsOf(options, world)
  const ended = new Promise<void>(resolve => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve())
    for (const event of ['close', 'error']) output.once(event, () => resolve())
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const served = serveStdio(() => createServer(parts, { staysOpen: true, folder: undefined, findSession }), {
    transport,
    onerror: error => explainTrouble(options, error),
  })
  const closed = onTransportClosed(transport)
  await Promise.race([ended, closed])
  await served.close()
  world.close()
  input.unpipe(lines)
  input.destroy()
}

/** The same over HTTP, on this machine alone, for those that hold the key. */
export async function serveMcpHttp(options: ServeMcpOptions & { readonly port: number }): Promise<ServedMcp> {
  const world = createWorld(options)
  try {
    return await serveHttp(options, partsOf(options, world), () => world.close())
  } catch (error) {
    world.close()
    throw error
  }
}

function partsOf(options: ServeMcpOptions, world: McpWorld): ServerParts {
  return {
    world,
    line: createWorkLine(CALLS),
    onBug: error => explainTrouble(options, error),
    ...(options.tools ? { tools: options.tools } : {}),
  }
}

/** Too much for its buffer, or a stream that broke: the transport ends by itself. */
function onTransportClosed(transport: StdioServerTransport): Promise<void> {
  return new Promise(resolve => {
    const before = transport.onclose
    transport.onclose = () => {
      before?.()
      resolve()
    }
  })
}

/** Where things went wrong is for whoever looks for it; a client shows what stands on stderr, or keeps it for good. */
function explainTrouble({ env, say }: ServeMcpOptions, error: unknown): void {
  if (env.BACKSCROLL_DEBUG !== '1' || error instanceof UserError) return
  say(sanitizeText(error instanceof Error ? (error.stack ?? error.message) : String(error)))
}

/** The session that runs in the client which started this process: another one after `/clear`. */
function createSessionFinder({ keepDir, roots, parentPid }: McpOptions): () => string | undefined {
  return () => {
    const configPaths = findRoots(roots).roots.flatMap(({ configPath }) => configPath ?? [])
    return findOwnSession({ keepDir, configPaths, parentPid, platform: roots.platform })?.sessionId
  }
}
