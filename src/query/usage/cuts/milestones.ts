import type { FactPlace, MainTurns } from './main-turns.ts'

/** A turn of the main thread in which commits were made, or pull requests were named. */
export interface Milestone {
  readonly turn: number
  /** In the order of time, none of them in an earlier turn. */
  readonly keys: readonly string[]
}

/** By session, in the order of turns and of time; else as they come. */
export function listMilestones<Row extends FactPlace>(
  rows: readonly Row[],
  turns: MainTurns,
  keyOf: (row: Row) => string,
): ReadonlyMap<number, readonly Milestone[]> {
  const placed = rows.map(row => ({ ...row, key: keyOf(row), turn: turns.ofFact(row) }))
  placed.sort((a, b) => a.turn - b.turn || (a.at ?? 0) - (b.at ?? 0))
  const sessions = new Map<number, { turn: number; keys: string[] }[]>()
  for (const { session, turn, key } of placed) {
    const list = sessions.get(session) ?? []
    sessions.set(session, list)
    if (list.some(({ keys }) => keys.includes(key))) continue
    const last = list.at(-1)
    if (last?.turn === turn) last.keys.push(key)
    else list.push({ turn, keys: [key] })
  }
  return sessions
}

/** Work leads up to a milestone: the first one in this turn or after it. */
export function nextMilestone(list: readonly Milestone[], turn: number): Milestone | undefined {
  for (const milestone of list) if (milestone.turn >= turn) return milestone
  return undefined
}
