import { Client, type ClientOptions, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { createWorkLine } from '../src/serving/work-line.ts'
import { type Connection, createServer } from '../src/surfaces/mcp/create-server.ts'
import { defineTool, type Tool, type ToolAnswer, type ToolCall } from '../src/surfaces/mcp/define-tool.ts'
import type { McpWorld } from '../src/surfaces/mcp/world.ts'
import type { McpHome } from './mcp-home.ts'

export interface ConnectOptions {
  readonly tools?: readonly Tool[]
  readonly connection?: Partial<Connection>
  readonly client?: ClientOptions
  readonly atOnce?: number
  /** Before it connects: handlers of what the server may ask. */
  prepare?(client: Client): void
  onBug?(error: unknown): void
}

const clients: Client[] = []
afterAll(async () => {
  for (const client of clients.splice(0)) await client.close()
})

/** The official client, connected to a server in this process. */
export async function connectClient(home: Pick<McpHome, 'world' | 'home'>, options: ConnectOptions = {}) {
  const server = createServer(
    {
      world: home.world,
      line: createWorkLine({ atOnce: options.atOnce ?? 8, waiting: 256 }),
      onBug: options.onBug ?? (() => {}),
      ...(options.tools ? { tools: options.tools } : {}),
    },
    { staysOpen: true, folder: undefined, findSession: () => undefined, ...options.connection },
  )
  const client = new Client({ name: 'test', version: '1' }, options.client)
  options.prepare?.(client)
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  clients.push(client)
  return { client, call: callerOf(client) }
}

/** Calls a tool and gives its text. */
export function callerOf(client: Client) {
  return async (name: string, args: { readonly [name: string]: unknown } = {}, signal?: AbortSignal) => {
    const result = await client.callTool({ name, arguments: { ...args } }, signal ? { signal } : undefined)
    const [first] = result.content as readonly { readonly text?: string }[]
    return { text: first?.text ?? '', isError: result.isError === true }
  }
}

/** A tool that does what a test says. */
export function makeTool(
  name: string,
  run: (world: McpWorld, call: ToolCall<{ readonly text?: string | undefined }>) => Promise<Partial<ToolAnswer>>,
): Tool {
  return defineTool({
    name,
    title: name,
    description: 'For a test',
    input: z.object({ text: z.string().max(100).optional().describe('Anything') }),
    async run(world, call) {
      return { head: '', blocks: [], total: undefined, isEmpty: false, ...(await run(world, call)) }
    },
  })
}
