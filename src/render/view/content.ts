import { asArray, asObject, asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import type { MediaPart } from './part.ts'

/** The content blocks of a `user` or `assistant` entry; plain strings read as text blocks. */
export function readBlocks(json: JsonObject): readonly JsonObject[] {
  return toBlocks(asObject(json.message)?.content)
}

/** Blocks of any content value: a string, an array of blocks and strings, or one block. */
export function toBlocks(content: JsonValue | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  const single = asObject(content)
  if (single) return [single]
  const blocks: JsonObject[] = []
  for (const item of asArray(content) ?? []) {
    if (typeof item === 'string') blocks.push({ type: 'text', text: item })
    else if (asObject(item)) blocks.push(asObject(item) as JsonObject)
  }
  return blocks
}

/** The text blocks joined by newlines. */
export function joinText(blocks: readonly JsonObject[]): string {
  const texts: string[] = []
  for (const block of blocks) if (block.type === 'text') texts.push(asString(block.text) ?? '')
  return texts.join('\n')
}

export function readMedia(blocks: readonly JsonObject[]): readonly MediaPart[] {
  const media: MediaPart[] = []
  for (const block of blocks) {
    if (block.type === 'image' || block.type === 'document') media.push(toMedia(block))
  }
  return media
}

function toMedia(block: JsonObject): MediaPart {
  const source = asObject(block.source)
  const data = asString(source?.data)
  return {
    kind: 'media',
    name: asString(block.type) ?? 'media',
    mediaType: asString(source?.media_type) ?? asString(source?.type) ?? '',
    sizeBytes: data === undefined ? undefined : base64Bytes(data),
  }
}

export function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding)
}

/** JSON for reading: indented, whatever the value. */
export function toJsonText(value: JsonValue | undefined): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? ''
  } catch {
    return '(too deep to print; use --level raw)'
  }
}
