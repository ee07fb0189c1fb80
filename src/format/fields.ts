import type { JsonArray, JsonObject, JsonValue } from './json.ts'

/**
 * What a kind of line, block or tool holds, written once: the type, the reader, the list of known keys for the drift
 * report and the table in docs/format all come from the same rows.
 */
export type FieldTable = { readonly [name: string]: Field }
/**
 * Shape (alternatives joined by `|`), then what it means. Any field may be absent; `null` reads as absent. Where other
 * code goes by the words themselves, those that were seen stand last: `doctor` reports any other. One that ends in a colon
 * stands for all that go on behind it.
 */
export type Field = readonly [shape: Shape, about: string, known?: KnownWords]
/** Words of the field, or of fields inside it. */
export type KnownWords = readonly string[] | { readonly [name: string]: readonly string[] }
export type Shape = Base | `${Base}|${Base}` | `${Base}|${Base}|${Base}`
type Base = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null' | 'any'

interface Values {
  string: string
  number: number
  boolean: boolean
  object: JsonObject
  array: JsonArray
  null: never
  any: JsonValue
}
type ValueOf<S extends string> = S extends `${infer Head}|${infer Rest}`
  ? ValueOf<Head> | ValueOf<Rest>
  : S extends Base
    ? Values[S]
    : never

/** The typed view of an object whose fields a table describes. */
export type FieldsOf<Table extends FieldTable> = { readonly [Name in keyof Table]?: ValueOf<Table[Name][0]> }

/** Reads the fields of a table; a value of another shape reads as absent. */
export function readFields<Table extends FieldTable>(table: Table, json: JsonObject): FieldsOf<Table> {
  const fields: { [name: string]: JsonValue } = {}
  for (const name in table) {
    const value = readShape((table[name] as Field)[0], json[name])
    if (value !== undefined) fields[name] = value
  }
  return fields as FieldsOf<Table>
}

/** No base name is part of another, so a shape fits when it names the type of the value. */
function readShape(shape: Shape, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || value === null) return undefined
  if (shape === 'any') return value
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined
  return shape.includes(Array.isArray(value) ? 'array' : typeof value) ? value : undefined
}
