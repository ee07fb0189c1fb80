import type { Filter, FilterCounts } from '../../../../page/filter.ts'
import { KIND_NAMES } from '../../../../page/filter.ts'
import type { Row } from '../../../../render/view/row.ts'
import type { CountsAnswer, FilterAnswer } from '../../routes/session-find.ts'
import { inParts } from './data/in-parts.ts'
import { type UnitName, unitOf } from './data/unit.ts'

type UnitCounts = CountsAnswer['units'][number]

/** How many rows of each kind there are, as far as counted. */
export interface SessionCounts {
  readonly units: readonly UnitCounts[]
  readonly isWhole: boolean
}

/** Counts the whole session, telling each step. */
export async function countSession(
  path: string,
  signal: AbortSignal,
  onStep: (counts: SessionCounts) => void,
): Promise<void> {
  let units: UnitCounts[] = []
  for await (const answer of inParts<CountsAnswer>(`${path}/counts`, new URLSearchParams(), signal)) {
    units = [...units, ...answer.units]
    onStep({ units, isWhole: answer.next === undefined })
  }
}

export function toFilterCounts({ units }: SessionCounts): FilterCounts {
  const kinds = new Map<Row['kind'], number>()
  const tools = new Map<string, number>()
  let errors = 0
  for (const unit of units) {
    errors += unit.errors
    for (const [kind, count] of Object.entries(unit.kinds) as [Row['kind'], number][]) {
      if (KIND_NAMES[kind] !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + count)
    }
    for (const [tool, { calls }] of Object.entries(unit.tools)) tools.set(tool, (tools.get(tool) ?? 0) + calls)
  }
  return { kinds, tools, errors }
}

/** The rows a filter lets through, told as they are found. */
export async function filterSession(
  path: string,
  { kinds, tools, isErrorsOnly }: Filter,
  signal: AbortSignal,
  onStep: (matches: ReadonlyMap<UnitName, readonly number[]>, isWhole: boolean) => void,
): Promise<void> {
  const query = new URLSearchParams()
  if (kinds.size > 0) query.set('kinds', [...kinds].join(','))
  if (isErrorsOnly) query.set('errors', 'true')
  // Names may hold commas: each is given by itself.
  for (const tool of tools) query.append('tools', tool)
  let matches = new Map<UnitName, readonly number[]>()
  for await (const answer of inParts<FilterAnswer>(`${path}/filter`, query, signal)) {
    matches = new Map([...matches, ...answer.units.map(unit => [unitOf(unit), unit.indexes] as const)])
    onStep(matches, answer.next === undefined)
  }
}
