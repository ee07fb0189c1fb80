import type { z } from 'zod'
import type { CallScope, McpWorld } from './world.ts'

/**
 * One tool. The server, its checks, the snapshot of its schema and docs/mcp.md come from these rows alone. `scope`,
 * `include_current`, `max_bytes` and `cursor` are added to the input of every tool; what they mean is settled before
 * `run` is called (`frame.ts`).
 */
export interface Tool {
  readonly name: string
  readonly title: string
  /** What it gives, and above all when to call it. */
  readonly description: string
  /** Where everything begins: known to the model from the first prompt on, also where the client defers tools. */
  readonly isAlwaysLoaded?: true
  readonly input: z.ZodObject
  run(world: McpWorld, call: ToolCall<unknown>): Promise<ToolAnswer>
}

export interface ToolCall<Input> {
  readonly input: Input
  readonly scope: CallScope
  /** The running session was asked for too: what is named to be called next needs that again. */
  readonly includesCurrent: boolean
  /** Blocks that were sent by earlier calls of the same question: `blocks` begins with this one. */
  readonly from: number
  /** Bytes the answer has room for: what is far beyond need not be made. */
  readonly maxBytes: number
  /** Aborted when the client takes the call back or is gone. */
  readonly signal: AbortSignal
}

/**
 * Plain text in blocks: a hit, a turn, a row. An answer ends between blocks, and says how to go on; a block that is too
 * long by itself is cut and goes on with the next cursor. Every block that tells of a session has a citation in the form
 * other tools take (`cite.ts`). Text of transcripts in it is made safe by `quote.ts`.
 */
export interface ToolAnswer {
  /** One or a few lines before the blocks: what was understood and found. Sent again with each part. */
  readonly head: string
  readonly blocks: Iterable<string>
  /** All blocks there are, where that is known. */
  readonly total: number | undefined
  /** Behind the last block: what to do next, what was left out. */
  readonly tail?: string
  /** Nothing was found: `elsewhere` says what other projects hold. */
  readonly isEmpty: boolean
  /** With scope `project` and nothing found: how many all projects have. */
  readonly elsewhere?: { readonly count: number; readonly what: string; readonly projects: readonly string[] }
}

interface ToolParts<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  readonly input: Input
  run(world: McpWorld, call: ToolCall<z.output<Input>>): Promise<ToolAnswer>
}

export function defineTool<Input extends z.ZodObject>(parts: ToolParts<Input>): Tool {
  return parts as unknown as Tool
}
