import type { ContextPoint } from './inspect-context.ts'

/**
 * At most about so many points with the same shape: of each run of requests the fullest one, and always the first, the
 * last and those named in `edges`, where the context falls.
 */
export function thinPoints(
  points: readonly ContextPoint[],
  max: number,
  edges: ReadonlySet<number>,
): readonly ContextPoint[] {
  if (points.length <= max) return points
  const size = Math.ceil(points.length / max)
  const kept = new Set<ContextPoint>()
  for (let from = 0; from < points.length; from += size) {
    const run = points.slice(from, from + size)
    kept.add(run.reduce((fullest, point) => (point.contextTokens > fullest.contextTokens ? point : fullest)))
  }
  return points.filter((point, at) => {
    return kept.has(point) || edges.has(point.number) || at === 0 || at === points.length - 1
  })
}
