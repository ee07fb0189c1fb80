import { asArray, asObject, asString, type JsonArray, type JsonObject, type JsonValue } from '../../format/json.ts'
import { canonicalJson } from './canonical-json.ts'

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. Handed in: this folder has no `node:` and no clock. */
export type Sha256 = (text: string) => string

export const CACHE_KEY = 'cache_control'

/** A text alone counts as one block of text. */
export function blocksOf(content: JsonValue | undefined): JsonArray {
  const text = asString(content)
  return text === undefined ? (asArray(content) ?? []) : [{ type: 'text', text }]
}

/** A message in the form that hashes and digests are made of. */
export function withBlocks(message: JsonObject): JsonObject {
  return { ...message, content: blocksOf(message.content) }
}

/** What requests call a message; undefined where it nests too deep to be one. */
export function hashMessage(message: JsonObject, sha256: Sha256): string | undefined {
  const text = canonicalJson(withBlocks(message), CACHE_KEY)
  return text === undefined ? undefined : sha256(text)
}

/** Several lines of a transcript as one message of the API. */
export function joinMessages(role: string, lines: readonly (JsonObject | undefined)[]): JsonObject {
  return { role, content: lines.flatMap(line => blocksOf(asObject(line?.message)?.content)) }
}
