export interface Named {
  readonly name: string
  /** Where it is, from the outside in; ends with the name. */
  readonly place: string
}

/** A name for each, in the order given: where several bear one, as much of the end of their places as tells them apart. */
export function tellApart(all: readonly Named[]): readonly string[] {
  const byName = Map.groupBy(all, ({ name }) => name.toLowerCase())
  return all.map(named => {
    const others = (byName.get(named.name.toLowerCase()) ?? []).filter(({ place }) => place !== named.place)
    if (others.length === 0) return named.name
    const parts = partsOf(named.place)
    const shared = others.map(({ place }) => countShared(parts, partsOf(place)))
    return parts.slice(-1 - Math.max(...shared)).join('/') || named.name
  })
}

function partsOf(place: string): readonly string[] {
  return place.split(/[\\/]/).filter(part => part !== '')
}

/** Parts that both end with. */
function countShared(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length)
  for (let at = 1; at <= most; at++) {
    if (one.at(-at)?.toLowerCase() !== other.at(-at)?.toLowerCase()) return at - 1
  }
  return most
}
