import {
  type InputRequiredResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { recentWork } from '../../query/recent-work.ts'
import { UserError } from '../../user-error.ts'
import type { Tool } from './define-tool.ts'
import { answerCall, MAX_BYTES } from './frame.ts'
import { limitsOf } from './limits.ts'
import { oneLine } from './lines.ts'
import type { WantedScope } from './scope.ts'
import type { CallScope, McpWorld } from './world.ts'

export interface ResourceParts {
  readonly world: McpWorld
  readonly tools: readonly Tool[]
  explain(error: unknown): string
  /** What the client has to be asked before its project is known; undefined where it is. */
  askClient(context: ServerContext): Promise<InputRequiredResult | undefined>
  findScope(context: ServerContext, wanted: WantedScope): Promise<CallScope>
  run<Result>(context: ServerContext, work: () => Promise<Result>): Promise<Result>
}

const LISTED = 20
const COMPLETED = 40
const TITLE_CHARS = 100
const WHOLE = { scope: 'project', include_current: true, max_bytes: MAX_BYTES / 2 } as const
const SESSION = 'backscroll://session/{id}'
const TURN = 'backscroll://session/{id}/turn/{n}'

/** Sessions and single turns under an address of their own: what a person attaches by hand. */
export function addResources(server: McpServer, parts: ResourceParts): void {
  server.registerResource(
    'session',
    new ResourceTemplate(SESSION, { list: context => listRecent(parts, context) }),
    {
      title: 'An earlier session',
      description: 'Prompts and answers of one session; the tool `read` has what they leave out',
      mimeType: 'text/plain',
    },
    (uri, { id }, context) => read(parts, uri, context, String(id)),
  )
  server.registerResource(
    'turn',
    new ResourceTemplate(TURN, { list: undefined }),
    { title: 'One turn of an earlier session', description: 'A prompt and what came of it', mimeType: 'text/plain' },
    (uri, { id, n }, context) => read(parts, uri, context, `${id}:${n}`),
  )
  // The SDK's own way to complete does not say who asks, and so not in which project.
  server.server.registerCapabilities({ completions: {} })
  server.server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const isId = ref.type === 'ref/resource' && (ref.uri === SESSION || ref.uri === TURN) && argument.name === 'id'
    return { completion: { values: isId ? await completeIds(parts, context, argument.value) : [] } }
  })
}

/** The newest of the project the client works in. */
async function listRecent(parts: ResourceParts, context: ServerContext) {
  const sessions = await listSessions(parts, context, LISTED)
  return {
    resources: sessions.map(({ sessionId, shortId, title, endedAt }) => ({
      uri: `backscroll://session/${encodeURIComponent(sessionId)}`,
      name: shortId,
      title: oneLine(title, TITLE_CHARS),
      ...(endedAt === undefined ? {} : { annotations: { lastModified: endedAt } }),
    })),
  }
}

/** A list is empty, not an error, where nothing can be listed: clients ask for it unasked. */
async function listSessions({ world, findScope }: ResourceParts, context: ServerContext, limit: number) {
  try {
    const scope = await findScope(context, { scope: 'project', include_current: false })
    const request = { limits: limitsOf(scope), branch: undefined, limit }
    return await world.ask(keep => recentWork(keep, request).sessions, context.mcpReq.signal)
  } catch {
    return []
  }
}

async function completeIds(parts: ResourceParts, context: ServerContext, typed: string): Promise<string[]> {
  const sessions = await listSessions(parts, context, COMPLETED)
  return sessions.map(({ shortId }) => shortId).filter(id => id.startsWith(typed))
}

/** What the tool `read` says, bounded; how it goes on is a call of that tool. */
async function read(parts: ResourceParts, uri: URL, context: ServerContext, at: string) {
  const { world, tools, findScope, explain } = parts
  const tool = tools.find(({ name }) => name === 'read')
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'sessions cannot be read here')
  const args = { at: decodeId(at), ...WHOLE }
  const goOn = `call the tool read with ${JSON.stringify(args)} and`
  try {
    const asked = await parts.askClient(context)
    if (asked) return asked
    const scope = await findScope(context, WHOLE)
    const { signal } = context.mcpReq
    const call = { args, signal, goOn, findScope: () => scope }
    const text = await parts.run(context, () => answerCall(world, tool, call))
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] }
  } catch (error) {
    if (error instanceof ProtocolError || context.mcpReq.signal.aborted) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, explain(forResource(error, args.at)))
  }
}

/** An address takes no arguments: what reaches other projects is the tool. */
function forResource(error: unknown, at: string): unknown {
  if (!(error instanceof UserError) || !OF_SCOPE.has(error.code)) return error
  const { code, message } = error
  const hint = `The tool read opens sessions of all projects: ${JSON.stringify({ at, scope: 'all' })}.`
  return new UserError({ code, message, hint, cause: error })
}

const OF_SCOPE: ReadonlySet<string> = new Set(['other-project', 'no-project'])

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
