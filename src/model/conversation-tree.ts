/**
 * Finds where a conversation was taken back and went on differently. `parentUuid` makes a forest in which 99.6 % of the
 * branch points are no branches (census section 5): the lines of one API message, a tool result beside the next call,
 * progress, hooks and notices all hang side by side. So lines are contracted to nodes (a prompt or an API message) before
 * children are counted.
 *
 * Nodes stand in chains. The first child of a node goes on in its chain, any further child opens a chain of its own, so
 * the number of chains is one more than the number of forks and the active path is found from chains alone. Adding a line
 * costs the same whatever the length of the history.
 */
export interface ChainNode {
  readonly chain: Chain
  readonly position: number
  /** Index of the first entry of the node; -1 for an anchor that stands for lines before any prompt. */
  first: number
  /** The turn it belongs to: that of the nearest prompt above it; -1 where there is none. */
  turn: number
  hasChild: boolean
}

export interface Chain {
  readonly index: number
  /** The node it parts from; undefined for a root. */
  parent: ChainNode | undefined
  readonly nodes: ChainNode[]
  /** Index of the entry that last began or continued a node here; -1 while nothing is said in it. */
  last: number
}

/** A line with its place in the file. Uuids are looked up once, by the caller; here lines are numbers. */
export interface TreeLine {
  readonly index: number
  readonly uuid: string
  /** Index of the parent's line; undefined for a root and where the parent has not been seen. */
  readonly parent: number | undefined
  /** The parent's uuid where its line has not been seen. */
  readonly awaited: string | undefined
  /** The turn that runs at this place of the file: what a line without ancestors belongs to. */
  readonly turn: number
}

export interface ForkPoint {
  readonly at: ChainNode
  /** First node of each side, in file order. */
  readonly sides: readonly ChainNode[]
}

export class ConversationTree {
  /** By line index; lines that are no chain members have none. */
  private readonly nodes: (ChainNode | undefined)[] = []
  private readonly byMessage = new Map<string, ChainNode>()
  /** Parents named by a line before their own line came. */
  private readonly awaited = new Map<string, ChainNode>()
  private readonly chains: Chain[] = []
  /** Parents of command lines that no answer has claimed yet. */
  private readonly commands = new Map<number, number | undefined>()
  private lastNode: ChainNode | undefined
  private hint: { leaf: number; index: number } | undefined

  /** Changes whenever a fork may have appeared. */
  get chainCount(): number {
    return this.chains.length
  }

  nodeOf(index: number): ChainNode | undefined {
    return this.nodes[index]
  }

  /** A prompt begins a turn: a node of its own. */
  addPrompt(line: TreeLine): ChainNode {
    const node = this.addNode(line)
    node.turn = line.turn
    return node
  }

  /** The same prompt written again under another uuid: the conversation goes on from where it stood before. */
  addCopy(line: TreeLine, first: number): void {
    const node = this.nodes[first]
    if (!node) {
      this.addTransparent(line)
      return
    }
    this.settle(line, node)
    node.chain.last = line.index
    this.lastNode = node
  }

  /**
   * A line of an API message: the first makes the node, the others join it. A hollow line says nothing: releases 1.0.x
   * write `(no content)` behind commands of their own, and a side that holds no more than that takes nothing back.
   */
  addMessageLine(line: TreeLine, messageKey: string, isHollow: boolean): ChainNode {
    const node = this.byMessage.get(messageKey)
    if (node) {
      this.settle(line, node)
      if (!isHollow) node.chain.last = line.index
      this.lastNode = node
      return node
    }
    const above = this.parentOf(line)
    const made = this.addNode(line, isHollow)
    this.byMessage.set(messageKey, made)
    this.claimCommands(line, above, made)
    return made
  }

  /** A slash command or the text it brings: stands for its parent until the model answers it. */
  addCommand(line: TreeLine): void {
    this.addTransparent(line)
    this.commands.set(line.index, line.parent)
  }

