const MIN_LENGTH = 8

/** The shortest beginning of each id that no other id shares, at least eight characters. */
export function shortIds(ids: Iterable<string>): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort()
  const short = new Map<string, string>()
  for (const [at, id] of sorted.entries()) {
    // In sorted order the ids that share most with this one stand beside it.
    const shared = Math.max(sharedLength(id, sorted[at - 1]), sharedLength(id, sorted[at + 1]))
    short.set(id, id.slice(0, Math.max(MIN_LENGTH, shared + 1)))
  }
  return short
}

function sharedLength(a: string, b: string | undefined): number {
  let length = 0
  while (b !== undefined && length < a.length && a[length] === b[length]) length++
  return length
}
