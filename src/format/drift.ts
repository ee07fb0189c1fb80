import { BLOCKS } from './blocks/definitions.ts'
import { readBlocks } from './blocks/table.ts'
import type { Entry } from './entry.ts'
import type { FieldTable } from './fields.ts'
import { asObject, type JsonObject, type JsonValue } from './json.ts'
import { ENVELOPE } from './kinds/envelope.ts'
import { PAYLOAD_LINES } from './kinds/read-entry-fields.ts'
import { findKind, KINDS } from './kinds/table.ts'
import { USAGE } from './kinds/usage.ts'

type Keys = ReadonlySet<string>

const LINE_KEYS = new Map<string, Keys>(
  KINDS.map(({ kind, payload, fields }) => [kind, keysOf(ENVELOPE, payload ? PAYLOAD_LINES[payload] : fields)]),
)
const PAYLOAD_KEYS = new Map<string, Keys>(KINDS.map(({ kind, fields }) => [kind, keysOf(fields)]))
const MESSAGE_KEYS = new Map<string, Keys>(KINDS.map(({ kind, message }) => [kind, keysOf(message ?? {})]))
const BLOCK_KEYS = new Map<string, Keys>(BLOCKS.map(({ kind, fields }) => [kind, keysOf(fields)]))
const USAGE_KEYS = keysOf(USAGE)
const MAX_NAME = 80

/**
 * Keys of an entry that no table knows, as paths: `foo`, `attachment.foo`, `message.usage.foo`,
 * `message.content.tool_use.foo`, and `message.content.foo` for a block that is not known as a whole. Entries of
 * unknown kinds give none: there the kind is the news, see `nameUnknownKind`.
 */
export function listUnknownKeys(entry: Entry): readonly string[] {
  const { json, kind } = entry
  const definition = findKind(kind)
  if (!json || !definition) return []
  const unknown = new Set<string>()
  collect(unknown, '', json, LINE_KEYS.get(kind))
  const { payload } = definition
  if (payload) collect(unknown, `${payload}.`, asObject(json[payload]), PAYLOAD_KEYS.get(kind))
  if (definition.message) collectMessage(unknown, kind, asObject(json.message))
  return [...unknown]
}

/** What an entry of an unknown kind calls itself, e.g. `system/new_thing`; undefined for known and unreadable ones. */
export function nameUnknownKind(entry: Entry): string | undefined {
  const { json, kind } = entry
  if (!json || findKind(kind)) return undefined
  if (kind === 'system/unknown') return `system/${nameOf(json.subtype)}`
  if (kind === 'progress/unknown') return `progress/${nameOf(asObject(json.data)?.type)}`
  if (kind === 'attachment/unknown') return `attachment/${nameOf(asObject(json.attachment)?.type)}`
  return nameOf(json.type)
}

function collectMessage(unknown: Set<string>, kind: string, message: JsonObject | undefined): void {
  if (!message) return
  collect(unknown, 'message.', message, MESSAGE_KEYS.get(kind))
  collect(unknown, 'message.usage.', asObject(message.usage), USAGE_KEYS)
  if (typeof message.content === 'object') collectBlocks(unknown, 'message.content.', message.content)
}

function collectBlocks(unknown: Set<string>, path: string, content: JsonValue | undefined): void {
  for (const block of readBlocks(content)) {
    if (block.kind === 'unknown') add(unknown, path + nameOf(block.json.type))
    else collect(unknown, `${path}${block.kind}.`, block.json, BLOCK_KEYS.get(block.kind))
    if (block.kind === 'tool_result' && Array.isArray(block.json.content)) {
      collectBlocks(unknown, `${path}tool_result.content.`, block.json.content)
    }
  }
}

function collect(unknown: Set<string>, path: string, json: JsonObject | undefined, known: Keys | undefined): void {
  for (const key in json) if (!known?.has(key)) add(unknown, path + shorten(key))
}

function add(unknown: Set<string>, path: string): void {
  unknown.add(path)
}

function nameOf(type: JsonValue | undefined): string {
  return typeof type === 'string' ? shorten(type) : '(no type)'
}

function shorten(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
}

function keysOf(...tables: readonly FieldTable[]): Keys {
  return new Set(tables.flatMap(table => Object.keys(table)))
}
