import type { ChainNode, ConversationTree } from './conversation-tree.ts'
import type { Fork, ForkSide } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'
import type { TurnRecord } from './turn-tracker.ts'

/** Reads forks and the active path from the tree when asked, and not again until something was added. */
export class ForkView {
  readonly #tree: ConversationTree
  readonly #turns: readonly TurnRecord[]
  readonly #entries: readonly ThreadEntry[]
  #settledAt = -1
  #bounds: readonly number[] = []
  #hasForks = false

  constructor(tree: ConversationTree, turns: readonly TurnRecord[], entries: readonly ThreadEntry[]) {
    this.#tree = tree
    this.#turns = turns
    this.#entries = entries
  }

  get forks(): readonly Fork[] {
    this.settle()
    if (!this.#hasForks) return []
    return this.#tree.listForks().map(({ at, sides }) => ({
      at: this.#entries[at.first],
      sides: sides.map(side => this.#buildSide(side)),
    }))
  }

  isActive(entry: ThreadEntry): boolean {
    this.settle()
    const node = this.#hasForks ? this.#tree.nodeOf(entry.index) : undefined
    return node === undefined || this.#isNodeActive(node)
  }

  settle(): void {
    if (this.#settledAt === this.#entries.length) return
    this.#settledAt = this.#entries.length
    const hadForks = this.#hasForks
    this.#hasForks = this.#tree.chainCount > 1 && this.#tree.listForks().length > 0
    if (!this.#hasForks && !hadForks) return
    this.#bounds = this.#hasForks ? this.#tree.listActiveBounds() : []
    for (const turn of this.#turns) {
      const node = turn.prompt && this.#tree.nodeOf(turn.prompt.index)
      turn.isRewound = node !== undefined && this.#hasForks && !this.#isNodeActive(node)
    }
  }

  #isNodeActive(node: ChainNode): boolean {
    return node.first < 0 || node.position <= (this.#bounds[node.chain.index] ?? -1)
  }

  #buildSide(side: ChainNode): ForkSide {
    const turns: number[] = []
    for (const turn of this.#turns) {
      const node = turn.prompt && this.#tree.nodeOf(turn.prompt.index)
      if (node && descends(node, side)) turns.push(turn.number)
    }
    return { first: this.#entries[side.first] as ThreadEntry, turns, isActive: this.#isNodeActive(side) }
  }
}

function descends(node: ChainNode, ancestor: ChainNode): boolean {
  let at: ChainNode | undefined = node
  while (at) {
    if (at.chain === ancestor.chain) return at.position >= ancestor.position
    at = at.chain.parent
  }
  return false
}