  /** What comes below a line goes on from another one than its own parent. */
  continueFrom(index: number, from: number): void {
    const node = this.nodes[from]
    if (node) this.nodes[index] = node
  }

  /** Progress, system, attachment, notices: stands for its parent. */
  addTransparent(line: TreeLine): void {
    this.settle(line, this.parentOf(line) ?? this.anchor())
  }

  /** A tool result belongs to the message that made the call. */
  addTo(line: TreeLine, node: ChainNode): void {
    this.settle(line, node)
  }

  /** A compaction has no parent; it goes on from its logical parent, else from whatever was said last. */
  addCompaction(line: TreeLine, logicalParent: number | undefined): void {
    const logical = logicalParent === undefined ? undefined : this.nodes[logicalParent]
    this.settle(line, logical ?? this.lastNode ?? this.anchor())
  }

  /**
   * A line written again; `first` is where it stood before. With another parent it is a part kept over a compaction: what
   * follows hangs on the new place.
   */
  addRepeat(line: TreeLine, first: number): void {
    const node = this.nodes[first]
    const parent = this.parentOf(line)
    if (!node || !parent || parent === node || this.parentOfNode(node) === parent) return
    if (this.descends(parent, node)) this.nodes[first] = parent
  }

  /** `last-prompt` names the leaf the client considers current. */
  noteLeaf(leaf: number, index: number): void {
    this.hint = { leaf, index }
  }

  /** Nodes with two or more children. */
  listForks(): readonly ForkPoint[] {
    const sides = new Map<ChainNode, ChainNode[]>()
    for (const chain of this.chains) {
      const first = chain.nodes[0]
      if (!chain.parent || !first) continue
      const list = sides.get(chain.parent) ?? []
      if (list.length === 0) {
        const next = chain.parent.chain.nodes[chain.parent.position + 1]
        if (next) list.push(next)
        sides.set(chain.parent, list)
      }
      if (chain.last >= 0) list.push(this.firstReal(chain))
    }
    const forks: ForkPoint[] = []
    for (const [at, list] of sides) {
      const real = list.filter(node => node.first >= 0)
      if (real.length > 1) forks.push({ at, sides: real.toSorted((a, b) => a.first - b.first) })
    }
    return forks.sort((a, b) => a.at.first - b.at.first)
  }

  /** For each chain, the last position that is on the active path of its tree; -1: none. */
  listActiveBounds(): readonly number[] {
    const bounds = this.chains.map(() => -1)
    for (const leaf of this.activeLeaves()) {
      let chain: Chain | undefined = leaf
      let bound = leaf.nodes.length - 1
      while (chain && (bounds[chain.index] as number) < bound) {
        bounds[chain.index] = bound
        bound = chain.parent?.position ?? -1
        chain = chain.parent?.chain
      }
    }
    return bounds
  }

  /** Per tree, the chain written last, or the one the client names. */
  private activeLeaves(): readonly Chain[] {
    const roots = this.roots()
    const best = new Map<Chain, Chain>()
    let newest = -1
    for (const chain of this.chains) {
      const root = roots[chain.index] as Chain
      const other = best.get(root)
      if (!other || chain.last > other.last) best.set(root, chain)
      if (chain.last > newest) newest = chain.last
    }
    const hinted = this.hint && this.nodes[this.hint.leaf]
    if (hinted && this.hint && this.hint.index > newest) best.set(roots[hinted.chain.index] as Chain, hinted.chain)
    return [...best.values()]
  }

  /** The root chain of each chain, every chain walked once. */
  private roots(): readonly (Chain | undefined)[] {
    const roots: (Chain | undefined)[] = this.chains.map(() => undefined)
    for (const chain of this.chains) {
      const path: Chain[] = []
      let at: Chain = chain
      while (at.parent && !roots[at.index]) {
        path.push(at)
        at = at.parent.chain
      }
      const root = roots[at.index] ?? at
      roots[at.index] = root
      for (const below of path) roots[below.index] = root
    }
    return roots
  }

