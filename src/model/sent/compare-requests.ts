import { asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import { canonicalJson } from './canonical-json.ts'
import type { SentMessage, SentRequest } from './rebuild-request.ts'
import type { CacheMark } from './request-log.ts'

/** What one request has that the one before it had not, and the other way round. */
export interface SentChange {
  /** Messages at the beginning that are the same in both: what a cache can serve. */
  readonly sameMessages: number
  /** Positions in the later one. */
  readonly added: readonly number[]
  /** Positions in the earlier one. */
  readonly dropped: readonly number[]
  readonly isSystemChanged: boolean
  /** Names of tools. */
  readonly toolsAdded: readonly string[]
  readonly toolsDropped: readonly string[]
  readonly toolsChanged: readonly string[]
  readonly params: readonly {
    readonly name: string
    readonly before: JsonValue | undefined
    readonly after: JsonValue | undefined
  }[]
  readonly marksAdded: readonly CacheMark[]
  readonly marksDropped: readonly CacheMark[]
}

export function compareRequests(before: SentRequest, after: SentRequest): SentChange {
  const same = countSame(before.messages, after.messages)
  const tools = compareTools(before.tools, after.tools)
  return {
    sameMessages: same,
    added: listOthers(after.messages.slice(same), before.messages.slice(same)),
    dropped: listOthers(before.messages.slice(same), after.messages.slice(same)),
    isSystemChanged: textOf([...before.system]) !== textOf([...after.system]),
    ...tools,
    params: compareParams(before.request.params, after.request.params),
    marksAdded: listOtherMarks(after.marks, before.marks),
    marksDropped: listOtherMarks(before.marks, after.marks),
  }
}

function countSame(before: readonly SentMessage[], after: readonly SentMessage[]): number {
  const at = after.findIndex(({ hash }, index) => hash === undefined || hash !== before[index]?.hash)
  return at < 0 ? after.length : at
}

/** Positions of those that the others do not have; the same message twice is two messages. */
function listOthers(messages: readonly SentMessage[], others: readonly SentMessage[]): readonly number[] {
  const left = new Map<string, number>()
  for (const { hash } of others) if (hash !== undefined) left.set(hash, (left.get(hash) ?? 0) + 1)
  return messages.flatMap(({ hash, index }) => {
    const count = hash === undefined ? 0 : (left.get(hash) ?? 0)
    if (hash !== undefined && count > 0) left.set(hash, count - 1)
    return count > 0 ? [] : [index]
  })
}

function compareTools(before: readonly JsonObject[], after: readonly JsonObject[]) {
  const old = new Map(before.map(tool => [nameOf(tool), tool]))
  const now = new Map(after.map(tool => [nameOf(tool), tool]))
  const kept = [...now].filter(([name]) => old.has(name))
  return {
    toolsAdded: [...now.keys()].filter(name => !old.has(name)),
    toolsDropped: [...old.keys()].filter(name => !now.has(name)),
    toolsChanged: kept.filter(([name, tool]) => textOf(old.get(name)) !== textOf(tool)).map(([name]) => name),
  }
}

/** Tools of the API itself have a type and may lack a name. */
export function nameOf(tool: JsonObject): string {
  return asString(tool.name) ?? asString(tool.type) ?? '(no name)'
}

function compareParams(before: JsonObject, after: JsonObject): SentChange['params'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter(name => textOf(before[name]) !== textOf(after[name]))
    .map(name => ({ name, before: before[name], after: after[name] }))
}

function listOtherMarks(marks: readonly CacheMark[], others: readonly CacheMark[]): readonly CacheMark[] {
  const known = new Set(others.map(keyOf))
  return marks.filter(mark => !known.has(keyOf(mark)))
}

function keyOf({ path, value }: CacheMark): string | undefined {
  return textOf([[...path], value])
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : canonicalJson(value)
}
