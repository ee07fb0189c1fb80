import { asBoolean, asObject, asObjects, asString, type JsonObject } from '../format/json.ts'
import type { Facts } from './facts/facts.ts'
import { Seen } from './seen.ts'
import type { ThreadEntry } from './thread-entry.ts'
import type { ToolCall } from './tool-call.ts'
import { classifyFailure, readDenial } from './tools/failure.ts'
import { guessMcpServer } from './tools/mcp.ts'
import { readResultText } from './tools/read-result-text.ts'
import { findTool } from './tools/table.ts'

type Draft = { -readonly [Key in keyof ToolCall]: ToolCall[Key] }

/** Tool uses and results of one thread, paired by id wherever they stand (census section 9). */
export class ToolPairs {
  readonly calls: ToolCall[] = []
  readonly mcpServers = new Seen()
  /** Results whose call is not in this thread. */
  readonly orphans: ToolCall[] = []
  private readonly byId = new Map<string, Draft>()
  /** Calls whose result was found in another thread: one of their own still replaces it. */
  private readonly adopted = new Set<Draft>()
  private readonly facts: Facts

  constructor(facts: Facts) {
    this.facts = facts
  }

  find(id: string): ToolCall | undefined {
    return this.byId.get(id)
  }

  /** The call that the first result of a user line answers. */
  findResultOf(message: JsonObject | undefined): ToolCall | undefined {
    for (const block of asObjects(message?.content)) {
      if (block.type === 'tool_result') return this.byId.get(asString(block.tool_use_id) ?? '')
    }
    return undefined
  }

  /** True where the call that a line answers has, in this thread, a result of that time: the line is its copy. */
  hasResultAt(message: JsonObject | undefined, at: number | undefined): boolean {
    const call = this.findResultOf(message)
    return call?.result !== undefined && !this.adopted.has(call) && call.result.at === at
  }

  /** Every `tool_use` block of an assistant line; returns how many were new. */
  addUses(entry: ThreadEntry, message: JsonObject): number {
    let added = 0
    for (const block of asObjects(message.content)) {
      if (block.type !== 'tool_use') continue
      const id = asString(block.id)
      if (id !== undefined && this.byId.has(id)) continue
      this.addUse(entry, block, id)
      added++
    }
    return added
  }

  /** Every `tool_result` block of a user line. */
  addResults(entry: ThreadEntry, json: JsonObject, message: JsonObject): void {
    for (const block of asObjects(message.content)) {
      if (block.type === 'tool_result') this.addResult(entry, json, block)
    }
  }

  /** Forgets what `adopt` did: the session decides anew each time it is asked for, so asking early changes nothing. */
  dropAdopted(): void {
    for (const call of this.adopted) Object.assign(call, NO_RESULT)
    this.adopted.clear()
  }

  /** Takes over a result that stands in another thread of the session. */
  adopt(orphan: ToolCall): void {
    const call = this.byId.get(orphan.id)
    if (!call?.use || call.result) return
    call.result = orphan.result
    call.status = orphan.status
    call.error = orphan.error
    call.rejection = orphan.rejection
    this.adopted.add(call)
  }

  private addUse(entry: ThreadEntry, block: JsonObject, id: string | undefined): void {
    const name = asString(block.name) ?? ''
    const input = asObject(block.input) ?? {}
    const tool = findTool(name)
    const call = draft(id ?? `${entry.uuid ?? entry.start}`, name, tool.headline(input, name), entry)
    this.calls.push(call)
    this.byId.set(call.id, call)
    if (name.startsWith('mcp__')) this.mcpServers.add(guessMcpServer(name))
    tool.onUse?.({ call, input, facts: this.facts })
  }

  private addResult(entry: ThreadEntry, json: JsonObject, block: JsonObject): void {
    const id = asString(block.tool_use_id) ?? `${entry.uuid ?? entry.start}`
    let call = this.byId.get(id)
    if (!call) {
      call = draft(id, '', '', undefined)
      this.calls.push(call)
      this.orphans.push(call)
      this.byId.set(id, call)
    }
    if (call.result && !this.adopted.delete(call)) return
    const text = readResultText(block.content)
    const isError = asBoolean(block.is_error) === true
    const failure = classifyFailure(text, isError, readDenial(json))
    call.result = entry
    call.status = failure.status
    if (failure.status !== 'ok') {
      call.error = failure.message
      call.rejection = failure.rejection
      const { excerpt } = failure
      if (excerpt) this.facts.errors.push({ message: excerpt, source: 'tool', entry, call })
    }
    if (call.use?.at !== undefined && entry.at !== undefined) call.durationMs = Math.max(0, entry.at - call.use.at)
    findTool(call.name).onResult?.({
      call,
      structured: json.toolUseResult,
      text,
      facts: this.facts,
    })
  }
}

const NO_RESULT = { result: undefined, status: 'pending', error: undefined, rejection: undefined } as const

function draft(id: string, name: string, headline: string, use: ThreadEntry | undefined): Draft {
  return {
    id,
    name,
    headline,
    use,
    result: undefined,
    status: 'pending',
    rejection: undefined,
    error: undefined,
    durationMs: undefined,
    backgroundTaskId: undefined,
    persistedPath: undefined,
  }
}
