import type { ForkSide, Thread, Turn } from '../../model/session.ts'

/** Turns in order: each alone, but those that were taken back together, which stand on one side of a fork. */
export function groupTurns(thread: Thread, turns: readonly Turn[]): readonly (readonly Turn[])[] {
  const sides = rewoundSides(thread)
  const groups: (readonly Turn[])[] = []
  for (let at = 0; at < turns.length; ) {
    const first = turns[at] as Turn
    let next = at + 1
    if (first.isRewound) while (turns[next]?.isRewound && isSameSide(sides, first, turns[next] as Turn)) next++
    groups.push(turns.slice(at, next))
    at = next
  }
  return groups
}

/** For each turn that was taken back the outermost side it stands on: whoever shares any side shares that. */
function rewoundSides(thread: Thread): ReadonlyMap<number, ForkSide> {
  const sides = new Map<number, ForkSide>()
  // Forks come in the order of the tree, outer ones first.
  for (const side of thread.forks.flatMap(fork => fork.sides)) {
    if (side.isActive) continue
    for (const turn of side.turns) if (!sides.has(turn)) sides.set(turn, side)
  }
  return sides
}

function isSameSide(sides: ReadonlyMap<number, ForkSide>, first: Turn, second: Turn): boolean {
  const side = sides.get(first.number)
  return side !== undefined && side === sides.get(second.number)
}
