/** A state of the context: after a request, or after a turn. */
interface Point {
  readonly contextTokens: number
}

/**
 * At most about so many points with the same shape: of each run the fullest one, and always the first, the last and
 * those that are edges, where the context falls. Of too many edges the last ones are left out.
 */
export function thinPoints<Kind extends Point>(
  points: readonly Kind[],
  max: number,
  isEdge: (point: Kind) => boolean = () => false,
): readonly Kind[] {
  if (points.length <= max) return points
  const size = Math.ceil(points.length / max)
  const kept = new Set<Kind>()
  for (let from = 0; from < points.length; from += size) {
    let fullest = points[from] as Kind
    for (let at = from + 1; at < Math.min(from + size, points.length); at++) {
      const point = points[at] as Kind
      if (point.contextTokens > fullest.contextTokens) fullest = point
    }
    kept.add(fullest)
  }
  let edges = 0
  return points.filter((point, at) => {
    if (kept.has(point) || at === 0 || at === points.length - 1) return true
    return edges < max && isEdge(point) && edges++ >= 0
  })
}
