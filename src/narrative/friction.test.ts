import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calibrate, distribute, MIN_SESSIONS, scoreFriction } from './friction.ts'
import { FRICTION_PARTS } from './friction-parts.ts'
import type { Measures } from './story.ts'

const QUIET: Measures = {
  turns: 10,
  toolCalls: 40,
  activeMs: 0,
  corrections: 0,
  interruptions: 0,
  refusals: 0,
  retries: 0,
  errors: 0,
  openErrors: 0,
  readEditCycles: 0,
  testRuns: 0,
  failedTestRuns: 0,
  compactions: 0,
  rewinds: 0,
  filesChanged: 0,
  linesAdded: 0,
  linesRemoved: 0,
  tokens: 0,
  commits: 0,
  pullRequests: 0,
  agents: 0,
}

/** What may only make a score larger. */
const COUNTS = [
  'corrections',
  'interruptions',
  'refusals',
  'retries',
  'openErrors',
  'readEditCycles',
  'failedTestRuns',
  'compactions',
  'rewinds',
  'tokens',
] as const satisfies readonly (keyof Measures)[]

const small = fc.integer({ min: 0, max: 6 })
const anyMeasures: fc.Arbitrary<Measures> = fc
  .record({
    turns: fc.integer({ min: 0, max: 40 }),
    toolCalls: fc.integer({ min: 0, max: 300 }),
    linesAdded: fc.integer({ min: 0, max: 500 }),
    ...(Object.fromEntries(COUNTS.map(name => [name, small])) as { [name in (typeof COUNTS)[number]]: typeof small }),
  })
  .map(some => ({ ...QUIET, ...some, tokens: some.tokens * 1000 }))
const anySessions = fc.array(anyMeasures, { maxLength: 60 })

