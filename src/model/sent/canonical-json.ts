import type { JsonObject, JsonValue } from '../../format/json.ts'

/** Real requests nest ten deep; a hostile line may nest as deep as it likes. */
const MAX_DEPTH = 400

/**
 * The form that the client's hashes are made of: no spaces, keys sorted at every level, characters as they are.
 * `without` names a key that is left out wherever it stands. Undefined where the value nests too deep to be a request.
 */
export function canonicalJson(value: JsonValue, without?: string): string | undefined {
  const parts: string[] = []
  return write(value, { parts, without }, 0) ? parts.join('') : undefined
}

interface Sink {
  readonly parts: string[]
  readonly without: string | undefined
}

function write(value: JsonValue, sink: Sink, depth: number): boolean {
  if (typeof value !== 'object' || value === null) {
    sink.parts.push(JSON.stringify(value))
    return true
  }
  if (depth > MAX_DEPTH) return false
  return Array.isArray(value) ? writeArray(value, sink, depth) : writeObject(value as JsonObject, sink, depth)
}

function writeArray(values: readonly JsonValue[], sink: Sink, depth: number): boolean {
  sink.parts.push('[')
  for (const [at, value] of values.entries()) {
    if (at > 0) sink.parts.push(',')
    if (!write(value, sink, depth + 1)) return false
  }
  sink.parts.push(']')
  return true
}

function writeObject(object: JsonObject, sink: Sink, depth: number): boolean {
  sink.parts.push('{')
  let isFirst = true
  for (const key of Object.keys(object).sort()) {
    const value = object[key]
    if (value === undefined || key === sink.without) continue
    sink.parts.push(isFirst ? '' : ',', JSON.stringify(key), ':')
    isFirst = false
    if (!write(value, sink, depth + 1)) return false
  }
  sink.parts.push('}')
  return true
}
