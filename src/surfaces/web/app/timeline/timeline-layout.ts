import type { SessionTimeline, TimelineMark, TimelineTurn } from '../../../../query/story/session-timeline.ts'
import { type LaneId, shareLanes } from '../../../../render/story/lanes.ts'

/** One or several turns that are drawn as one. */
export interface Block {
  /** In pixels. */
  readonly x: number
  readonly width: number
  readonly turns: readonly TimelineTurn[]
  readonly lanes: readonly { readonly lane: LaneId; readonly share: number }[]
  readonly marks: readonly TimelineMark[]
  readonly activeMs: number
  /** Nothing happened for so long before it; 0 where work went on. */
  readonly idleMs: number
  /** Of those drawn as one, too: the first start and the last end. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
}

export interface PlacedMark {
  readonly x: number
  readonly mark: TimelineMark
}

/** A stretch without work, drawn short. */
export interface Gap {
  readonly x: number
  readonly width: number
  readonly idleMs: number
}

export interface TimelineLayout {
  readonly blocks: readonly Block[]
  readonly gaps: readonly Gap[]
  readonly marks: readonly PlacedMark[]
}

/** Shorter pauses are part of a conversation. */
export const IDLE_MS = 10 * 60_000
/** Narrower blocks can neither be seen nor hit. */
const BLOCK_PX = 5
const GAP_PX = 14
/** At most this part of the width tells of pauses. */
const GAPS_SHARE = 0.25

/** Each turn as long as the work in it, pauses short; where there are more turns than room, neighbours are drawn as one. */
export function layTimeline({ turns, marks }: Pick<SessionTimeline, 'turns' | 'marks'>, width: number): TimelineLayout {
  const groups = groupTurns(turns, Math.max(1, Math.floor(width / BLOCK_PX)))
  if (groups.length === 0 || width <= 0) return { blocks: [], gaps: [], marks: [] }
  const idle = groups.map((group, at) => idleBefore(groups[at - 1]?.at(-1), group[0]))
  const gapCount = idle.filter(ms => ms > 0).length
  const gapPx = gapCount === 0 ? 0 : Math.min(GAP_PX, (width * GAPS_SHARE) / gapCount)
  const room = width - gapPx * gapCount
  const work = groups.map(sumWork)
  const total = work.reduce((sum, ms) => sum + ms, 0)
  const least = Math.min(BLOCK_PX, room / groups.length)
  const rest = room - least * groups.length
  const byTurn = Map.groupBy(marks, ({ turn }) => turn)
  const blocks: Block[] = []
  const gaps: Gap[] = []
  let x = 0
  for (const [at, group] of groups.entries()) {
    const idleMs = idle[at] ?? 0
    if (idleMs > 0) {
      gaps.push({ x, width: gapPx, idleMs })
      x += gapPx
    }
    const share = total === 0 ? 1 / groups.length : (work[at] ?? 0) / total
    const block = makeBlock(group, { x, width: least + rest * share, idleMs, activeMs: work[at] ?? 0 }, byTurn)
    blocks.push(block)
    x += block.width
  }
  return { blocks, gaps, marks: blocks.flatMap(placeMarks) }
}

function groupTurns(turns: readonly TimelineTurn[], most: number): readonly (readonly TimelineTurn[])[] {
  const size = Math.max(1, Math.ceil(turns.length / most))
  return Array.from({ length: Math.ceil(turns.length / size) }, (_, at) => turns.slice(at * size, (at + 1) * size))
}

/** How long nothing happened between two turns; 0 where that is not long, or not known. */
export function idleBefore(before: TimelineTurn | undefined, turn: TimelineTurn | undefined): number {
  const idle = (turn?.startedAt ?? Number.NaN) - (before?.endedAt ?? Number.NaN)
  return idle >= IDLE_MS ? idle : 0
}

function sumWork(turns: readonly TimelineTurn[]): number {
  return turns.reduce((sum, { activeMs }) => sum + Math.max(0, activeMs), 0)
}

function makeBlock(
  turns: readonly TimelineTurn[],
  place: Pick<Block, 'x' | 'width' | 'idleMs' | 'activeMs'>,
  marks: ReadonlyMap<number, readonly TimelineMark[]>,
): Block {
  return {
    ...place,
    turns,
    lanes: shareLanes(turns.flatMap(({ did }) => did)),
    marks: turns.flatMap(({ number }) => marks.get(number) ?? []),
    startedAt: turns.find(({ startedAt }) => startedAt !== undefined)?.startedAt,
    endedAt: turns.findLast(({ endedAt }) => endedAt !== undefined)?.endedAt,
  }
}

/** Within the block by its turn and, in that, by its time. */
function placeMarks({ x, width, turns, marks }: Block): readonly PlacedMark[] {
  const each = width / turns.length
  return marks.map(mark => {
    const at = Math.max(
      0,
      turns.findIndex(({ number }) => number === mark.turn),
    )
    return { x: x + each * (at + fractionOf(mark, turns[at])), mark }
  })
}

function fractionOf({ at }: TimelineMark, turn: TimelineTurn | undefined): number {
  const { startedAt, endedAt } = turn ?? {}
  if (at === undefined || startedAt === undefined || endedAt === undefined || endedAt <= startedAt) return 0.5
  return Math.min(1, Math.max(0, (at - startedAt) / (endedAt - startedAt)))
}

/** The block at a place; the nearest where there is a pause. */
export function blockAt(blocks: readonly Block[], x: number): number {
  const behind = blocks.findIndex(block => block.x + block.width >= x)
  return behind < 0 ? blocks.length - 1 : behind
}
