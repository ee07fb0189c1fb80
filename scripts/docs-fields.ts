/** Zod objects as tables of a page, for docs/api.md and docs/mcp.md. */
import { z } from 'zod'

interface FieldSchema {
  readonly [key: string]: unknown
  readonly description?: string
  readonly default?: unknown
}

/** What somebody may ask with, as a table: none where there is nothing. */
export function renderFields(title: string, schema: z.ZodObject): string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: { [name: string]: FieldSchema }
    required?: readonly string[]
  }
  const fields = Object.entries(json.properties ?? {})
  if (fields.length === 0) return []
  const rows = fields.map(([name, field]) => {
    const isNeeded = json.required?.includes(name) ?? false
    const more = [
      isNeeded ? 'needed' : '',
      field.default === undefined ? '' : `default: ${JSON.stringify(field.default)}`,
    ]
    const notes = more.filter(text => text !== '').join('; ')
    return `| \`${name}\` | ${escapeCell(typeOf(field))} | ${escapeCell(field.description ?? '')}${notes === '' ? '' : ` (${notes})`} |`
  })
  return [[`| ${title} | type | means |`, '|---|---|---|', ...rows].join('\n')]
}

function typeOf(field: FieldSchema): string {
  const choices = field.enum as readonly unknown[] | undefined
  if (choices) return choices.map(choice => `\`${choice}\``).join(', ')
  const either = (field.anyOf ?? field.oneOf) as readonly FieldSchema[] | undefined
  if (either) return [...new Set(either.map(typeOf))].join(' or ')
  if (field.const !== undefined) return `\`${field.const}\``
  if (field.type === 'array') return `list of ${typeOf((field.items ?? {}) as FieldSchema)}`
  const { minimum, maximum } = field as { minimum?: number; maximum?: number }
  const isBound = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
  const range =
    isBound(minimum) && isBound(maximum)
      ? ` from ${minimum} to ${maximum}`
      : isBound(minimum)
        ? ` from ${minimum}`
        : isBound(maximum)
          ? ` up to ${maximum}`
          : ''
  return `${TYPE_WORDS[String(field.type)] ?? 'text'}${range}`
}

const TYPE_WORDS: { readonly [type: string]: string } = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
