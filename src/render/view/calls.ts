import { asArray, asObject, asString, type JsonObject } from '../../format/json.ts'
import type { Agent } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { agentRows, type OpenedCall } from './agents.ts'
import { badgesOf } from './badges.ts'
import { joinText, readBlocks, toBlocks } from './content.ts'
import { callHookRows } from './hooks.ts'
import { splitReminders } from './markup.ts'
import { type Part, textPart } from './part.ts'
import type { Row, ToolRow } from './row.ts'
import { placeOf, readJson, type Scene, sees } from './scene.ts'
import { fieldParts, type Outcome } from './tools/define.ts'
import { viewOfTool } from './tools/table.ts'

/** Rows of a tool call at the place of its use: the call with its result, its hooks, the agents it started. */
export function* callRows(scene: Scene, entry: ThreadEntry, block: JsonObject): Iterable<Row> {
  const id = asString(block.id) ?? ''
  const call = scene.index.callsByUse.get(entry)?.find(candidate => candidate.id === id)
  if (!call) return
  const agents = scene.view.agentsByCall.get(call) ?? []
  const only = agents.length === 1 ? agents[0] : resumedAgent(scene, call)
  const input = asObject(block.input) ?? {}
  if (scene.view.isLive) return yield liveToolRow(scene, entry, call, input)
  if (only)
    yield* agentRows(scene, { agent: only, call, isResume: agents.length === 0 }, () =>
      openedCall(scene, only, call, input),
    )
  else yield toolRow(scene, entry, call, input)
  yield* callHookRows(scene, call)
  if (!only) for (const agent of agents) yield* agentRows(deeper(scene), { agent, call, isResume: false })
}

/** Agents draw their own lines while they are followed; their call is a row like all others. */
function liveToolRow(scene: Scene, entry: ThreadEntry, call: ToolCall, input: JsonObject): ToolRow {
  if (!call.result) scene.view.runningCalls.add(call)
  return toolRow(scene, entry, call, input)
}

/** A result that came after its call was drawn: the call again, now with its outcome. */
export function* lateResultRows(scene: Scene, entry: ThreadEntry, call: ToolCall): Iterable<Row> {
  if (!scene.view.runningCalls.delete(call)) return
  const use = sees(scene, 'all') && call.use ? readJson(scene, call.use) : undefined
  const block = use && readBlocks(use).find(candidate => candidate.id === call.id)
  yield { ...toolRow(scene, entry, call, asObject(block?.input) ?? {}), input: [] }
}

/** A result whose call is not in the file. */
export function* strayResultRows(scene: Scene, entry: ThreadEntry, call: ToolCall): Iterable<Row> {
  yield toolRow(scene, entry, call, {})
}

export function toolRow(scene: Scene, entry: ThreadEntry, call: ToolCall, input: JsonObject): ToolRow {
  const isOpen = sees(scene, 'all')
  if (!isOpen) scene.view.losses.add('call-inside')
  const outcome = isOpen && call.result ? readOutcome(scene, call) : undefined
  const { server, tool } = splitName(call.name)
  return {
    ...placeOf(scene, entry),
    kind: 'tool',
    callId: call.id,
    name: tool,
    server,
    headline: headlineOf(scene, call),
    status: call.status,
    isRunning: scene.view.isLive && !call.result,
    badges: badgesOf(scene.index, call),
    durationMs: call.durationMs,
    error: isOpen ? '' : (call.error ?? ''),
    isOpen,
    input: isOpen ? viewOfTool(call.name).input(input, outcome) : [],
    output: outcome ? outputParts(scene, call, outcome, input) : [],
  }
}

/** Paths as seen from where the session works, tasks by their subject. */
export function headlineOf(scene: Scene, call: ToolCall): string {
  const change = scene.index.tasksByCall.get(call)
  const [task] = change?.length === 1 ? change : []
  if (task?.list === 'tasks' && task.subject) return `#${task.id} ${task.subject}`
  const cwd = scene.view.session.cwds[0]
  if (!cwd || !call.headline.startsWith(cwd)) return call.headline
  const rest = call.headline.slice(cwd.length)
  return /^[\\/]./.test(rest) ? rest.slice(1) : call.headline
}

/** An agent's prompt stands among its own rows, where it has any. */
function openedCall(scene: Scene, agent: Agent, call: ToolCall, input: JsonObject): OpenedCall {
  const outcome = call.result ? readOutcome(scene, call) : undefined
  const hasPrompt = agent.thread.turns.some(turn => turn.prompt)
  return {
    input: hasPrompt ? fieldParts(input, ['prompt']) : viewOfTool(call.name).input(input, outcome),
    output: outcome ? outputParts(scene, call, outcome, input) : [],
  }
}

function outputParts(scene: Scene, call: ToolCall, outcome: ReadOutcome, input: JsonObject): readonly Part[] {
  const isFailure = call.status !== 'ok' && call.status !== 'pending'
  const parts: Part[] = isFailure
    ? [{ kind: 'output', stream: 'stderr', text: outcome.text }]
    : [...viewOfTool(call.name).output(outcome, input)]
  const kept = call.persistedPath ? scene.view.options.readToolOutput?.(call.persistedPath) : undefined
  if (kept !== undefined)
    parts.push(textPart('', `whole output, from ${call.persistedPath}`), {
      kind: 'output',
      stream: 'stdout',
      text: kept,
    })
  for (const reminder of outcome.reminders) parts.push(textPart(reminder, 'reminder to the model'))
  return parts
}

interface ReadOutcome extends Outcome {
  readonly reminders: readonly string[]
}

function readOutcome(scene: Scene, call: ToolCall): ReadOutcome | undefined {
  const json = call.result ? readJson(scene, call.result) : undefined
  if (!json) return undefined
  const block = readBlocks(json).find(candidate => candidate.tool_use_id === call.id)
  const blocks = toBlocks(block?.content)
  const { text, reminders } = splitReminders(joinText(blocks))
  const structured = json.toolUseResult
  return {
    fields: asObject(structured) ?? {},
    structured,
    text: text === '' && !asArray(structured) ? (asString(structured) ?? '') : text,
    blocks,
    reminders,
  }
}

function resumedAgent(scene: Scene, call: ToolCall): Agent | undefined {
  const spawn = scene.index.spawnsByCall.get(call)?.[0]
  if (!spawn?.isResume || spawn.agentId === undefined) return undefined
  return scene.view.session.agents.find(agent => agent.id === spawn.agentId)
}

function deeper(scene: Scene): Scene {
  return { ...scene, depth: scene.depth + 1 }
}

/** `mcp__server__tool` in its two parts; where the server ends is a guess, as names may hold `__` themselves. */
function splitName(name: string): { server: string | undefined; tool: string } {
  if (!name.startsWith('mcp__')) return { server: undefined, tool: name }
  const end = name.indexOf('__', 5)
  return end < 0 ? { server: undefined, tool: name } : { server: name.slice(5, end), tool: name.slice(end + 2) }
}
