import type { Store } from '../../../store/store.ts'
import type { RowAbout, UsageRow } from '../usage-report.ts'
import type { SessionUsage, UsageSession } from '../usage-source.ts'
import { NANO } from '../usage-sum.ts'
import { type AgentFacts, readAgents, typeOf } from './agent-facts.ts'
import type { OpenCut } from './cut.ts'

/** Each agent of the chosen sessions, children below their parents, with what everything it started cost. */
export function openAgentTree(groups: readonly SessionUsage[], world: TreeWorld): OpenCut {
  const threads = new Threads(groups, world)
  return {
    keyOf: ({ agent }, { id }) => threads.keyOf(id, agent),
    describe: key => threads.describe(key),
    arrange: rows => new Tree(rows, key => threads.parentOf(key)).list(),
    arrangesAll: true,
  }
}

interface TreeWorld {
  readonly store: Store
  /** One session was chosen: the names of its threads are enough. */
  readonly isOne: boolean
}

/** What the key of the main conversation ends in. */
const MAIN = 'main'

interface Thread {
  readonly session: UsageSession
  /** Empty: the main conversation. */
  readonly agent: string
}

/** Two sessions may have agents of one id. Files that bear one id are one session, as in the report of sessions. */
class Threads {
  private readonly sessions = new Map<string, UsageSession>()
  private readonly agents = new Map<string, Map<string, AgentFacts>>()
  private readonly keys = new Map<string, Map<string, string>>()
  private readonly threads = new Map<string, Thread>()
  private readonly isOne: boolean

  constructor(groups: readonly SessionUsage[], { store, isOne }: TreeWorld) {
    this.isOne = isOne
    const known = readAgents(
      store,
      groups.map(({ session }) => session.number),
    )
    for (const { session } of groups) {
      if (!this.sessions.has(session.id)) this.sessions.set(session.id, session)
      const agents = this.agents.get(session.id) ?? new Map<string, AgentFacts>()
      this.agents.set(session.id, agents)
      for (const [agent, facts] of known.get(session.number) ?? []) {
        // A file that only mentions an agent knows less of it.
        if (agents.get(agent)?.agentType === undefined) agents.set(agent, facts)
      }
    }
  }

  /** Put together once for each thread, not for each request. */
  keyOf(id: string, agent: string): string {
    return this.keys.get(id)?.get(agent) ?? this.add(id, agent)
  }

  describe(key: string): { readonly label: string; readonly about: RowAbout } {
    const { session, agent } = this.threads.get(key) as Thread
    if (agent !== '') return describeAgent(this.agents.get(session.id)?.get(agent), session.id)
    const title = this.isOne ? '' : ` ${session.title || session.id}`
    return { label: `(main conversation)${title}`, about: { session: session.id } }
  }

  parentOf(key: string): string | undefined {
    const { session, agent } = this.threads.get(key) as Thread
    if (agent === '') return undefined
    return this.keyOf(session.id, this.agents.get(session.id)?.get(agent)?.parent ?? '')
  }

  private add(id: string, agent: string): string {
    const name = agent === '' ? MAIN : agent === MAIN ? `${MAIN} (agent)` : agent
    const key = this.isOne ? name : `${id}:${name}`
    const known = this.keys.get(id)
    if (known) known.set(agent, key)
    else this.keys.set(id, new Map([[agent, key]]))
    this.threads.set(key, { session: this.sessions.get(id) as UsageSession, agent })
    return key
  }
}

function describeAgent(agent: AgentFacts | undefined, session: string): ReturnType<OpenCut['describe']> {
  const type = typeOf(agent)
  const about = { session, type, status: agent?.status ?? null, description: agent?.description ?? null }
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
    const sums = new Map(order.map(({ row }) => [row.key, sumOf(row)]))
    for (const { row } of order.toReversed()) {
      const own = sums.get(row.key)
      const above = sums.get(this.parents.get(row.key) ?? '')
      if (!own || !above) continue
      above.tokens += own.tokens
      above.nanoUsd = addCosts(above.nanoUsd, own.nanoUsd)
      above.isLowerBound ||= own.isLowerBound
    }
    return order.map(({ row, depth }) => {
      const { tokens, nanoUsd, isLowerBound } = sums.get(row.key) as TreeSum
      const parent = this.parents.get(row.key) ?? null
      const treeUsd = nanoUsd === null ? null : nanoUsd / NANO
      const tree = { treeTokens: tokens, treeUsd, isTreeLowerBound: isLowerBound }
      return { ...row, about: { ...row.about, parent, depth, ...tree } }
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

interface TreeSum {
  tokens: number
  nanoUsd: number | null
  isLowerBound: boolean
}

function sumOf({ totalTokens, costUsd, isLowerBound }: UsageRow): TreeSum {
  return { tokens: totalTokens, nanoUsd: toNano(costUsd), isLowerBound }
}

/** Whole nano-dollars again, so that sums are exact. */
function toNano(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * NANO)
}

function addCosts(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0)
}
