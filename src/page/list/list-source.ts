/** What a list shows. Keys say which item is which when the list changes. */
export interface ListSource {
  readonly count: number
  key(index: number): string
  estimate(index: number): number
  draw(index: number): HTMLElement
  /** An element is kept when the list changes and its item has the same key and the same stamp; without: drawn anew. */
  stamp?(index: number): unknown
  /** No element is kept where this is another one. */
  readonly epoch?: number
  /** False for what is about to become something else: nothing is held in place by it. */
  isFirm?(index: number): boolean
  /** Stands in for an item when there is no time to draw it; it is given the height that is expected. */
  drawLight?(index: number): HTMLElement
}

export interface ListOptions {
  /** Height of what covers the top of the window. */
  readonly topInset: () => number
  /** Called after the elements of the window changed. */
  readonly onChange: () => void
  /** Elements the whole document may have before less is drawn ahead. */
  readonly maxElements: number
  /** How long drawing may take before the rest waits for the next frame; default: as long as it takes. */
  readonly budgetMs?: number
}
