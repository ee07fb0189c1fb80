import type { Store } from '../../../store/store.ts'
import type { RowAbout, UsageRow } from '../usage-report.ts'
import type { SessionUsage } from '../usage-source.ts'
import { NANO } from '../usage-sum.ts'
import { type AgentFacts, readAgents, typeOf } from './agent-facts.ts'
import type { OpenCut } from './cut.ts'

/** The key of the main conversation. */
const MAIN = 'main'

/** Each agent of the chosen sessions, children below their parents, with what everything it started cost. */
export function openAgentTree(groups: readonly SessionUsage[], store: Store): OpenCut {
  const numbers = groups.map(({ session }) => session.number)
  const known = new Map([...readAgents(store, numbers).values()].flatMap(agents => [...agents]))
  const parentOf = (key: string): string | undefined => {
    const parent = known.get(key)?.parent
    return key === MAIN ? undefined : parent === undefined || parent === '' ? MAIN : parent
  }
  return {
    keyOf: ({ agent }) => (agent === '' ? MAIN : agent),
    describe: key => (key === MAIN ? { label: '(main conversation)', about: {} } : describeAgent(known.get(key))),
    arrange: rows => new Tree(rows, parentOf).list(),
    arrangesAll: true,
  }
}

function describeAgent(agent: AgentFacts | undefined): { readonly label: string; readonly about: RowAbout } {
  const type = typeOf(agent)
  const about = { type, status: agent?.status ?? null, description: agent?.description ?? null }
  return { label: agent?.description || type, about }
}

/** Rows as a tree. An agent without requests of its own has no row: what it started stands below the next one above. */
class Tree {
  private readonly rows: ReadonlyMap<string, UsageRow>
  private readonly parents = new Map<string, string>()
  private readonly children = new Map<string, UsageRow[]>()

  constructor(rows: readonly UsageRow[], parentOf: (key: string) => string | undefined) {
    this.rows = new Map(rows.map(row => [row.key, row]))
    for (const row of rows) {
      const parent = this.nextAbove(row.key, parentOf)
      if (parent === undefined) continue
      this.parents.set(row.key, parent)
      const siblings = this.children.get(parent)
      if (siblings) siblings.push(row)
      else this.children.set(parent, [row])
    }
  }

  /** Each row before what it started. */
  list(): readonly UsageRow[] {
    const order = this.order()
    const sums = new Map(order.map(({ row }) => [row.key, { tokens: row.totalTokens, nanoUsd: toNano(row.costUsd) }]))
    for (const { row } of order.toReversed()) {
      const own = sums.get(row.key)
      const above = sums.get(this.parents.get(row.key) ?? '')
      if (!own || !above) continue
      above.tokens += own.tokens
      above.nanoUsd = addCosts(above.nanoUsd, own.nanoUsd)
    }
    return order.map(({ row, depth }) => {
      const { tokens = 0, nanoUsd = null } = sums.get(row.key) ?? {}
      const parent = this.parents.get(row.key) ?? null
      const treeUsd = nanoUsd === null ? null : nanoUsd / NANO
      return { ...row, about: { ...row.about, parent, depth, treeTokens: tokens, treeUsd } }
    })
  }

  /** With a list of what is still to come in place of recursion: trees may be deep. */
  private order(): readonly PlacedRow[] {
    const tops = [...this.rows.values()].filter(({ key }) => !this.parents.has(key))
    const rest: PlacedRow[] = tops.map(row => ({ row, depth: 0 })).reverse()
    const order: PlacedRow[] = []
    for (let next = rest.pop(); next; next = rest.pop()) {
      order.push(next)
      const depth = next.depth + 1
      for (const row of (this.children.get(next.row.key) ?? []).toReversed()) rest.push({ row, depth })
    }
    return order
  }

  /** Agents that name each other as parents stand at the top: the way up ends where it meets itself. */
  private nextAbove(key: string, parentOf: (key: string) => string | undefined): string | undefined {
    const seen = new Set([key])
    for (let above = parentOf(key); above !== undefined; above = parentOf(above)) {
      if (seen.has(above)) return undefined
      if (this.rows.has(above)) return this.isBelow(above, key) ? undefined : above
      seen.add(above)
    }
    return undefined
  }

  private isBelow(key: string, above: string): boolean {
    for (let at: string | undefined = key; at !== undefined; at = this.parents.get(at)) if (at === above) return true
    return false
  }
}

interface PlacedRow {
  readonly row: UsageRow
  readonly depth: number
}

/** Whole nano-dollars again, so that sums are exact. */
function toNano(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * NANO)
}

function addCosts(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0)
}
