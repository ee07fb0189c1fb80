import type { JsonObject, JsonValue } from '../format/json.ts'

/**
 * Every string in a value, in the order it is written; what is encoded (pictures, documents) is no text. Works without
 * recursion: nesting is as deep as a hostile line makes it.
 */
export function listTexts(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  const texts: string[] = []
  const waiting: (JsonValue | undefined)[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (next !== '') texts.push(next)
    } else if (Array.isArray(next)) {
      for (let at = next.length - 1; at >= 0; at--) waiting.push(next[at])
    } else if (typeof next === 'object' && next !== null) {
      for (const item of readableValues(next as JsonObject).reverse()) waiting.push(item)
    }
  }
  return texts
}

function readableValues(object: JsonObject): (JsonValue | undefined)[] {
  const isEncoded = object.type === 'base64'
  const values: (JsonValue | undefined)[] = []
  for (const key in object) {
    if (key === 'base64' || (isEncoded && key === 'data')) continue
    values.push(object[key])
  }
  return values
}