  private addNode(line: TreeLine, isHollow = false): ChainNode {
    const parent = this.parentOf(line)
    const awaited = this.takeAwaited(line)
    let node: ChainNode
    if (awaited) {
      node = awaited
      node.first = line.index
      this.attach(node.chain, parent)
    } else {
      node = this.grow(parent, line.index)
    }
    node.turn = parent && parent.turn >= 0 ? parent.turn : line.turn
    this.nodes[line.index] = node
    if (!isHollow) node.chain.last = line.index
    this.lastNode = node
    return node
  }

  /** A command that the model worked on was taken back with that work, so it belongs to the same node. */
  private claimCommands(line: TreeLine, above: ChainNode | undefined, node: ChainNode): void {
    let at = line.parent
    while (at !== undefined && this.commands.has(at) && this.nodes[at] === above) {
      this.nodes[at] = node
      const next = this.commands.get(at)
      this.commands.delete(at)
      at = next
    }
  }

  private grow(parent: ChainNode | undefined, index: number): ChainNode {
    if (parent && !parent.hasChild && parent.position === parent.chain.nodes.length - 1) {
      parent.hasChild = true
      return place(parent.chain, index)
    }
    if (parent) parent.hasChild = true
    return place(this.openChain(parent), index)
  }

  private openChain(parent: ChainNode | undefined): Chain {
    const chain: Chain = { index: this.chains.length, parent, nodes: [], last: -1 }
    this.chains.push(chain)
    return chain
  }

  /** Maps a line to a node, and settles children that came before it. */
  private settle(line: TreeLine, node: ChainNode): void {
    const awaited = this.takeAwaited(line)
    if (awaited && awaited !== node) this.attach(awaited.chain, node)
    this.nodes[line.index] = node
  }

  private takeAwaited(line: TreeLine): ChainNode | undefined {
    if (this.awaited.size === 0) return undefined
    const awaited = this.awaited.get(line.uuid)
    if (awaited) this.awaited.delete(line.uuid)
    return awaited
  }

  /** Hangs a chain that began without its parent; a ring would be a lie, so it stays a root then. */
  private attach(chain: Chain, parent: ChainNode | undefined): void {
    if (!parent || chain.parent) return
    for (let above: Chain | undefined = parent.chain; above; above = above.parent?.chain) if (above === chain) return
    chain.parent = parent
    parent.hasChild = true
  }

  private parentOf(line: TreeLine): ChainNode | undefined {
    if (line.parent !== undefined) return this.nodes[line.parent]
    if (line.awaited === undefined) return undefined
    let awaited = this.awaited.get(line.awaited)
    if (!awaited) {
      awaited = place(this.openChain(undefined), -1)
      this.awaited.set(line.awaited, awaited)
    }
    return awaited
  }

  /** Lines without a parent before any prompt: prompts below the same such line are siblings. */
  private anchor(): ChainNode {
    return place(this.openChain(undefined), -1)
  }

  private parentOfNode(node: ChainNode): ChainNode | undefined {
    return node.position > 0 ? node.chain.nodes[node.position - 1] : node.chain.parent
  }

  private descends(node: ChainNode, ancestor: ChainNode): boolean {
    let at: ChainNode | undefined = node
    while (at) {
      if (at.chain === ancestor.chain) return at.position >= ancestor.position
      at = at.chain.parent
    }
    return false
  }

  private firstReal(chain: Chain): ChainNode {
    return chain.nodes.find(node => node.first >= 0) ?? (chain.nodes[0] as ChainNode)
  }
}

function place(chain: Chain, first: number): ChainNode {
  const node: ChainNode = { chain, position: chain.nodes.length, first, turn: -1, hasChild: false }
  chain.nodes.push(node)
  return node
}
