import { asObject, asString, type JsonObject } from '../../format/json.ts'
import type { Agent } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { createKeyedFinder } from '../../text/find-keyed.ts'
import { agentRows } from './agents.ts'
import { badgesOf } from './badges.ts'
import { findUse, joinText, readBlocks } from './content.ts'
import { followFile } from './follow-file.ts'
import { callHookRows } from './hooks.ts'
import { type KnownTexts, type OpenedCall, openCall } from './open-call.ts'
import { omit, restParts } from './rest.ts'
import type { Row, ToolRow } from './row.ts'
import { placeOf, readJson, type Scene, sees } from './scene.ts'
import { Shown } from './shown.ts'

const findCall = createKeyedFinder<ToolCall>(call => call.id)
const findAgentWithLines = createKeyedFinder<Agent>(({ id, storedAs }) => (storedAs === 'result-only' ? undefined : id))

/** Rows of a tool call at the place of its use: the call with its result, its hooks, the agents it started. */
export function* callRows(scene: Scene, entry: ThreadEntry, block: JsonObject): Iterable<Row> {
  const id = asString(block.id) ?? ''
  const call = findCall(scene.index.callsByUse.get(entry) ?? [], id)
  if (!call) return yield unpairedRow(scene, entry, block)
  const agents = scene.view.agentsByCall.get(call) ?? []
  const only = agents.length === 1 ? agents[0] : resumedAgent(scene, call)
  if (scene.view.isLive) return yield liveToolRow(scene, entry, call, block)
  if (only)
    yield* agentRows(scene, { agent: only, call, isResume: agents.length === 0 }, () =>
      openCall(scene, call, block, knownTexts(scene, only)),
    )
  else yield toolRow(scene, entry, call, block)
  yield* callHookRows(scene, call)
  if (!only) for (const agent of agents) yield* agentRows(deeper(scene), { agent, call, isResume: false })
}

/** A use without an id, or with one that was used before: nothing can be paired with it. */
function unpairedRow(scene: Scene, entry: ThreadEntry, block: JsonObject): Row {
  const isOpen = sees(scene, 'all')
  if (!isOpen) scene.view.losses.add('call-inside')
  const label = asString(block.name) ?? 'tool use'
  const parts = isOpen ? restParts(omit(block, ['type']), new Shown()) : []
  return {
    ...placeOf(scene, entry, 'tools'),
    kind: 'notice',
    label,
    text: 'call that nothing can be paired with',
    count: 1,
    parts,
  }
}

/** Agents draw their own lines while they are followed; their call is a row like all others. */
function liveToolRow(scene: Scene, entry: ThreadEntry, call: ToolCall, block: JsonObject): ToolRow {
  if (!call.result) scene.view.runningCalls.add(call)
  return toolRow(scene, entry, call, block)
}

/** A result that came after its call was drawn: the call again, now with its outcome. */
export function* lateResultRows(scene: Scene, entry: ThreadEntry, call: ToolCall): Iterable<Row> {
  if (!scene.view.runningCalls.delete(call)) return
  const use = sees(scene, 'all') && call.use ? readJson(scene, call.use) : undefined
  const block = use && findUse(use, call.id)
  yield { ...toolRow(scene, entry, call, block ?? {}), input: [] }
}

/** A result whose call is not in the file. */
export function* strayResultRows(scene: Scene, entry: ThreadEntry, call: ToolCall): Iterable<Row> {
  yield toolRow(scene, entry, call, {})
}

function toolRow(scene: Scene, entry: ThreadEntry, call: ToolCall, block: JsonObject): ToolRow {
  const isOpen = sees(scene, 'all')
  if (!isOpen) scene.view.losses.add('call-inside')
  const { server, tool } = splitName(call.name)
  const input = asObject(block.input) ?? {}
  const opened = isOpen ? openCall(scene, call, block) : CLOSED
  // Takes note of the file, so it comes after what compares with the file as it was.
  const change = followFile(scene, call, input)
  return {
    ...placeOf(scene, entry, 'tools'),
    kind: 'tool',
    callId: call.id,
    name: tool,
    server,
    headline: headlineOf(scene, call),
    status: call.status,
    isRunning: scene.view.isLive && !call.result,
    badges: badgesOf(scene, { call, input, change }),
    durationMs: call.durationMs,
    error: isOpen ? '' : (call.error ?? ''),
    isOpen,
    ...opened,
  }
}

const CLOSED: OpenedCall = { input: [], output: [], rest: [] }

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

/** The call that started an agent, opened, where the agent stands apart from it. */
export function openAgentCall(scene: Scene, agent: Agent): OpenedCall {
  const { call } = agent
  const use = call?.use && readJson(scene, call.use)
  const block = use && findUse(use, call.id)
  return call ? openCall(scene, call, block ?? {}, knownTexts(scene, agent)) : CLOSED
}

/** An agent's prompt and last words stand among its own rows, where it has any. */
function knownTexts(scene: Scene, agent: Agent): KnownTexts {
  const { thread } = agent
  const textOf = (entry: ThreadEntry | undefined): string => {
    const json = entry && scene.view.options.read(thread, entry)
    return json ? joinText(readBlocks(json)).trim() : ''
  }
  return {
    prompt: textOf(thread.turns.find(turn => turn.prompt)?.prompt),
    answer: textOf(thread.turns.findLast(turn => turn.answer)?.answer),
  }
}

function resumedAgent(scene: Scene, call: ToolCall): Agent | undefined {
  const spawn = scene.index.spawnsByCall.get(call)?.[0]
  if (!spawn?.isResume || spawn.agentId === undefined) return undefined
  // Of one without lines there is nothing to see above.
  return findAgentWithLines(scene.view.session.agents, spawn.agentId)
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
