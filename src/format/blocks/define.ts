import type { FieldTable } from '../fields.ts'

/** One kind of content block: what it holds and where it was seen. */
export interface BlockDefinition<Kind extends string = string, Table extends FieldTable = FieldTable> {
  /** The transcript's `type`. */
  readonly kind: Kind
  readonly about: string
  /** Where it stands and how we know it. */
  readonly seen: string
  readonly fields: Table
}

export function defineBlock<const Kind extends string, const Table extends FieldTable>(
  definition: BlockDefinition<Kind, Table>,
): BlockDefinition<Kind, Table> {
  return definition
}
