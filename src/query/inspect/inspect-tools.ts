import type { Session } from '../../model/session.ts'
import type { ToolCall, ToolStatus } from '../../model/tool-call.ts'
import { toolLabel } from '../usage/cuts/tools.ts'
import { type InspectPlace, inTimeOrder, listThreads, placeOfCall, type Range } from './session-threads.ts'

/** Every tool that a session called, agents included; those called most first. */
export interface InspectTools {
  readonly schema: 'backscroll.inspect-tools/1'
  readonly tools: readonly ToolCount[]
  readonly calls: number
  readonly errors: number
}

export interface ToolCount {
  /** As the model wrote it; empty where only results are in the file. */
  readonly name: string
  /** `server: tool` for those of MCP servers. */
  readonly label: string
  readonly calls: number
  readonly errors: number
  /** By the person, a rule or a hook. */
  readonly rejected: number
  /** Without a result. */
  readonly pending: number
  /** Of those that have a duration; undefined where none has. */
  readonly totalMs: number | undefined
  readonly medianMs: number | undefined
}

/** A transcript may name as many as it likes. */
const MAX_TOOLS = 1000

export function inspectTools(session: Session): InspectTools {
  const calls = listThreads(session).flatMap(({ thread }) => thread.toolCalls)
  const tools = [...Map.groupBy(calls, ({ name }) => name)].map(([name, own]) => countCalls(name, own))
  tools.sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1))
  return {
    schema: 'backscroll.inspect-tools/1',
    tools: tools.slice(0, MAX_TOOLS),
    calls: calls.length,
    errors: tools.reduce((sum, { errors }) => sum + errors, 0),
  }
}

function countCalls(name: string, calls: readonly ToolCall[]): ToolCount {
  const count = (...statuses: ToolStatus[]): number => calls.filter(({ status }) => statuses.includes(status)).length
  const durations = calls.flatMap(({ durationMs }) => (durationMs === undefined ? [] : [durationMs]))
  return {
    name,
    label: toolLabel(name),
    calls: calls.length,
    errors: count('error'),
    rejected: count('rejected', 'denied'),
    pending: count('pending'),
    totalMs: durations.length === 0 ? undefined : durations.reduce((sum, durationMs) => sum + durationMs, 0),
    medianMs: medianOf(durations),
  }
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper
  return upper === undefined || lower === undefined ? undefined : (upper + lower) / 2
}

/** The calls themselves, as they were made. */
export interface InspectCalls {
  readonly schema: 'backscroll.inspect-calls/1'
  readonly calls: readonly InspectedCall[]
  readonly from: number
  readonly total: number
}

export interface InspectedCall extends InspectPlace {
  readonly id: string
  readonly name: string
  readonly headline: string
  readonly status: ToolStatus
  readonly durationMs: number | undefined
  /** Head of the error. */
  readonly error: string | undefined
}

export interface CallsRequest extends Range {
  /** Undefined: all. */
  readonly tool: string | undefined
  /** Only those that failed or were not allowed. */
  readonly isFailed: boolean
}

const FAILED: ReadonlySet<ToolStatus> = new Set(['error', 'rejected', 'denied', 'interrupted'])

export function inspectCalls(session: Session, { tool, isFailed, from, limit }: CallsRequest): InspectCalls {
  const found = listThreads(session).flatMap(thread =>
    thread.thread.toolCalls
      .filter(call => (tool === undefined || call.name === tool) && (!isFailed || FAILED.has(call.status)))
      .map(call => ({ thread, call })),
  )
  const ordered = inTimeOrder(
    found,
    ({ thread }) => thread,
    ({ call }) => (call.use ?? call.result)?.at,
  )
  const calls = ordered.slice(from, from + limit).map(({ thread, call }) => ({
    ...placeOfCall(thread, call),
    id: call.id,
    name: call.name,
    headline: call.headline,
    status: call.status,
    durationMs: call.durationMs,
    error: call.error,
  }))
  return { schema: 'backscroll.inspect-calls/1', calls, from, total: found.length }
}
