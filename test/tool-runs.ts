import type { Entry } from '../src/format/entry.ts'
import { asObject, asObjects, asString, type JsonObject, type JsonValue } from '../src/format/json.ts'
import type { Extractor } from '../src/model/facts/extractor.ts'
import { createFacts, type Facts } from '../src/model/facts/facts.ts'
import { queuedPrompt } from '../src/model/facts/queued-text.ts'
import { extractorsForKind, extractorsForRole } from '../src/model/facts/table.ts'
import { InputQueue, type QueuedItem } from '../src/model/input-queue.ts'
import type { ThreadEntry } from '../src/model/thread-entry.ts'
import type { ToolCall } from '../src/model/tool-call.ts'
import { classifyFailure, readDenial } from '../src/model/tools/failure.ts'
import { readResultText } from '../src/model/tools/read-result-text.ts'
import { findTool } from '../src/model/tools/table.ts'
import { classifyUser } from '../src/model/user-role.ts'

/** A call with what the model does not keep of it. */
export interface ToolRun {
  readonly call: ToolCall
  readonly input: JsonObject
  structured: JsonValue | undefined
  text: string
}

export interface ToolRuns {
  readonly runs: readonly ToolRun[]
  readonly facts: Facts
  /** How many facts each extractor added. */
  readonly fired: ReadonlyMap<Extractor, number>
}

/** Pairs calls and results by id and runs every definition and extractor, without the rest of the model. */
export function runTools(entries: readonly Entry[]): ToolRuns {
  const facts = createFacts()
  const runs: ToolRun[] = []
  const byId = new Map<string, ToolRun>()
  const fired = new Map<Extractor, number>()
  const queue = new InputQueue()
  const lists: readonly { readonly length: number }[] = Object.values(facts)
  const count = () => lists.reduce((sum, list) => sum + list.length, 0)

  function addUse(block: JsonObject, entry: ThreadEntry): void {
    const id = asString(block.id) ?? ''
    const name = asString(block.name) ?? ''
    const input = asObject(block.input) ?? {}
    const call = makeCall({ id, name, headline: findTool(name).headline(input, name), use: entry })
    const run: ToolRun = { call, input, structured: undefined, text: '' }
    runs.push(run)
    byId.set(id, run)
    findTool(name).onUse?.({ call, input, facts })
  }

  function addResult(block: JsonObject, json: JsonObject, entry: ThreadEntry): void {
    const run = byId.get(asString(block.tool_use_id) ?? '')
    if (!run || run.call.result) return
    run.structured = json.toolUseResult
    run.text = readResultText(block.content)
    const failure = classifyFailure(run.text, block.is_error === true, readDenial(json))
    Object.assign(run.call, {
      result: entry,
      status: failure.status,
      error: failure.message,
      rejection: failure.rejection,
    })
    findTool(run.call.name).onResult?.({ call: run.call, structured: run.structured, text: run.text, facts })
  }

  function followQueue({ kind, json = {} }: Entry, text: string): readonly QueuedItem[] {
    if (kind === 'queue-operation') return queue.operate(json, { replies: 0, isBusy: true, at: undefined })
    if (kind === 'user') return queue.become(text)
    const item = queue.repeat(queuedPrompt(json))
    return item ? [item] : []
  }

  entries.forEach((raw, index) => {
    const { json } = raw
    if (!json) return
    const content = asObject(json.message)?.content
    const text = raw.kind === 'user' || raw.kind === 'assistant' ? readResultText(content) : ''
    const role = raw.kind === 'user' ? classifyUser(json, text, json.isSidechain === true) : undefined
    const entry: ThreadEntry = { ...makeEntry(raw, index), role }
    for (const block of asObjects(content)) {
      if (raw.kind === 'assistant' && block.type === 'tool_use') addUse(block, entry)
      if (raw.kind === 'user' && block.type === 'tool_result') addResult(block, json, entry)
    }
    const queued = followQueue(raw, text)
    for (const extractor of role ? extractorsForRole(role) : extractorsForKind(raw.kind)) {
      const before = count()
      extractor.extract({ entry, json, text, facts, queued })
      fired.set(extractor, (fired.get(extractor) ?? 0) + count() - before)
    }
  })
  return { runs, facts, fired }
}

export function makeCall(parts: Partial<ToolCall>): ToolCall {
  return {
    id: '',
    name: '',
    headline: '',
    use: undefined,
    result: undefined,
    status: 'pending',
    rejection: undefined,
    error: undefined,
    durationMs: undefined,
    backgroundTaskId: undefined,
    persistedPath: undefined,
    ...parts,
  }
}

function makeEntry({ kind, start, end, line, json }: Entry, index: number): ThreadEntry {
  return {
    kind,
    start,
    end,
    line,
    index,
    uuid: asString(json?.uuid),
    at: undefined,
    role: undefined,
    turn: 0,
    segment: 0,
    message: undefined,
    isRepeat: false,
    isCopy: false,
  }
}
