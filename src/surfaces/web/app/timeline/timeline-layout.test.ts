import { describe, expect, test } from 'vitest'
import type { MarkKind, TimelineMark, TimelineTurn } from '../../../../query/story/session-timeline.ts'
import { blockAt, layTimeline } from './timeline-layout.ts'

const MINUTE = 60_000

function turn(number: number, startedAt: number, activeMs: number, more: Partial<TimelineTurn> = {}): TimelineTurn {
  const endedAt = startedAt + activeMs
  return {
    number,
    prompt: `p${number}`,
    startedAt,
    endedAt,
    activeMs,
    did: [{ kind: 'edited', count: 1, failed: 0 }],
    outcome: 'answered',
    isRewound: false,
    ...more,
  }
}

function mark(kind: MarkKind, of: number, at: number | undefined): TimelineMark {
  return { kind, turn: of, at, entry: undefined, agent: undefined, text: '' }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

describe('a timeline', () => {
  test('of one turn fills all of it', () => {
    const { blocks, gaps } = layTimeline({ turns: [turn(1, 0, MINUTE)], marks: [] }, 300)
    expect(blocks).toMatchObject([{ x: 0, width: 300, idleMs: 0 }])
    expect(gaps).toEqual([])
  })

  test('of nothing, or without room, is empty', () => {
    expect(layTimeline({ turns: [], marks: [] }, 300)).toEqual({ blocks: [], gaps: [], marks: [] })
    expect(layTimeline({ turns: [turn(1, 0, MINUTE)], marks: [] }, 0).blocks).toEqual([])
  })

  test('draws turns as long as their work, and a pause of hours as short as one of minutes', () => {
    const turns = [turn(1, 0, MINUTE), turn(2, 2 * MINUTE, 3 * MINUTE), turn(3, 300 * MINUTE, MINUTE)]
    const { blocks, gaps } = layTimeline({ turns, marks: [] }, 400)
    expect(gaps).toMatchObject([{ width: 14, idleMs: 295 * MINUTE }])
    expect(blocks.map(({ idleMs }) => idleMs > 0)).toEqual([false, false, true])
    const [first, second, third] = blocks.map(({ width }) => width)
    expect(second).toBeGreaterThan((first ?? 0) * 2)
    expect(third).toBeCloseTo(first ?? 0)
    expect(sum(blocks.map(({ width }) => width)) + 14).toBeCloseTo(400)
  })

  test('of turns that take no time gives each the same room', () => {
    const turns = [turn(1, 0, 0), turn(2, 0, 0)]
    expect(layTimeline({ turns, marks: [] }, 100).blocks.map(({ width }) => width)).toEqual([50, 50])
  })

  test('of very many turns draws neighbours as one, wide enough to be hit, and loses none', () => {
    const turns = Array.from({ length: 1000 }, (_, at) => turn(at + 1, at * 20 * MINUTE, MINUTE))
    const { blocks, gaps } = layTimeline({ turns, marks: [] }, 300)
    expect(blocks.length).toBeLessThanOrEqual(60)
    expect(blocks.flatMap(block => block.turns)).toEqual(turns)
    expect(Math.min(...blocks.map(({ width }) => width))).toBeGreaterThan(3)
    const last = blocks.at(-1)
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(300)
    expect(sum(gaps.map(({ width }) => width))).toBeLessThanOrEqual(75.001)
  })

  test('puts marks into their turn by their time, and into its middle without one', () => {
    const turns = [turn(1, 0, MINUTE), turn(2, MINUTE, MINUTE)]
    const marks = [mark('commit', 1, MINUTE / 4), mark('error', 2, undefined), mark('error', 2, MINUTE * 99)]
    const placed = layTimeline({ turns, marks }, 200).marks
    expect(placed.map(({ x }) => x)).toEqual([25, 150, 200])
  })

  test('says how much of a turn each kind of work was', () => {
    const did = [
      { kind: 'edited', count: 2, failed: 0 },
      { kind: 'wrote', count: 1, failed: 0 },
      { kind: 'tested', count: 1, failed: 1 },
    ] as const
    const { blocks } = layTimeline({ turns: [turn(1, 0, MINUTE, { did })], marks: [] }, 100)
    expect(blocks[0]?.lanes).toEqual([
      { lane: 'changed', share: 0.75 },
      { lane: 'tested', share: 0.25 },
    ])
  })

  test('finds the block at a place, the nearest one in a pause and beyond the end', () => {
    const turns = [turn(1, 0, MINUTE), turn(2, 60 * MINUTE, MINUTE)]
    const { blocks } = layTimeline({ turns, marks: [] }, 214)
    expect([0, 99, 105, 120, 500].map(x => blockAt(blocks, x))).toEqual([0, 0, 1, 1, 1])
  })
})
