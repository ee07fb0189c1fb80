import type { JsonObject, JsonValue } from '../../format/json.ts'
import { ENVELOPE } from '../../format/kinds/envelope.ts'
import { base64Bytes, toJsonText } from './content.ts'
import { codePart, type FieldsPart, type Part } from './part.ts'
import type { Shown } from './shown.ts'

/** Fields of a line that say where it stands and what it belongs to, not what it says. */
export const RECORD_KEYS: readonly string[] = [
  ...Object.keys(ENVELOPE),
  'subtype',
  'level',
  'isMeta',
  'toolUseID',
  'parentToolUseID',
  'requestId',
  'sourceToolAssistantUUID',
  'sourceToolUseID',
  'requestRef',
  'requestSessionId',
  'promptCacheRequested',
  'serverClassifierRequest',
  'apiBlockIndex',
  'madeBy',
  'perTurnEffort',
  'turnPosition',
  'scheduledFireId',
  'queueSkipAttachments',
  'queueSkipSlashCommands',
]

export function omit(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

/** Longer values get a block of their own. */
const MAX_FIELD = 600
const MAX_DEPTH = 200

/** The fields of an object that nothing shows yet: short ones in a table, long ones as blocks. */
export function restParts(object: JsonObject, shown: Shown, drawn: readonly string[] = []): readonly Part[] {
  const fields: [string, string][] = []
  const flags: { true: string[]; false: string[] } = { true: [], false: [] }
  const long: Part[] = []
  for (const [name, value] of Object.entries(object)) {
    if (drawn.includes(name)) continue
    const rest = prune(value, shown, drawn, 0)
    if (rest === undefined) continue
    if ((typeof rest === 'number' || typeof rest === 'boolean') && shown.hasField(name, rest)) continue
    if (typeof rest === 'boolean') flags[`${rest}`].push(name)
    else addField(name, rest, fields, long)
  }
  for (const flag of ['true', 'false'] as const) if (flags[flag].length > 0) fields.push([flag, flags[flag].join(', ')])
  const table: FieldsPart = { kind: 'fields', fields }
  const parts = fields.length > 0 ? [table, ...long] : long
  shown.addParts(parts)
  return parts
}

/** One table for all fields, so that they stand in line, then everything else. */
export function tidyRest(parts: readonly Part[]): readonly Part[] {
  const fields: [string, string][] = []
  const flags = new Map<string, string[]>()
  const others: Part[] = []
  for (const part of parts) {
    if (part.kind !== 'fields') others.push(part)
    else
      for (const [name, value] of part.fields) {
        if (name === 'true' || name === 'false') flags.set(name, [...(flags.get(name) ?? []), value])
        else fields.push([name, value])
      }
  }
  for (const [flag, names] of flags) fields.push([flag, names.join(', ')])
  const texts = others.filter(part => part.kind === 'text')
  const blocks = others.filter(part => part.kind !== 'text')
  return fields.length > 0 ? [...texts, { kind: 'fields', fields }, ...blocks] : [...texts, ...blocks]
}

function addField(name: string, value: JsonValue, fields: [string, string][], long: Part[]): void {
  const text = typeof value === 'string' ? value : compact(value)
  if (text.length <= MAX_FIELD && !text.includes('\n')) fields.push([name, text])
  else long.push(codePart(typeof value === 'string' ? value : toJsonText(value), { label: name }))
}

/** A value without what is shown; undefined where nothing is left. Numbers of a list say nothing without its texts. */
function prune(
  value: JsonValue | undefined,
  shown: Shown,
  drawn: readonly string[],
  depth: number,
): JsonValue | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return isData(value) ? dataNote(value) : shown.has(value) ? undefined : value
  if (typeof value !== 'object') return value
  if (depth > MAX_DEPTH) return '(too deep to print; use --level raw)'
  if (Array.isArray(value)) {
    const items = value.map(item => prune(item, shown, drawn, depth + 1)).filter(item => !isEmpty(item))
    return items.length === 0 || (hasTexts(value) && !hasTexts(items)) ? undefined : items
  }
  const left: [string, JsonValue][] = []
  for (const [name, item] of Object.entries(value)) {
    if (drawn.includes(name)) continue
    const rest = prune(item, shown, drawn, depth + 1)
    if (rest !== undefined) left.push([name, rest])
  }
  return left.length > 0 ? Object.fromEntries(left) : undefined
}

/** The kind of a block alone says nothing. */
function isEmpty(item: JsonValue | undefined): item is undefined {
  if (item === undefined) return true
  const names = typeof item === 'object' && item !== null && !Array.isArray(item) ? Object.keys(item) : []
  return names.length === 1 && names[0] === 'type'
}

function hasTexts(value: JsonValue | undefined, depth = 0): boolean {
  if (typeof value === 'string') return true
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false
  return Object.values(value).some(item => hasTexts(item as JsonValue, depth + 1))
}

/** Bytes of an image or document, which no one can read. */
function isData(text: string): boolean {
  return text.length >= 1000 && /^[A-Za-z0-9+/]{1000}/.test(text) && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}

function dataNote(text: string): string {
  return `[data ${base64Bytes(text)} bytes]`
}

function compact(value: JsonValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    return toJsonText(value)
  }
}
