/** Nobody nests settings deeper, and what walks them may count on it. */
export const MAX_SETTING_LEVELS = 100

/** Whether objects and lists stand in each other more than so many levels deep. Finds out without going down itself. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; depth <= levels; depth++) {
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) next.push(inner)
    }
    if (next.length === 0) return false
    level = next
  }
  return true
}
