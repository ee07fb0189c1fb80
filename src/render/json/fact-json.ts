import type { Facts } from '../../model/facts/facts.ts'
import type { Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'

export interface EntryRef {
  readonly file: number
  readonly line: number
  readonly uuid: string | undefined
  /** Bytes in the file, end exclusive. */
  readonly start: number
  readonly end: number
}

export function entryRef(thread: Thread, entry: ThreadEntry | undefined): EntryRef | undefined {
  return entry && { file: thread.file, line: entry.line, uuid: entry.uuid, start: entry.start, end: entry.end }
}

export function callJson(thread: Thread, call: ToolCall) {
  const { use, result, ...rest } = call
  const turn = (use ?? result)?.turn
  return { ...rest, turn, use: entryRef(thread, use), result: entryRef(thread, result) }
}

export type CallJson = ReturnType<typeof callJson>

type Fact = Facts[keyof Facts][number]

/** Every list of facts, entries and calls named instead of held. */
export function factsJson(thread: Thread, isInTurn: (turn: number) => boolean): { [list: string]: unknown[] } {
  const lists: { [list: string]: unknown[] } = {}
  for (const [name, facts] of Object.entries(thread.facts) as [string, readonly Fact[]][]) {
    lists[name] = facts.filter(fact => isInTurn(turnOf(fact))).map(fact => factJson(thread, fact))
  }
  return lists
}

function turnOf(fact: Fact): number {
  const entry = 'entry' in fact ? fact.entry : undefined
  const call = 'call' in fact ? fact.call : undefined
  return (entry ?? call?.use ?? call?.result)?.turn ?? 0
}

function factJson(thread: Thread, fact: Fact): { [name: string]: unknown } {
  const json: { [name: string]: unknown } = { ...fact }
  if ('entry' in fact) json.entry = entryRef(thread, fact.entry)
  if ('call' in fact) json.call = fact.call?.id
  if ('reports' in fact) json.reports = fact.reports.map(entry => entryRef(thread, entry))
  if ('polls' in fact) json.polls = fact.polls.map(call => call.id)
  return json
}
