import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { limitsPath, listLimitWindows, readLimits } from './read-limits.ts'

const folder = mkdtempSync(join(tmpdir(), 'backscroll-limits-'))
const path = limitsPath(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NOON = Date.parse('2026-11-16T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Line {
  readonly at: number
  readonly five?: readonly [used: number, resetsAt: number]
  readonly seven?: readonly [used: number, resetsAt: number]
}

/** As the status line writes it. */
function makeLine({ at, five, seven }: Line): string {
  const limit = (pair: readonly [number, number] | undefined) => pair && { used: pair[0], resetsAt: pair[1] }
  return `${JSON.stringify({ at, session: 'a', fiveHour: limit(five) ?? null, sevenDay: limit(seven) ?? null })}\n`
}

function read(text: string) {
  writeFileSync(path, text)
  return readLimits(path)
}

describe('recorded limits', () => {
  test('are windows with the highest use seen, newest last', () => {
    const { windows, ...rest } = read(
      [
        makeLine({ at: NOON, five: [23.5, NOON + HOUR], seven: [40, NOON + 48 * HOUR] }),
        makeLine({ at: NOON + MINUTE, five: [31, NOON + HOUR], seven: [41, NOON + 48 * HOUR] }),
        makeLine({ at: NOON + 2 * HOUR, five: [2, NOON + 6 * HOUR], seven: [41, NOON + 48 * HOUR] }),
      ].join(''),
    )
    expect(rest).toEqual({ badLines: 0, isCut: false, problem: undefined })
    expect(windows).toEqual([
      {
        kind: 'five-hour',
        startsAt: '2026-11-16T08:00:00.000Z',
        endsAt: '2026-11-16T13:00:00.000Z',
        usedPercent: 31,
        lastUsedPercent: 31,
        lastSeenAt: '2026-11-16T12:01:00.000Z',
      },
      {
        kind: 'five-hour',
        startsAt: '2026-11-16T13:00:00.000Z',
        endsAt: '2026-11-16T18:00:00.000Z',
        usedPercent: 2,
        lastUsedPercent: 2,
        lastSeenAt: '2026-11-16T14:00:00.000Z',
      },
      {
        kind: 'seven-day',
        startsAt: '2026-11-11T12:00:00.000Z',
        endsAt: '2026-11-18T12:00:00.000Z',
        usedPercent: 41,
        lastUsedPercent: 41,
        lastSeenAt: '2026-11-16T14:00:00.000Z',
      },
    ])
  })
  test('keep the highest where a later line says less, and lines come in any order', () => {
    const lines = [
      makeLine({ at: NOON, five: [50, NOON + HOUR] }),
      makeLine({ at: NOON + 2 * MINUTE, five: [45, NOON + HOUR] }),
      makeLine({ at: NOON + MINUTE, five: [60, NOON + HOUR] }),
    ]
    for (const text of [lines.join(''), lines.toReversed().join('')]) {
      expect(read(text).windows).toMatchObject([
        { usedPercent: 60, lastUsedPercent: 45, lastSeenAt: '2026-11-16T12:02:00.000Z' },
      ])
    }
  })
  test('are one window where its end differs by no more than a minute', () => {
    const count = (apart: number) =>
      read(makeLine({ at: NOON, five: [1, NOON + HOUR] }) + makeLine({ at: NOON + 1, five: [2, NOON + HOUR + apart] }))
        .windows.length
    expect([count(1000), count(MINUTE), count(MINUTE + 1)]).toEqual([1, 1, 2])
  })
  test('come in the order in which they were last seen', () => {
    const { windows } = read(
      [
        makeLine({ at: NOON, five: [10, NOON + 4 * HOUR] }),
        makeLine({ at: NOON + MINUTE, five: [20, NOON + 2 * HOUR] }),
      ].join(''),
    )
    expect(windows.map(({ usedPercent }) => usedPercent)).toEqual([10, 20])
  })
  test('are none without a file', () => {
    expect(readLimits(join(folder, 'none.jsonl'))).toEqual({
      windows: [],
      badLines: 0,
      isCut: false,
      problem: undefined,
    })
    expect(listLimitWindows(join(folder, 'none', 'limits.jsonl'))).toEqual([])
  })
  test('say why a file cannot be read', () => {
    const place = join(folder, 'a-folder')
    mkdirSync(place)
    const { windows, problem } = readLimits(place)
    expect([windows, problem === undefined]).toEqual([[], false])
  })
})

describe('odd lines', () => {
  const good = makeLine({ at: NOON, five: [23.5, NOON + HOUR] })

  test('are counted and skipped', () => {
    const odd = ['{"at": 17', 'null', '[]', '7', '{}', '{"at":"noon","fiveHour":null}', '{"at":1e300}', '\u0000']
    const { windows, badLines } = read(`${odd.join('\n')}\r\n\n${good}  \n${odd[0]}`)
    expect([windows.length, badLines]).toEqual([1, odd.length + 1])
  })
  test('are read as far as they are good', () => {
    const { windows, badLines } = read(
      `{"at":${NOON},"fiveHour":{"used":"much","resetsAt":${NOON}},"sevenDay":{"used":9,"resetsAt":${NOON}}}\n`,
    )
    expect([windows.map(({ kind }) => kind), badLines]).toEqual([['seven-day'], 1])
  })
  test('of a limit without an end are good lines, but no window', () => {
    const { windows, badLines } = read(`{"at":${NOON},"fiveHour":{"used":9,"resetsAt":null},"other":{"x":{}}}\n`)
    expect([windows, badLines]).toEqual([[], 0])
  })
  test('with numbers that no limit has are bad', () => {
    for (const used of ['-1', '1e99', 'null', '[]']) {
      expect(read(`{"at":${NOON},"fiveHour":{"used":${used},"resetsAt":${NOON}}}\n`)).toMatchObject({
        windows: [],
        badLines: 1,
      })
    }
  })
  test('of a window that would end later than one that begins now are bad', () => {
    const count = (line: Line) => {
      const { windows, badLines } = read(makeLine(line))
      return [windows.length, badLines]
    }
    expect(count({ at: NOON, five: [1, NOON + 5 * HOUR + 10 * MINUTE] })).toEqual([1, 0])
    expect(count({ at: NOON, five: [1, NOON + 5 * HOUR + 10 * MINUTE + 1] })).toEqual([0, 1])
    expect(count({ at: NOON, seven: [1, NOON + 169 * HOUR] })).toEqual([1, 0])
    expect(count({ at: NOON, five: [1, NOON + HOUR], seven: [1, NOON + 169 * HOUR + 1] })).toEqual([1, 1])
  })
  test('of any kind stop nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), lines => {
        const { windows } = read(`${lines.join('\n')}\n${good}`)
        expect(windows).toMatchObject([{ usedPercent: 23.5 }])
      }),
    )
  })
})

test('a huge file is read from its end, whole lines only', () => {
  const many = Array.from({ length: 40_000 }, (_, at) =>
    makeLine({ at: NOON + at * MINUTE, five: [at % 100, NOON + Math.floor(at / 300) * 5 * HOUR] }),
  )
  const { windows, badLines, isCut } = read(many.join(''))
  expect([badLines, isCut]).toEqual([0, true])
  expect(windows.at(-1)?.lastSeenAt).toBe(new Date(NOON + 39_999 * MINUTE).toISOString())
  expect(windows.length).toBeGreaterThan(20)
  expect(windows.length).toBeLessThan(134)
})
