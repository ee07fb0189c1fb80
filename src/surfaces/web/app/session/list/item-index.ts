import type { Item } from './item.ts'

/** Finds items by their keys, and what became of one when the list changed. */
export class ItemIndex {
  private readonly items: readonly Item[]
  private byKey: Map<string, number> | undefined
  private byEntry: Map<string, number> | undefined

  constructor(items: readonly Item[]) {
    this.items = items
  }

  /** -1 where it is not shown. */
  find(key: string): number {
    this.byKey ??= new Map(this.items.map((item, index) => [item.key, index]))
    return this.byKey.get(key) ?? -1
  }

  /** Where an item of another list stands here: itself, the same entry, or what it was part of. */
  findLike(key: string, before: ItemIndex): number {
    const exact = this.find(key)
    if (exact >= 0) return exact
    const item = before.items[before.find(key)]
    const entry = item && entryOf(item)
    const same = entry === undefined ? -1 : this.findEntry(entry)
    if (same >= 0) return same
    const unit = key.slice(0, key.lastIndexOf('/'))
    const head = this.find(unit)
    return head >= 0 ? head : this.findBefore(key, before)
  }

  private findEntry(entry: string): number {
    if (!this.byEntry) {
      this.byEntry = new Map()
      for (const [index, item] of this.items.entries()) {
        const name = entryOf(item)
        if (name !== undefined && !this.byEntry.has(name)) this.byEntry.set(name, index)
      }
    }
    return this.byEntry.get(entry) ?? -1
  }

  /** What stood before it there and is still here. */
  private findBefore(key: string, before: ItemIndex): number {
    for (let at = before.find(key) - 1; at >= 0; at--) {
      const found = this.find(before.items[at]?.key ?? '')
      if (found >= 0) return found
    }
    return -1
  }
}

/** Names what a row shows, whatever level it was asked for at. */
function entryOf(item: Item): string | undefined {
  if (item.kind === 'preview') return `${item.unit} ${item.turn.uuid} input`
  if (item.kind !== 'row' || !('uuid' in item.row) || item.row.uuid === undefined) return undefined
  return `${item.loaded.unit} ${item.row.uuid} ${item.row.kind}`
}
