import { pathOf, type SessionSource, sizeBytesOf } from '../source/session-source.ts'

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

/** A short id for each session; where several bear one id, all but the first end in `~2`, `~3` … */
export function nameSources(sources: readonly SessionSource[]): ReadonlyMap<SessionSource, string> {
  const byId = new Map<string, SessionSource[]>()
  for (const source of sources) {
    const group = byId.get(source.id)
    if (group) group.push(source)
    else byId.set(source.id, [source])
  }
  const short = shortIds(byId.keys())
  const names = new Map<SessionSource, string>()
  for (const [id, group] of byId) {
    const name = short.get(id) ?? id
    for (const [at, source] of rankCopies(group).entries()) names.set(source, at === 0 ? name : `${name}~${at + 1}`)
  }
  return names
}

/** Sessions that bear one id in the order of their names: the largest holds most, and comes first. */
export function rankCopies(copies: readonly SessionSource[]): readonly SessionSource[] {
  if (copies.length < 2) return copies
  return [...copies].sort((a, b) => sizeBytesOf(b) - sizeBytesOf(a) || (pathOf(a) < pathOf(b) ? -1 : 1))
}

export function sharedLength(a: string, b: string | undefined): number {
  let length = 0
  while (b !== undefined && length < a.length && a[length] === b[length]) length++
  return length
}
