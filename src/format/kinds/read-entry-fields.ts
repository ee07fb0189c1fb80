import { type FieldsOf, type FieldTable, readFields } from '../fields.ts'
import { asObject, type JsonObject } from '../json.ts'
import { ATTACHMENT_LINE } from './attachment.ts'
import type { KindDefinition, PayloadKey } from './define.ts'
import { ENVELOPE } from './envelope.ts'
import { PROGRESS_LINE } from './progress.ts'
import { findKind, type KINDS, type KnownKind } from './table.ts'
import { USAGE } from './usage.ts'

type DefinitionOf<Kind extends KnownKind> = Extract<(typeof KINDS)[number], { readonly kind: Kind }>

/**
 * The typed view of a line, in the transcript's own shape: fields of the envelope and of the kind at the top, those of a
 * payload inside `data` or `attachment`, those of the API message inside `message` (and `message.usage`).
 */
export type FieldsOfKind<Kind extends KnownKind> = FieldsOf<typeof ENVELOPE> & OwnFields<DefinitionOf<Kind>>

type OwnFields<Definition> =
  Definition extends KindDefinition<string, infer Table, infer Payload, infer Message>
    ? Payload extends 'data'
      ? Omit<FieldsOf<typeof PROGRESS_LINE>, 'data'> & { readonly data?: FieldsOf<Table> }
      : Payload extends 'attachment'
        ? Omit<FieldsOf<typeof ATTACHMENT_LINE>, 'attachment'> & { readonly attachment?: FieldsOf<Table> }
        : Message extends FieldTable
          ? Omit<FieldsOf<Table>, 'message'> & { readonly message?: MessageFields<Message> }
          : FieldsOf<Table>
    : never

type MessageFields<Table extends FieldTable> = Omit<FieldsOf<Table>, 'usage'> &
  ('usage' extends keyof Table ? { readonly usage?: FieldsOf<typeof USAGE> } : unknown)

/** Fields of the line itself for kinds whose own fields are in a payload. */
export const PAYLOAD_LINES: { readonly [Key in PayloadKey]: FieldTable } = {
  data: PROGRESS_LINE,
  attachment: ATTACHMENT_LINE,
}

/** Reads what the table of a kind describes; a value of another shape reads as absent. */
export function readEntryFields<Kind extends KnownKind>(kind: Kind, json: JsonObject): FieldsOfKind<Kind> {
  const definition = findKind(kind) as KindDefinition
  const { payload } = definition
  const line = payload ? PAYLOAD_LINES[payload] : definition.fields
  const fields: { [name: string]: unknown } = { ...readFields(ENVELOPE, json), ...readFields(line, json) }
  if (payload) readInto(fields, payload, definition.fields, json)
  if (definition.message) readMessage(fields, definition.message, json)
  return fields as FieldsOfKind<Kind>
}

function readMessage(fields: { [name: string]: unknown }, table: FieldTable, json: JsonObject): void {
  const message = asObject(json.message)
  if (!message) return
  const inner: { [name: string]: unknown } = readFields(table, message)
  if ('usage' in table) readInto(inner, 'usage', USAGE, message)
  fields.message = inner
}

function readInto(fields: { [name: string]: unknown }, key: string, table: FieldTable, json: JsonObject): void {
  const object = asObject(json[key])
  if (object) fields[key] = readFields(table, object)
}
