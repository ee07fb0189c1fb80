import { describe, expect, test } from 'vitest'
import { makeRows, NO_MARKS } from '../../../test/context-rows.ts'
import type { ContextMarks } from './context-rows.ts'
import { findMisses } from './find-misses.ts'

type Steps = Parameters<typeof makeRows>[0]

/** `[number of the request, cause, tokens]` of each miss. */
function checkMisses(
  steps: Steps,
  expected: readonly (readonly [number, string, number])[],
  marks: Partial<ContextMarks> = {},
) {
  const misses = findMisses(makeRows(steps), { ...NO_MARKS, ...marks })
  expect(misses.map(({ at, cause, tokens }) => [at + 1, cause, tokens])).toEqual(expected)
}

const MINUTE = 60_000

describe('what is no miss', () => {
  test('the first request, which fills the cache', () => checkMisses([{ cache: [0, 90_000, 0] }], []))
  test('growth: all that was cached is read', () =>
    checkMisses([{ cache: [0, 20_000, 0] }, { cache: [20_000, 9000, 0] }, { cache: [29_000, 500, 0] }], []))
  test('less than 1,000 tokens', () => {
    checkMisses([{ cache: [0, 20_000, 0] }, { cache: [19_001, 1500, 0] }], [])
    checkMisses([{ cache: [0, 20_000, 0] }, { cache: [19_000, 1500, 0] }], [[2, 'unknown', 1000]])
  })
  test('less than 2 % of what was cached', () => {
    checkMisses([{ cache: [0, 100_000, 0] }, { cache: [98_001, 3000, 0] }], [])
    checkMisses([{ cache: [0, 100_000, 0] }, { cache: [98_000, 3000, 0] }], [[2, 'unknown', 2000]])
  })
  test('a context that became smaller, as nothing of it was paid for again', () =>
    checkMisses([{ cache: [0, 50_000, 0] }, { cache: [30_000, 400, 0] }], []))
  test('going on from before what was taken back', () =>
    checkMisses(
      [
        { cache: [0, 20_000, 0] },
        { cache: [20_000, 30_000, 0], isRewound: true, turn: 2 },
        { cache: [20_000, 4000, 0], turn: 3 },
      ],
      [],
    ))
  test('a conversation begun anew after all of it was taken back', () =>
    checkMisses(
      [
        { cache: [9000, 20_000, 0], isRewound: true },
        { cache: [9000, 15_000, 0], turn: 2 },
      ],
      [],
    ))
  test('a gateway that counts no cache', () =>
    checkMisses(
      [
        { cache: [0, 0, 0], input: 20_000 },
        { cache: [0, 0, 0], input: 30_000 },
      ],
      [],
    ))
  test('R14: several passes, whose counts are sums', () =>
    checkMisses(
      [{ cache: [0, 20_000, 0] }, { cache: [40_000, 2000, 0], contextTokens: 22_000 }, { cache: [21_900, 900, 0] }],
      [],
    ))
})