describe('a score', () => {
  test('never falls because more went wrong', () => {
    fc.assert(
      fc.property(
        anySessions,
        anyMeasures,
        fc.constantFrom(...COUNTS),
        fc.integer({ min: 1, max: 9 }),
        (all, one, name, more) => {
          const own = calibrate([...all, one])
          const before = scoreFriction(one, own)?.score ?? 0
          const after = scoreFriction({ ...one, [name]: one[name] + more }, own)?.score ?? 0
          expect(after).toBeGreaterThanOrEqual(before)
        },
      ),
    )
  })

  test('lies between 0 and 100, and its parts add up to it', () => {
    fc.assert(
      fc.property(anySessions, anyMeasures, (all, one) => {
        const friction = scoreFriction(one, calibrate(all))
        if (!friction) return
        expect(friction.score).toBeGreaterThanOrEqual(0)
        expect(friction.score).toBeLessThanOrEqual(100)
        expect(friction.parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(friction.score, 6)
        expect(friction.parts.map(({ kind }) => kind).toSorted()).toEqual(
          FRICTION_PARTS.map(({ kind }) => kind).toSorted(),
        )
        for (const { value, points, percentile } of friction.parts) {
          if (!value) expect(points).toBe(0)
          expect(percentile).toBeGreaterThanOrEqual(0)
          expect(percentile).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('does not depend on the order of sessions', () => {
    fc.assert(
      fc.property(anySessions, anyMeasures, (all, one) => {
        expect(scoreFriction(one, calibrate(all.toReversed()))).toEqual(scoreFriction(one, calibrate(all)))
      }),
    )
  })

  test('is 0 where nothing went wrong, whatever the others are like', () => {
    const others = Array.from({ length: 30 }, () => ({ ...QUIET, corrections: 3 }))
    expect(scoreFriction(QUIET, calibrate(others))?.score).toBe(0)
  })

  test('is that of the rate, not of the length', () => {
    const others = Array.from({ length: 30 }, (_, at) => ({ ...QUIET, corrections: at % 5 }))
    const own = calibrate(others)
    const long = { ...QUIET, turns: 100, toolCalls: 400, corrections: 20 }
    expect(scoreFriction(long, own)?.score).toBe(scoreFriction({ ...QUIET, corrections: 2 }, own)?.score)
  })

  test('of the middle one of the sessions with friction is in the middle', () => {
    const all = Array.from({ length: 41 }, (_, at) => ({ ...QUIET, corrections: at }))
    const scores = all.map(one => scoreFriction(one, calibrate(all))?.score ?? 0).filter(score => score > 0)
    expect(scores[Math.floor(scores.length / 2)]).toBeGreaterThan(45)
    expect(scores[Math.floor(scores.length / 2)]).toBeLessThan(55)
    expect(Math.min(...scores)).toBeLessThan(5)
    expect(Math.max(...scores)).toBeGreaterThan(95)
  })

  test('is not given to a session of one turn without work', () => {
    expect(scoreFriction({ ...QUIET, turns: 1, toolCalls: 0, interruptions: 1 }, calibrate([]))).toBeUndefined()
    expect(scoreFriction({ ...QUIET, turns: 1, toolCalls: 5 }, calibrate([]))).toBeDefined()
  })
})

describe('parts', () => {
  const own = calibrate(Array.from({ length: 30 }, (_, at) => ({ ...QUIET, corrections: at < 27 ? 0 : 1 })))

  test('say how rare they are among the own sessions', () => {
    const [first] = scoreFriction({ ...QUIET, corrections: 2 }, own)?.parts ?? []
    expect(first).toMatchObject({
      kind: 'corrections',
      value: 2,
      rate: 0.2,
      says: '2 corrections in 10 turns: more than in any of your sessions',
    })
  })

  test('take the middle of equal ranks', () => {
    const [first] = scoreFriction({ ...QUIET, corrections: 1 }, own)?.parts ?? []
    expect(first?.percentile).toBeCloseTo((27 + 30) / 60)
  })

  test('tokens per line count above the own middle alone', () => {
    const lines = Array.from({ length: 31 }, (_, at) => ({ ...QUIET, linesAdded: 100, tokens: 1000 * (at + 1) }))
    const cheap = scoreFriction(lines[10] as Measures, calibrate(lines))
    const dear = scoreFriction(lines[30] as Measures, calibrate(lines))
    expect(cheap?.score).toBe(0)
    expect(dear?.parts[0]).toMatchObject({ kind: 'tokens-per-line', rate: 310 })
    expect(dear?.score).toBeGreaterThan(90)
  })

  test('tokens of a session that changed next to nothing are not compared', () => {
    const talk = scoreFriction({ ...QUIET, linesAdded: 2, tokens: 9e6 }, own)
    expect(talk?.score).toBe(0)
    expect(talk?.parts.find(({ kind }) => kind === 'tokens-per-line')).toMatchObject({ value: undefined, points: 0 })
  })
})

describe('calibration', () => {
  test('needs twenty sessions that say something', () => {
    const enough = Array.from({ length: MIN_SESSIONS }, () => QUIET)
    expect(calibrate(enough)).toMatchObject({ isCalibrated: true, sessions: MIN_SESSIONS })
    const tiny = { ...QUIET, turns: 1, toolCalls: 0 }
    expect(calibrate([...enough.slice(1), tiny, tiny])).toMatchObject({ isCalibrated: false, sessions: 19 })
  })

  test('falls back on recorded sessions, and says so', () => {
    const friction = scoreFriction({ ...QUIET, corrections: 2 }, calibrate([QUIET]))
    expect(friction).toMatchObject({ isCalibrated: false, sessions: 1 })
    expect(friction?.parts[0]?.says).toBe('2 corrections in 10 turns: more than in 90% of recorded sessions')
    expect(friction?.score).toBeGreaterThan(0)
  })

  test('has a rate of each part for each session that can have it', () => {
    const own = distribute([QUIET, { ...QUIET, linesAdded: 20, tokens: 100 }])
    for (const { kind } of FRICTION_PARTS) expect(own.rates[kind]).toHaveLength(kind === 'tokens-per-line' ? 1 : 2)
    expect(own.sums).toEqual([])
  })
})

test('docs/friction.md shows the rates of recorded sessions and the weights', () => {
  const page = readFileSync(new URL('../../docs/friction.md', import.meta.url), 'utf8')
  const { rates } = calibrate([])
  for (const { kind, name, weight } of FRICTION_PARTS) {
    const shown = page.split('\n').filter(line => line.startsWith(`| ${name.replace(' on a file', '')}`))
    const numbers = shown.flatMap(line => line.split('|').map(cell => cell.trim().replaceAll(',', '')))
    expect({ kind, numbers }).toEqual({ kind, numbers: expect.arrayContaining([String(weight)]) })
    for (const rate of rates[kind]?.slice(-3) ?? []) expect(numbers).toContain(String(rate))
  }
})
