import type { Chain, ChainNode, ConversationTree, ForkPoint } from './conversation-tree.ts'
import type { Fork } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'
import type { TurnRecord } from './turn-tracker.ts'

/** How many turns all sides may list together, and so how many forks one below the other a turn is told of. */
const MAX_LISTED = 5_000_000
const MIN_DEPTH = 100
const MAX_DEPTH = 1000

/** Reads forks and the active path from the tree when asked, and not again until something was added. */
export class ForkView {
  private readonly tree: ConversationTree
  private readonly turns: readonly TurnRecord[]
  private readonly entries: readonly ThreadEntry[]
  private settledAt = -1
  private bounds: readonly number[] = []
  private hasForks = false
  private made: readonly Fork[] | undefined

  constructor(tree: ConversationTree, turns: readonly TurnRecord[], entries: readonly ThreadEntry[]) {
    this.tree = tree
    this.turns = turns
    this.entries = entries
  }

  get forks(): readonly Fork[] {
    this.settle()
    if (!this.hasForks) return []
    this.made ??= this.buildForks()
    return this.made
  }

  isActive(entry: ThreadEntry): boolean {
    this.settle()
    const node = this.hasForks ? this.tree.nodeOf(entry.index) : undefined
    return node === undefined || this.isNodeActive(node)
  }

  settle(): void {
    if (this.settledAt === this.entries.length) return
    this.settledAt = this.entries.length
    this.made = undefined
    const hadForks = this.hasForks
    this.hasForks = this.tree.chainCount > 1 && this.tree.listForks().length > 0
    if (!this.hasForks && !hadForks) return
    this.bounds = this.hasForks ? this.tree.listActiveBounds() : []
    for (const turn of this.turns) {
      const node = turn.prompt && this.tree.nodeOf(turn.prompt.index)
      turn.isRewound = node !== undefined && this.hasForks && !this.isNodeActive(node)
    }
  }

  private isNodeActive(node: ChainNode): boolean {
    return node.first < 0 || node.chain.last < 0 || node.position <= (this.bounds[node.chain.index] ?? -1)
  }

  private buildForks(): readonly Fork[] {
    const points = this.tree.listForks()
    const turns = this.turnsBySide(points)
    return points.map(({ at, sides }) => ({
      at: this.entries[at.first],
      sides: sides.map(side => ({
        first: this.entries[side.first] as ThreadEntry,
        turns: turns.get(side) ?? [],
        isActive: this.isNodeActive(side),
      })),
    }))
  }

  /**
   * Each turn counts for every side above it: the walk goes from fork to fork, not from node to node. Where thousands of
   * forks stand one below the other, a turn counts for those nearest above it.
   */
  private turnsBySide(points: readonly ForkPoint[]): ReadonlyMap<ChainNode, number[]> {
    const sides = new Map<Chain, ChainNode[]>()
    for (const side of points.flatMap(point => point.sides)) {
      const known = sides.get(side.chain)
      if (known) known.push(side)
      else sides.set(side.chain, [side])
    }
    const turns = new Map<ChainNode, number[]>()
    const most = Math.min(MAX_DEPTH, Math.max(MIN_DEPTH, Math.floor(MAX_LISTED / this.turns.length)))
    for (const turn of this.turns) {
      let at = turn.prompt && this.tree.nodeOf(turn.prompt.index)
      for (let depth = 0; at && depth < most; depth++) {
        for (const side of sides.get(at.chain) ?? []) {
          if (side.position > at.position) continue
          const list = turns.get(side)
          if (list) list.push(turn.number)
          else turns.set(side, [turn.number])
        }
        at = at.chain.parent
      }
    }
    return turns
  }
}
