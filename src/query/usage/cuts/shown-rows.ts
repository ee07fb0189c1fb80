/** Above this many questions, one for everything is cheaper. */
const MAX_SINGLE = 40

export interface RowLookup<Key, Found> {
  one(key: Key): Found | undefined
  all(): ReadonlyMap<Key, Found>
}

/** A report shows a few rows, or all of them: the first are looked up one by one, the rest at once. */
export function lookUpShown<Key, Found>({ one, all }: RowLookup<Key, Found>): (key: Key) => Found | undefined {
  const known = new Map<Key, Found | undefined>()
  let everything: ReadonlyMap<Key, Found> | undefined
  return key => {
    if (everything) return everything.get(key)
    if (known.has(key)) return known.get(key)
    if (known.size >= MAX_SINGLE) {
      everything = all()
      return everything.get(key)
    }
    const found = one(key)
    known.set(key, found)
    return found
  }
}
