import type { Row } from '../../render/view/row.ts'

/** Fewer calls than this in a row stand as they are. */
const RUN_CALLS = 3

/** What stands in a run between its calls without ending it. */
const IN_RUN: ReadonlySet<Row['kind']> = new Set(['tool', 'hook', 'hook-count'])

export interface RunFacts<Item> {
  readonly kindOf: (item: Item) => Row['kind']
  readonly depthOf: (item: Item) => number
}

/** Puts tool calls one after the other into one group; everything else is a group of its own. */
export function groupRuns<Item>(items: Iterable<Item>, { kindOf, depthOf }: RunFacts<Item>): Item[][] {
  const groups: Item[][] = []
  let run: Item[] = []
  const flush = (): void => {
    const calls = run.filter(item => kindOf(item) === 'tool').length
    if (calls >= RUN_CALLS) groups.push(run)
    else for (const item of run) groups.push([item])
    run = []
  }
  for (const item of items) {
    const isPart = IN_RUN.has(kindOf(item))
    const [first] = run
    if (!isPart || (first !== undefined && depthOf(item) !== depthOf(first))) flush()
    if (isPart) run.push(item)
    else groups.push([item])
  }
  flush()
  return groups
}
