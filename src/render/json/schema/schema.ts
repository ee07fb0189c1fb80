/**
 * The published schema as data. A shape names every field of a type and says which may be missing, so that a field that
 * is added to the model or to a row does not compile until the schema knows it.
 */
export type Schema = { readonly [keyword: string]: unknown }

declare const isOptional: unique symbol

export interface OptionalSchema {
  readonly [isOptional]: true
}

/** One entry per field: optional exactly where the field may be undefined. */
export type Shape<Value> = {
  readonly [Field in keyof Value]-?: undefined extends Value[Field] ? OptionalSchema : Schema
}

export const text: Schema = { type: 'string' }
export const integer: Schema = { type: 'integer' }
export const count: Schema = { type: 'integer', minimum: 0 }
export const number: Schema = { type: 'number' }
export const boolean: Schema = { type: 'boolean' }
/** ISO 8601 in UTC. */
export const time: Schema = {
  type: 'string',
  pattern: '^[+-]?\\d{4,6}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
}

const optionals = new WeakMap<object, Schema>()

export function optional(schema: Schema): OptionalSchema {
  const marked = { ...schema } as Schema & OptionalSchema
  optionals.set(marked, schema)
  return marked
}

export function list(items: Schema): Schema {
  return { type: 'array', items }
}

/** A list of fixed length. */
export function tuple(...items: readonly Schema[]): Schema {
  return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length }
}

/** One of these words; typed, so that a word that is added does not go unnoticed. */
export function oneOf<Word extends string>(words: { readonly [Name in Word]: true }): Schema {
  return { enum: Object.keys(words) }
}

export function constant(value: string): Schema {
  return { const: value }
}

/** A schema of `$defs`. */
export function ref(name: string): Schema {
  return { $ref: `#/$defs/${name}` }
}

export function anyOf(schemas: readonly Schema[]): Schema {
  return { anyOf: schemas }
}

/** Names are not known beforehand, values are all alike. */
export function mapOf(values: Schema): Schema {
  return { type: 'object', additionalProperties: values }
}

/** An object with these fields and no others. */
export function objectOf<Value>(shape: Shape<Value>, description?: string): Schema {
  return objectFrom(shape, description)
}

/** The same for a shape out of a table, which was checked there. */
export function objectFrom(shape: object, description?: string): Schema {
  const fields = Object.entries(shape as { readonly [field: string]: Schema })
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, schema]) => [name, optionals.get(schema) ?? schema])),
    required: fields.filter(([, schema]) => !optionals.has(schema)).map(([name]) => name),
    additionalProperties: false,
  }
}

export interface SchemaDocument {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly root: Schema
  readonly defs: { readonly [name: string]: Schema }
}

export function schemaDocument({ id, title, description, root, defs }: SchemaDocument): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title,
    description,
    ...root,
    $defs: defs,
  }
}
