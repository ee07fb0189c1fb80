/** Shorter lists are looked through: that costs less than a table of them. */
const MIN_LENGTH = 16

/**
 * Finds the first item of a list by a key, again and again: of a long list a table is made when it is first asked, and
 * kept as long as the list is. So asking once for each item stays linear, however long the list. A list that grew is
 * looked at anew.
 */
export function createKeyedFinder<Item>(
  keyOf: (item: Item) => unknown,
): (list: readonly Item[], key: string) => Item | undefined {
  const tables = new WeakMap<readonly Item[], { readonly length: number; readonly table: ReadonlyMap<unknown, Item> }>()
  return (list, key) => {
    if (list.length < MIN_LENGTH) return list.find(item => keyOf(item) === key)
    const known = tables.get(list)
    if (known?.length === list.length) return known.table.get(key)
    const table = new Map<unknown, Item>()
    for (const item of list) {
      const own = keyOf(item)
      if (!table.has(own)) table.set(own, item)
    }
    tables.set(list, { length: list.length, table })
    return table.get(key)
  }
}
