import { isError, toolOf } from '../html/document/row-facts.ts'
import { LEVELS, type Level } from '../level.ts'
import type { Row } from './row.ts'

/** What is known of a row after a look at it: enough to count and to filter. Rows that are alike share one value. */
export interface RowFact {
  readonly kind: Row['kind']
  readonly tool: string | undefined
  readonly isError: boolean
  readonly minLevel: Level
  readonly isRewound: boolean
  /** A heading or a mark that no filter is about. */
  readonly isFrame: boolean
}

/** How many rows of each sort a turn or an agent has. */
export interface RowCounts {
  readonly rows: number
  /** Those that can be filtered by: without headings, and each rewound side once. */
  readonly kinds: { readonly [Kind in Row['kind']]?: number }
  /** By the name of the tool, that of an MCP server first. */
  readonly tools: { readonly [name: string]: ToolCount }
  readonly errors: number
  readonly rewound: number
  /** Rows by the lowest level that shows them. */
  readonly levels: { readonly [Name in Level]: number }
}

export interface ToolCount {
  readonly calls: number
  readonly errors: number
}

export interface RowFilter {
  readonly kinds: ReadonlySet<string>
  readonly tools: ReadonlySet<string>
  readonly isErrorsOnly: boolean
}

/** Makes facts of rows. */
export class RowSurveyor {
  readonly #known = new Map<string, RowFact>()

  factOf(row: Row): RowFact {
    const fact: RowFact = {
      kind: row.kind,
      tool: toolOf(row),
      isError: isError(row),
      minLevel: 'minLevel' in row ? row.minLevel : 'prompts',
      isRewound: 'isRewound' in row && row.isRewound,
      isFrame: isFrame(row),
    }
    const key = `${fact.kind} ${fact.isError} ${fact.minLevel} ${fact.isRewound} ${fact.isFrame} ${fact.tool}`
    const known = this.#known.get(key)
    if (!known && this.#known.size < MAX_KNOWN) this.#known.set(key, fact)
    return known ?? fact
  }
}

/** Names of tools are text that anybody may have written. */
const MAX_KNOWN = 10_000

const FRAMES: ReadonlySet<Row['kind']> = new Set(['session', 'turn', 'section', 'loss'])

function isFrame(row: Row): boolean {
  return FRAMES.has(row.kind) || (row.kind === 'rewound' && row.edge === 'end')
}

export function countFacts(facts: readonly RowFact[]): RowCounts {
  const kinds: { [Kind in Row['kind']]?: number } = {}
  const tools = new Map<string, ToolCount>()
  const levels = Object.fromEntries(LEVELS.map(level => [level, 0])) as { [Name in Level]: number }
  let errors = 0
  let rewound = 0
  for (const { kind, tool, isError, minLevel, isRewound, isFrame } of facts) {
    levels[minLevel]++
    if (isRewound) rewound++
    if (isFrame) continue
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (isError) errors++
    if (tool === undefined) continue
    const count = tools.get(tool) ?? { calls: 0, errors: 0 }
    tools.set(tool, { calls: count.calls + 1, errors: count.errors + (isError ? 1 : 0) })
  }
  return { rows: facts.length, kinds, tools: Object.fromEntries(tools), errors, rewound, levels }
}

/** Numbers of the rows that a filter lets through. */
export function filterFacts(facts: readonly RowFact[], filter: RowFilter): readonly number[] {
  const found: number[] = []
  for (const [index, fact] of facts.entries()) if (passes(fact, filter)) found.push(index)
  return found
}

function passes({ kind, tool, isError, isFrame }: RowFact, { kinds, tools, isErrorsOnly }: RowFilter): boolean {
  if (isFrame || (isErrorsOnly && !isError)) return false
  if (kinds.size === 0 && tools.size === 0) return true
  return kinds.has(kind) || (tool !== undefined && tools.has(tool))
}
