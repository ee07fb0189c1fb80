import type { FieldTable } from '../fields.ts'

/** One kind of line: how to know it, which fields it has, where it was seen. */
export interface KindDefinition<
  Kind extends string = string,
  Table extends FieldTable = FieldTable,
  Payload extends PayloadKey | undefined = PayloadKey | undefined,
  Message extends FieldTable | undefined = FieldTable | undefined,
> {
  /** Our name for it: the transcript's `type`, or `type/subtype` where a second field decides. */
  readonly kind: Kind
  /** What it records, in one or two sentences. */
  readonly about: string
  /** Client versions it was seen in and how we know, e.g. `2.1.1 and later; 388 recorded files`. */
  readonly seen: string
  /** Chain members have `uuid` and `parentUuid` and the other envelope fields. */
  readonly isChained: boolean
  /** Fields besides the envelope: of the line itself, or of its payload when it has one. */
  readonly fields: Table
  /** The key of the line whose object holds `fields`. */
  readonly payload?: Payload
  /** Fields of the API message in `message`. */
  readonly message?: Message
}

export type PayloadKey = 'data' | 'attachment'

export function defineKind<
  const Kind extends string,
  const Table extends FieldTable,
  const Payload extends PayloadKey | undefined = undefined,
  const Message extends FieldTable | undefined = undefined,
>(definition: KindDefinition<Kind, Table, Payload, Message>): KindDefinition<Kind, Table, Payload, Message> {
  return definition
}