describe('why', () => {
  test('compaction: a border lies between', () =>
    checkMisses([{ cache: [0, 150_000, 0] }, { cache: [20_000, 30_000, 0], segment: 1 }], [[2, 'compaction', 30_010]]))
  test('old tool results cleared: the client says so', () =>
    checkMisses([{ cache: [0, 90_000, 0] }, { cache: [20_000, 40_000, 0] }], [[2, 'tool-results-cleared', 40_010]], {
      clearings: [5],
    }))
  test('model switch, and back while the old cache is alive', () =>
    checkMisses(
      [{ cache: [0, 50_000, 0] }, { cache: [0, 52_000, 0], model: 'claude-haiku-4-5' }, { cache: [50_000, 4000, 0] }],
      [
        [2, 'model-switch', 50_000],
        [3, 'model-switch', 2000],
      ],
    ))
  test('fast mode has a cache of its own', () =>
    checkMisses([{ cache: [0, 50_000, 0] }, { cache: [0, 51_000, 0], speed: 'fast' }], [[2, 'model-switch', 50_000]]))
  test('a speed that was not recorded before is no switch', () =>
    checkMisses([{ cache: [0, 50_000, 0] }, { cache: [0, 51_000, 0], speed: 'standard' }], [[2, 'unknown', 50_000]]))
  test.each([
    ['the client says so', {}, { resumes: [5] }],
    ['another version of the client', { version: '2.1.41' }, {}],
    ['a subagent was woken up', {}, { wakes: [30_000] }],
  ])('resume: %s', (_, more, marks) =>
    checkMisses([{ cache: [0, 50_000, 0] }, { cache: [0, 51_000, 0], ...more }], [[2, 'resume', 50_000]], marks),
  )
  test('resume: the first after what was copied from another session', () =>
    checkMisses(
      [
        { cache: [0, 50_000, 0], copiedFrom: 'x' },
        { cache: [50_000, 2000, 0], copiedFrom: 'x' },
        { cache: [9000, 44_000, 0] },
      ],
      [[3, 'resume', 43_000]],
    ))
  test('marks elsewhere say nothing', () =>
    checkMisses([{ cache: [0, 50_000, 0] }, { cache: [0, 51_000, 0] }], [[2, 'unknown', 50_000]], {
      resumes: [0, 10, 15],
      clearings: [12],
      wakes: [0, MINUTE],
    }))
  test('several at once: the first of the list', () =>
    checkMisses(
      [{ cache: [0, 50_000, 0] }, { cache: [0, 51_000, 0], model: 'm', segment: 1, version: '3', sentAt: 99 * MINUTE }],
      [[2, 'compaction', 50_000]],
    ))
})

describe('idle', () => {
  const written = (cache: readonly [number, number, number], more: object = {}) => ({ cache, ...more })
  test.each([
    [5, 'unknown'],
    [5.01, 'idle'],
  ])('%d minutes after a write for 5 minutes', (minutes, cause) =>
    checkMisses([written([0, 50_000, 0]), written([0, 51_000, 0], { sentAt: minutes * MINUTE })], [[2, cause, 50_000]]),
  )
  test.each([
    [60, 'unknown'],
    [60.01, 'idle'],
  ])('%d minutes after a write for an hour', (minutes, cause) =>
    checkMisses([written([0, 0, 50_000]), written([0, 0, 51_000], { sentAt: minutes * MINUTE })], [[2, cause, 50_000]]),
  )
  test('the part that lives for 5 minutes is lost, the one that lives for an hour is read', () =>
    checkMisses(
      [written([0, 0, 20_000]), written([20_000, 40_000, 0]), written([20_000, 41_000, 0], { sentAt: 11 * MINUTE })],
      [[3, 'idle', 40_000]],
    ))
  test('is counted from the request before, also where that was taken back: it kept the cache alive', () =>
    checkMisses(
      [
        written([0, 50_000, 0]),
        written([50_000, 9000, 0], { isRewound: true, sentAt: 4 * MINUTE }),
        written([0, 51_000, 0], { sentAt: 8 * MINUTE }),
      ],
      [[3, 'unknown', 50_000]],
    ))
  test('what all sessions share may still be read', () =>
    checkMisses([written([15_000, 5000, 0]), written([15_000, 6000, 0], { sentAt: 20 * MINUTE })], [[2, 'idle', 5000]]))
  test('where most of the conversation was read its cache was alive', () =>
    checkMisses(
      [written([15_000, 5000, 0]), written([20_000, 40_000, 0]), written([56_000, 6000, 0], { sentAt: 20 * MINUTE })],
      [[3, 'unknown', 4000]],
    ))
  test('is not known without times', () =>
    checkMisses([written([0, 50_000, 0]), written([0, 51_000, 0], { sentAt: undefined })], [[2, 'unknown', 50_000]]))
})
