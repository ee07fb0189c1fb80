import { blockKindOf } from './blocks/table.ts'
import type { Entry } from './entry.ts'
import type { FieldTable } from './fields.ts'
import { asObject, type JsonValue } from './json.ts'
import type { KindDefinition } from './kinds/define.ts'
import { ENVELOPE } from './kinds/envelope.ts'
import { QUEUE_RECORDS, QUEUE_TAGS } from './kinds/queue-operation.ts'
import { PAYLOAD_LINES } from './kinds/read-entry-fields.ts'
import { KINDS } from './kinds/table.ts'

/** A word that is where others are known, with the path of its field: `origin.kind`, `message.stop_reason`. */
export interface UnknownValue {
  readonly path: string
  readonly value: string
}

/** One field whose words are known. */
interface Watch {
  readonly path: string
  readonly key: string
  /** From the field of that key on down to the one that holds the word. */
  readonly inner: readonly string[]
  readonly words: ReadonlySet<string>
}

const WATCHES = new Map<string, readonly Watch[]>(
  (KINDS as readonly KindDefinition[]).map(definition => [definition.kind, listWatches(definition)]),
)
const NONE: readonly UnknownValue[] = []

/**
 * Words of an entry that its tables do not name, and content of the queue in a shape nobody has seen. Runs for each line:
 * some lookups, and nothing is built where nothing is found.
 */
export function listUnknownValues({ kind, json }: Entry): readonly UnknownValue[] {
  const watches = json && WATCHES.get(kind)
  if (!watches) return NONE
  let found: UnknownValue[] | undefined
  for (const { path, key, inner, words } of watches) {
    let value = json[key]
    if (value === undefined || value === null) continue
    for (const name of inner) value = asObject(value)?.[name]
    if (value === undefined || value === null || (typeof value === 'string' && words.has(value))) continue
    found ??= []
    found.push({ path, value: typeof value === 'string' ? value : shapeOf(value) })
  }
  const content = kind === 'queue-operation' ? nameStrangeContent(json.content) : undefined
  if (content === undefined) return found ?? NONE
  return [...(found ?? NONE), { path: 'content', value: content }]
}

/**
 * What the queue holds is somebody's words, or tags, a record or blocks that the client made. Of tags and records only
 * what looks like the client's own is called strange: people paste markup and JSON, too.
 */
function nameStrangeContent(content: JsonValue | undefined): string | undefined {
  if (content === undefined || content === null) return undefined
  if (Array.isArray(content)) return content.some(isKnownBlock) || content.length === 0 ? undefined : 'unknown blocks'
  if (typeof content !== 'string') return shapeOf(content)
  const head = content.slice(0, MAX_HEAD).trimStart()
  const tag = /^<([a-z]{2,30}(?:[-_][a-z]{1,30}){1,4})[\s>]/.exec(head)?.[1]
  if (tag !== undefined) return QUEUE_TAGS.has(tag) || !content.trimEnd().endsWith(`</${tag}>`) ? undefined : `<${tag}>`
  const key = /^\{"([a-z]{1,30}(?:_[a-z]{1,30}){1,4})":/.exec(head)?.[1]
  if (key === undefined || QUEUE_RECORDS.has(key) || !content.trimEnd().endsWith('}')) return undefined
  return `{"${key}": …}`
}

const MAX_HEAD = 200

function isKnownBlock(item: JsonValue): boolean {
  const block = asObject(item)
  return typeof item === 'string' || (block !== undefined && blockKindOf(block) !== 'unknown')
}

function shapeOf(value: JsonValue): string {
  return `(${Array.isArray(value) ? 'array' : typeof value})`
}

function listWatches({ payload, fields, message }: KindDefinition): readonly Watch[] {
  return [
    ...watchesIn(ENVELOPE, []),
    ...(payload ? [...watchesIn(PAYLOAD_LINES[payload], []), ...watchesIn(fields, [payload])] : watchesIn(fields, [])),
    ...watchesIn(message ?? {}, ['message']),
  ]
}

function* watchesIn(table: FieldTable, above: readonly string[]): Iterable<Watch> {
  for (const [name, [, , known]] of Object.entries(table)) {
    if (!known) continue
    const lists = Array.isArray(known) ? [[[], known] as const] : Object.entries(known).map(toInner)
    for (const [inner, words] of lists) {
      const [key = name, ...below] = [...above, name, ...inner]
      yield { path: [key, ...below].join('.'), key, inner: below, words: new Set(words) }
    }
  }
}

function toInner([name, words]: [string, readonly string[]]): readonly [readonly string[], readonly string[]] {
  return [[name], words]
}
