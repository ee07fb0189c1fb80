import type { SessionUsage } from './usage-source.ts'

/** Five hours of use, as ccusage counts them (R31). The real limits begin with the first message anywhere, phone and web included. */
export interface UsageBlock {
  /** A whole hour of UTC. */
  readonly startsAt: number
  readonly endsAt: number
  readonly firstAt: number
  readonly lastAt: number
}

export const BLOCK_MS = 5 * 60 * 60 * 1000
const HOUR = 60 * 60 * 1000

/** Over all sessions, in the order of time. Requests without a time are in none. */
export function listBlocks(groups: readonly SessionUsage[]): readonly UsageBlock[] {
  const blocks: UsageBlock[] = []
  let open: { startsAt: number; endsAt: number; firstAt: number; lastAt: number } | undefined
  for (const at of sortedTimes(groups)) {
    // More than five hours without a request also lie beyond its end, since it began before its last request.
    if (open && at <= open.endsAt) {
      open.lastAt = at
      continue
    }
    const startsAt = Math.floor(at / HOUR) * HOUR
    open = { startsAt, endsAt: startsAt + BLOCK_MS, firstAt: at, lastAt: at }
    blocks.push(open)
  }
  return blocks
}

/** The block that holds a moment at which there was a request. */
export function findBlock(blocks: readonly UsageBlock[], at: number): UsageBlock | undefined {
  let [from, to] = [0, blocks.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((blocks[middle] as UsageBlock).firstAt <= at) from = middle + 1
    else to = middle
  }
  return blocks[from - 1]
}

/** Numbers in a typed array sort four times faster than objects. */
function sortedTimes(groups: readonly SessionUsage[]): Float64Array {
  const count = groups.reduce((sum, { facts }) => sum + facts.length, 0)
  const times = new Float64Array(2 * count)
  let length = 0
  for (const { facts } of groups) {
    for (const { firstAt, lastAt } of facts) {
      if (firstAt === undefined) continue
      times[length++] = firstAt
      if (lastAt !== undefined && lastAt !== firstAt) times[length++] = lastAt
    }
  }
  return times.subarray(0, length).sort()
}
