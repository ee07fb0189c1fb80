import type { JsonObject } from '../../src/format/json.ts'

/** Fields whose words decide what a line is. */
const DECIDING: ReadonlySet<string> = new Set(['type', 'subtype', 'role', 'timestamp', 'name', 'operation', 'status'])

/**
 * Puts a text behind every string of an object and beside every key. Ids change alike wherever they stand, so what
 * belonged together still does.
 */
export function mutate(json: JsonObject, text: string, isFramed: boolean): object {
  const kept = isFramed ? DECIDING : NONE
  return change(json, '', { text, kept, depth: 0 }) as object
}

const NONE: ReadonlySet<string> = new Set()

interface Mutation {
  readonly text: string
  /** Fields whose own values stay. */
  readonly kept: ReadonlySet<string>
  readonly depth: number
}

/** Deeper than anything is drawn, and not so deep that the test itself gives up. */
const MAX_DEPTH = 200

function change(value: unknown, key: string, above: Mutation): unknown {
  const { text, kept, depth } = above
  if (depth > MAX_DEPTH) return text
  const mutation = { text, kept, depth: depth + 1 }
  if (typeof value === 'string') return kept.has(key) ? value : `${value}${text}`
  if (Array.isArray(value)) return value.map(item => change(item, key, mutation))
  if (typeof value !== 'object' || value === null) return value
  const changed: { [key: string]: unknown } = {}
  for (const [name, inner] of Object.entries(value)) {
    Object.defineProperty(changed, name, { value: change(inner, name, mutation), enumerable: true, configurable: true })
  }
  return { ...changed, [`x${text}`]: text }
}
