import { type ColumnMap, defineTable, int, maybeInt, maybeTime, text } from '../define-table.ts'

/** A table of things that stand somewhere in a session: each says only what is its own. */
export function defineFact<const Columns extends ColumnMap>(fact: {
  readonly name: string
  readonly says: string
  readonly columns: Columns
  readonly indexes?: readonly { readonly on: readonly (keyof Columns & string)[]; readonly where?: string }[]
}) {
  return defineTable({
    ...fact,
    columns: {
      session: int('session'),
      agent: text('agent; empty: the main thread'),
      number: int('from 0 in the order found'),
      turn: int('turn'),
      entry: maybeInt('entry it stands in'),
      call: maybeInt('number of the tool call it comes from'),
      at: maybeTime('time of the entry'),
      ...fact.columns,
    },
    key: ['session', 'agent', 'number'],
  })
}
