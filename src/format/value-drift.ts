import { blockKindOf } from './blocks/table.ts'
import type { Entry } from './entry.ts'
import type { FieldTable } from './fields.ts'
import { asObject, type JsonObject, type JsonValue } from './json.ts'
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
    if (value === undefined || value === null || (typeof value === 'string' && isKnownWord(words, value))) continue
    found ??= []
    found.push({ path, value: typeof value === 'string' ? value : shapeOf(value) })
  }
  const strange = findStrange(kind, json)
  if (strange === undefined) return found ?? NONE
  return [...(found ?? NONE), strange]
}

/** A word of two parts that ends in a colon, `agent:custom:`, stands for all that go on behind it. */
function isKnownWord(words: ReadonlySet<string>, value: string): boolean {
  const second = value.indexOf(':', value.indexOf(':') + 1)
  return words.has(value) || (second > 0 && words.has(value.slice(0, second + 1)))
}

/** What no list of words can hold: a shape, or a word that means something beside another field alone. */
function findStrange(kind: Entry['kind'], json: JsonObject): UnknownValue | undefined {
  if (kind === 'queue-operation') {
    const value = nameStrangeContent(json.content)
    return value === undefined ? undefined : { path: 'content', value }
  }
  const isContinued = kind === 'user' && asObject(json.origin)?.kind === PLAN_ORIGIN
  if (!isContinued || json.planContent !== undefined || json.turnOrigin !== undefined) return undefined
  return { path: 'origin.kind', value: `${PLAN_ORIGIN} without a plan` }
}

/** Seen on accepted plans alone. */
const PLAN_ORIGIN = 'auto-continuation'

/**
 * What the queue holds is somebody's words, or tags, a record or blocks that the client made. Of tags and records only
 * what looks like the client's own is called strange: people paste markup and JSON, too.
 */
function nameStrangeContent(content: JsonValue | undefined): string | undefined {
  if (content === undefined || content === null) return undefined
  if (Array.isArray(content)) return content.every(isKnownBlock) ? undefined : 'unknown blocks'
  if (typeof content !== 'string') return shapeOf(content)
  const head = content.slice(0, MAX_HEAD).trimStart()
  const tag = /^<([a-z]{2,30}(?:[-_][a-z]{1,30}){1,4})[\s>]/.exec(head)?.[1] ?? /^<([a-z]{2,30})>/.exec(head)?.[1]
  if (tag !== undefined) {
    const isKnown = QUEUE_TAGS.has(tag) || MARKUP.has(tag)
    return isKnown || !content.trimEnd().endsWith(`</${tag}>`) ? undefined : `<${tag}>`
  }
  const key = SNAKE_KEY.exec(head)?.[1] ?? (content.includes('\n') ? undefined : COMPACT_KEY.exec(head)?.[1])
  if (key === undefined || QUEUE_RECORDS.has(key) || !content.trimEnd().endsWith('}')) return undefined
  return `{"${key}": …}`
}

const SNAKE_KEY = /^\{"([a-z]{1,30}(?:_[a-z]{1,30}){1,4})":/
/** `taskId`, or a `type` of its own, as a program writes it: on one line, without a space. */
const COMPACT_KEY = /^\{"([a-z]{1,30}(?:[A-Z][a-z]{0,30}){1,4}|type|kind)":["[{\d]/

/** Elements that people paste. */
const MARKUP: ReadonlySet<string> = new Set(
  `article aside body blockquote button code configuration dependencies dependency details div dl em fieldset figure
  footer form head header html iframe label li link main manifest meta nav note ol option p plist pre project resources
  root rss script section select span strong style summary svg table tbody td template textarea th thead title tr ul
  urlset video xml`.split(/\s+/),
)

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
