import { afterAll } from 'vitest'
import { createAppPricer, createCostFinder } from '../src/surfaces/cli/app-pricer.ts'
import { createWorld } from '../src/surfaces/mcp/create-world.ts'
import type { Tool, ToolAnswer } from '../src/surfaces/mcp/define-tool.ts'
import { answerCall } from '../src/surfaces/mcp/frame.ts'
import { scopeOf } from '../src/surfaces/mcp/scope.ts'
import { describeProblem } from '../src/surfaces/mcp/tool-error.ts'
import { TOOLS } from '../src/surfaces/mcp/tools/table.ts'
import type { CallScope, McpOptions, McpWorld } from '../src/surfaces/mcp/world.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { machineAt } from './temp-tree.ts'

/** Tools over a machine of its own, in this process: what a client gets, without a server between. */
export interface McpHome {
  readonly home: KeepHome
  readonly world: McpWorld
  /** Through the frame: checked arguments, bounded text. */
  call(name: string, args?: { readonly [name: string]: unknown }): Promise<CalledTool>
  /** The tool itself, for what the frame would cut. */
  run(tool: Tool, input: unknown, more?: RunMore): Promise<RunAnswer>
  scope(more?: Partial<CallScope>): CallScope
}

export interface CalledTool {
  readonly text: string
  readonly isError: boolean
}

export interface RunMore {
  readonly from?: number
  readonly maxBytes?: number
  readonly scope?: Partial<CallScope>
  readonly signal?: AbortSignal
}

export interface RunAnswer extends Omit<ToolAnswer, 'blocks'> {
  readonly blocks: readonly string[]
}

export interface McpHomeOptions {
  /** A machine with everything kept; the small one with two sessions otherwise. */
  readonly home?: KeepHome
  /** The folder the client runs in; that of the first session otherwise. */
  readonly cwd?: string
  readonly ownSession?: string
  /** Other tools than those of the table, for tests of the frame. */
  readonly tools?: readonly Tool[]
  readonly more?: Partial<McpOptions>
}

const opened: { close(): void }[] = []
afterAll(() => {
  for (const world of opened.splice(0)) world.close()
})

export async function startMcp(options: McpHomeOptions = {}): Promise<McpHome> {
  const home = options.home ?? (await makeKept())
  const world = createWorld({ ...mcpOptionsOf(home), ...options.more })
  opened.push(world)
  const cwd = options.cwd ?? home.work
  const caller = { roots: undefined, folder: cwd, findSession: () => options.ownSession }
  const tools = options.tools ?? TOOLS
  const scope: McpHome['scope'] = more =>
    ({ ...scopeOf(world, caller, { scope: 'project', include_current: false }), ...more }) as CallScope
  return {
    home,
    world,
    scope,
    async call(name, args = {}) {
      const tool = tools.find(row => row.name === name)
      if (!tool) throw new Error(`there is no tool ${name}`)
      try {
        const signal = new AbortController().signal
        const findScope = async (wanted: Parameters<typeof scopeOf>[2]) => scopeOf(world, caller, wanted)
        return { text: await answerCall(world, tool, { args, signal, findScope }), isError: false }
      } catch (error) {
        return { text: describeProblem(error, 'backscroll'), isError: true }
      }
    },
    async run(tool, input, more = {}) {
      const answer = await tool.run(world, {
        input: tool.input.parse(input),
        scope: scope(more.scope),
        includesCurrent: false,
        from: more.from ?? 0,
        maxBytes: more.maxBytes ?? 4096,
        signal: more.signal ?? new AbortController().signal,
      })
      return { ...answer, blocks: [...answer.blocks] }
    },
  }
}

/** What the command would hand to the server on this machine. Nothing new on disk is looked for. */
export function mcpOptionsOf(home: KeepHome): McpOptions {
  const config = {}
  return {
    now: Date.now,
    zone: createZone('UTC') as Zone,
    home: home.home,
    cwd: home.work,
    keepDir: home.keep,
    roots: machineAt(home.home),
    config,
    version: '0.0.0-test',
    env: {},
    parentPid: 0,
    threads: 1,
    isDemo: false,
    commandName: 'backscroll',
    pricer: createAppPricer({ config }),
    costOf: createCostFinder({ config }),
    glance: async () => {},
    signal: new AbortController().signal,
  }
}
