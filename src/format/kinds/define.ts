import type { FieldTable } from '../fields.ts'

/** One kind of line: how to know it, which fields it has, where it was seen. */
export interface KindDefinition<Kind extends string = string, Table extends FieldTable = FieldTable> {
  /** Our name for it: the transcript's `type`, or `type/subtype` where a second field decides. */
  readonly kind: Kind
  /** What it records, in one or two sentences. */
  readonly about: string
  /** Client versions it was seen in and how we know, e.g. `2.1.1 and later; 388 recorded files`. */
  readonly seen: string
  /** Chain members have `uuid` and `parentUuid` and the other envelope fields. */
  readonly isChained: boolean
  /** Fields besides the envelope. */
  readonly fields: Table
}

export function defineKind<const Kind extends string, const Table extends FieldTable>(
  definition: KindDefinition<Kind, Table>,
): KindDefinition<Kind, Table> {
  return definition
}
