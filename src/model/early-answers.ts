/** A line of the tree, as it comes. */
interface EarlyLine {
  readonly uuid: string
  readonly parentUuid: string | undefined
  /** The parent stands in the file already. */
  readonly isBelow: boolean
}

/**
 * Terminals of 2.1.150 and 2.1.250 write the first answer of a session before its prompt, in one of five sessions. Until
 * something has set the model to work, lines whose parent has not come yet are noted by that parent; when it comes, they
 * belong to the turn that it stands in. The parent may be an attachment that stands behind the prompt.
 */
export class EarlyAnswers {
  /** Numbers of entries by the parent that is waited for. */
  private readonly byRoot = new Map<string, number[]>()
  /** That parent, by the uuid of each line below it. */
  private readonly roots = new Map<string, string>()

  /** A line before the first turn. */
  note(index: number, { uuid, parentUuid, isBelow }: EarlyLine): void {
    if (parentUuid === undefined || this.roots.size >= MAX_EARLY) return
    const root = this.roots.get(parentUuid) ?? (isBelow ? undefined : parentUuid)
    if (root === undefined) return
    this.roots.set(uuid, root)
    const list = this.byRoot.get(root)
    if (list) list.push(index)
    else this.byRoot.set(root, [index])
  }

  /** What waited for a line of the first turn; nothing, where that line waits for its own parent itself. */
  take({ uuid, parentUuid, isBelow }: EarlyLine): readonly number[] {
    const found = this.byRoot.get(uuid)
    if (!found) return NONE
    this.byRoot.delete(uuid)
    if (parentUuid === undefined || isBelow) return found
    this.byRoot.set(parentUuid, [...(this.byRoot.get(parentUuid) ?? []), ...found])
    return NONE
  }

  get isEmpty(): boolean {
    return this.byRoot.size === 0
  }
}

const NONE: readonly number[] = []

/** A file that is the tail of another has as many lines as it likes before its first prompt. */
const MAX_EARLY = 200
