/** Whether a version of the client is this one or newer. */
export function isAtLeast(version: string, bound: string): boolean {
  const [left, right] = [version, bound].map(text => text.split('.').map(Number))
  for (const [at, number] of (right ?? []).entries()) {
    const own = left?.[at] ?? 0
    if (own !== number) return own > number
  }
  return true
}
