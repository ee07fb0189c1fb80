import type { FactRow, SoleFact } from './collapse-copies.ts'

export type FactGroup<Row extends FactRow> = readonly [SoleFact<Row>, ...SoleFact<Row>[]]

/** Facts with one key together, groups and facts in the order in which they came. */
export function groupFacts<Row extends FactRow>(
  facts: readonly SoleFact<Row>[],
  keyOf: (row: Row) => string,
): readonly FactGroup<Row>[] {
  const groups = new Map<string, [SoleFact<Row>, ...SoleFact<Row>[]]>()
  for (const fact of facts) {
    const key = keyOf(fact.row)
    const group = groups.get(key)
    if (group) group.push(fact)
    else groups.set(key, [fact])
  }
  return [...groups.values()]
}

/** Sessions that repeat any of them. */
export function copiesOf(facts: readonly SoleFact<FactRow>[]): ReadonlySet<number> {
  const own = new Set(facts.map(({ row }) => row.session))
  return new Set(facts.flatMap(({ copies }) => [...copies]).filter(session => !own.has(session)))
}
