import { join } from 'node:path'
import { toRequestFact } from '../src/model/usage/to-request-fact.ts'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import type { CostOf } from '../src/query/inspect/inspect-agents.ts'
import { openLibrary } from '../src/query/library.ts'
import { loadFrom } from '../src/query/load-from.ts'
import { costFinder } from '../src/query/usage/request-cost.ts'
import type { LoadedSession } from '../src/source/load-session.ts'
import { machineAt, makeTree, ONE } from './temp-tree.ts'

export const SHIPPED = createPricer(PRICES)

const ofFact = costFinder({ pricer: SHIPPED, recalculates: false })

/** As `usage` has it. */
export const costOf: CostOf = request => ofFact(toRequestFact(request, { number: 0, agent: '', calls: [], paths: [] }))

/** A session with these lines, and its agents by id. */
export function loadLines(
  lines: readonly object[],
  agents: { readonly [id: string]: readonly object[] } = {},
): LoadedSession {
  const folder = 'config/projects/-home-dev-app'
  const files = Object.entries(agents).map(([id, own]) => [`${folder}/${ONE}/subagents/agent-${id}.jsonl`, own])
  const home = makeTree({ [`${folder}/${ONE}.jsonl`]: lines, ...Object.fromEntries(files) })
  const library = openLibrary(machineAt(home, { override: [join(home, 'config')] }))
  const [source] = library.sources
  if (!source) throw new Error('no session was found')
  return loadFrom(library, source)
}
