import { TextSink } from '../../extract/text-sink.ts'
import { readInputText, readOutputText } from '../../extract/tool-texts.ts'
import type { Entry } from '../../format/entry.ts'
import { asObject, asObjects, asString } from '../../format/json.ts'
import type { Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { addPiece, joinPieces, type Pieces, type Unit } from './unit.ts'

/** Calls without a result, by id. Plain data, so that it can be saved. */
export type OpenCalls = Map<string, OpenCall>

interface OpenCall {
  /** In `thread.toolCalls`. */
  readonly number: number
  readonly turn: number
  readonly entry: number
  readonly at: number | undefined
  readonly input: readonly string[]
  /** Not yet given out as it is. */
  isChanged: boolean
}

/** What tells the places that the model gave to calls and results. */
export type ToolThread = Pick<Thread, 'file' | 'agentId' | 'toolCalls' | 'findToolCall'>

/**
 * Notes the calls of an assistant line that the model took as new: they stand at the end of its list, in the order of the
 * blocks. Returns the bytes of their inputs that are left out.
 */
export function addUses(
  open: OpenCalls,
  kept: ThreadEntry,
  entry: Entry,
  thread: ToolThread,
  onUnit: (unit: Unit) => void,
): number {
  const { toolCalls } = thread
  const sink = new TextSink()
  let next = toolCalls.length
  while (next > 0 && toolCalls[next - 1]?.use === kept) next--
  for (const block of asObjects(asObject(entry.json?.message)?.content)) {
    if (block.type !== 'tool_use') continue
    const call = toolCalls[next]
    const id = asString(block.id)
    if (!call || (id !== undefined && call.id !== id)) continue
    // Two calls without ids on one line: the model gives results to the last.
    const hidden = open.get(call.id)
    if (hidden) finish(thread, hidden.number, hidden, undefined, onUnit)
    const input = readInputText(block.input, sink)
    open.set(call.id, { number: next, turn: kept.turn, entry: kept.index, at: kept.at, input, isChanged: true })
    next++
  }
  return sink.leftOutBytes
}

/** Finishes the calls that a user line answers, if the model took the answer. Returns the bytes that are left out. */
export function addResults(
  open: OpenCalls,
  kept: ThreadEntry,
  entry: Entry,
  thread: ToolThread,
  onUnit: (unit: Unit) => void,
): number {
  const sink = new TextSink()
  const answered = new Set<string>()
  for (const block of asObjects(asObject(entry.json?.message)?.content)) {
    if (block.type !== 'tool_result') continue
    const id = asString(block.tool_use_id) ?? `${kept.uuid ?? kept.start}`
    const call = thread.findToolCall(id)
    if (call?.result !== kept || answered.has(id)) continue
    answered.add(id)
    const output = readOutputText(block.content, sink, call.name)
    const waiting = open.get(id)
    // An answer that stands before its prompt has come to its turn since.
    const use = waiting && { ...waiting, turn: call.use?.turn ?? waiting.turn }
    open.delete(id)
    // A result without call was added to the list just now, so it is found at its end.
    finish(thread, use?.number ?? thread.toolCalls.lastIndexOf(call), use, { kept, output }, onUnit)
  }
  return sink.leftOutBytes
}

/** Calls that wait for their result, if they were not given out before. */
export function listOpenCalls(open: OpenCalls, thread: Pick<ToolThread, 'file' | 'agentId'>): readonly Unit[] {
  const units: Unit[] = []
  for (const call of open.values()) {
    if (call.isChanged) finish(thread, call.number, call, undefined, unit => units.push(unit))
    call.isChanged = false
  }
  return units
}

function finish(
  thread: Pick<ToolThread, 'file' | 'agentId'>,
  number: number,
  use: OpenCall | undefined,
  result: { readonly kept: ThreadEntry; readonly output: readonly string[] } | undefined,
  onUnit: (unit: Unit) => void,
): void {
  const pieces: Pieces = {}
  for (const text of use?.input ?? []) addPiece(pieces, 'input', text)
  for (const text of result?.output ?? []) addPiece(pieces, 'output', text)
  if (!pieces.input && !pieces.output) return
  const places = [use && { turn: use.turn, entry: use.entry }, result && placeOf(result.kept)].filter(isThere)
  onUnit({
    file: thread.file,
    agentId: thread.agentId,
    kind: 'tool',
    number,
    firstTurn: Math.min(...places.map(place => place.turn)),
    lastTurn: Math.max(...places.map(place => place.turn)),
    firstEntry: Math.min(...places.map(place => place.entry)),
    lastEntry: Math.max(...places.map(place => place.entry)),
    firstAt: use?.at ?? result?.kept.at,
    at: result?.kept.at ?? use?.at,
    texts: joinPieces(pieces),
  })
}

function placeOf({ turn, index }: ThreadEntry): { turn: number; entry: number } {
  return { turn, entry: index }
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined
}
