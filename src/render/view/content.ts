import { asArray, asObject, asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import { createKeyedFinder } from '../../text/find-keyed.ts'
import { codePart, type MediaPart, type Part, textPart } from './part.ts'

/** The content blocks of a `user` or `assistant` entry; plain strings read as text blocks. */
export function readBlocks(json: JsonObject): readonly JsonObject[] {
  return toBlocks(asObject(json.message)?.content)
}

/** Blocks of any content value: a string, an array of blocks and strings, or one block. */
export function toBlocks(content: JsonValue | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  const single = asObject(content)
  if (single) return [single]
  const items = asArray(content)
  const known = items && manyBlocks.get(items)
  if (known) return known
  const blocks: JsonObject[] = []
  for (const item of items ?? []) {
    if (typeof item === 'string') blocks.push({ type: 'text', text: item })
    else if (asObject(item)) blocks.push(asObject(item) as JsonObject)
  }
  if (items && items.length > MANY) manyBlocks.set(items, blocks)
  return blocks
}

/** A line with thousands of calls is asked for each of them: its blocks are listed once. */
const MANY = 16
const manyBlocks = new WeakMap<readonly JsonValue[], readonly JsonObject[]>()

/** The call of this id among the blocks of an answer. */
export function findUse(json: JsonObject, id: string): JsonObject | undefined {
  return findById(readBlocks(json), id)
}

/** The result of the call with this id among the blocks of an entry. */
export function findResult(json: JsonObject, callId: string): JsonObject | undefined {
  return findByCall(readBlocks(json), callId)
}

/** The first result of any call. */
export function findFirstResult(json: JsonObject): JsonObject | undefined {
  return findByType(readBlocks(json), 'tool_result')
}

const findById = createKeyedFinder<JsonObject>(block => block.id)
const findByCall = createKeyedFinder<JsonObject>(block => block.tool_use_id)
const findByType = createKeyedFinder<JsonObject>(block => block.type)

/** The text blocks joined by newlines. */
export function joinText(blocks: readonly JsonObject[]): string {
  const texts: string[] = []
  for (const block of blocks) if (block.type === 'text') texts.push(asString(block.text) ?? '')
  return texts.join('\n')
}

/** Images and documents, and whatever else a block holds as bytes. */
export function readMedia(blocks: readonly JsonObject[]): readonly MediaPart[] {
  return blocks.filter(isMedia).map(toMedia)
}

/** The same, and behind them what documents say that are recorded as text. */
export function mediaParts(blocks: readonly JsonObject[]): readonly Part[] {
  return [...readMedia(blocks), ...readDocuments(blocks)]
}

export function readDocuments(blocks: readonly JsonObject[]): readonly Part[] {
  return blocks.flatMap(block => {
    const label = asString(block.title) || 'document'
    const words = block.type === 'document' ? documentText(asObject(block.source) ?? {}) : ''
    const about = block.type === 'document' ? (asString(block.context) ?? '') : ''
    return [
      ...(words.trim() === '' ? [] : [codePart(words, { label })]),
      ...(about.trim() === '' ? [] : [textPart(about, `about ${label}`)]),
    ]
  })
}

function documentText(source: JsonObject): string {
  if (source.type === 'text') return asString(source.data) ?? ''
  return source.type === 'content' ? joinText(toBlocks(source.content)) : ''
}

/** How many of them are bytes, which no one reads. */
export function countData(parts: readonly Part[]): number {
  return parts.filter(part => part.kind === 'media' && part.base64 !== undefined).length
}

export function isMedia(block: JsonObject): boolean {
  if (block.type === 'image' || block.type === 'document') return true
  return (block.type === 'audio' && bytesOf(block) !== undefined) || asObject(block.resource)?.blob !== undefined
}

function toMedia(block: JsonObject): MediaPart {
  const base64 = bytesOf(block)
  return {
    kind: 'media',
    name: asString(block.type) ?? 'media',
    mediaType: mediaTypeOf(block),
    sizeBytes: base64 === undefined ? undefined : base64Bytes(base64),
    base64,
  }
}

/** The client's own blocks have a source, those of MCP servers the data itself, files mentioned by name a file. */
function bytesOf(block: JsonObject): string | undefined {
  const source = asObject(block.source)
  if (source) return source.type === 'text' ? undefined : asString(source.data)
  return asString(block.data) ?? asString(asObject(block.file)?.base64) ?? asString(asObject(block.resource)?.blob)
}

function mediaTypeOf(block: JsonObject): string {
  const source = asObject(block.source)
  const found = source?.media_type ?? source?.type ?? block.mimeType ?? asObject(block.file)?.type
  return asString(found ?? asObject(block.resource)?.mimeType) ?? ''
}

export function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding)
}

/** JSON for reading: indented, whatever the value. */
export function toJsonText(value: JsonValue | undefined): string {
  return printJson(value) ?? '(too deep to print; use --level raw)'
}

/** The same; undefined where it is nested too deeply to be printed at all. */
export function printJson(value: JsonValue | undefined): string | undefined {
  try {
    return JSON.stringify(value, undefined, isDeeper(value, MAX_INDENTED) ? 0 : 2) ?? ''
  } catch {
    return undefined
  }
}

/** Beyond this the indentation would grow larger than the text. */
const MAX_INDENTED = 100

function isDeeper(value: JsonValue | undefined, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth <= 0 || Object.values(value).some(item => isDeeper(item as JsonValue, depth - 1))
}
