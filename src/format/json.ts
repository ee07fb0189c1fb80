/** JSON values as `JSON.parse` gives them, and tolerant guards: a wrong type reads as absent, never as an error. */
export type JsonValue = string | number | boolean | null | JsonArray | JsonObject
export type JsonArray = readonly JsonValue[]
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

export function asString(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function asNumber(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function asBoolean(value: JsonValue | undefined): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
}

export function asArray(value: JsonValue | undefined): JsonArray | undefined {
  return Array.isArray(value) ? (value as JsonArray) : undefined
}

/** The string items of an array; other items are left out. */
export function asStrings(value: JsonValue | undefined): readonly string[] {
  return (asArray(value) ?? []).filter(item => typeof item === 'string')
}

/** The objects of an array; other items are left out. */
export function asObjects(value: JsonValue | undefined): readonly JsonObject[] {
  const objects: JsonObject[] = []
  for (const item of asArray(value) ?? []) {
    const object = asObject(item)
    if (object) objects.push(object)
  }
  return objects
}
