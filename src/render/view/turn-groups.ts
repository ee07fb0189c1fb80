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

type SidesByTurn = ReadonlyMap<number, ReadonlySet<ForkSide>>

function rewoundSides(thread: Thread): SidesByTurn {
  const sides = new Map<number, Set<ForkSide>>()
  for (const side of thread.forks.flatMap(fork => fork.sides)) {
    if (side.isActive) continue
    for (const turn of side.turns) sides.set(turn, (sides.get(turn) ?? new Set()).add(side))
  }
  return sides
}

function isSameSide(sides: SidesByTurn, first: Turn, second: Turn): boolean {
  const others = sides.get(second.number)
  return others !== undefined && [...(sides.get(first.number) ?? [])].some(side => others.has(side))
}
