import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../../../test/temp-tree.ts'
import { recordLimits } from './record-limits.ts'
import { type Limits, parseStatus } from './status.ts'

function makePath(): string {
  return join(makeTree({}), 'keep', 'limits.jsonl')
}

function limitsOf(used: number, other: Limits['other'] = {}): Limits {
  return { fiveHour: { usedPercent: used, resetsAt: 5000 }, sevenDay: undefined, other }
}

function record(path: string, used: number, more: { at?: number; session?: string; other?: Limits['other'] } = {}) {
  recordLimits(path, limitsOf(used, more.other), { at: more.at ?? 1, session: more.session ?? 'a' })
}

function usedOf(path: string): readonly unknown[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map(line => {
    const { session, fiveHour } = JSON.parse(line)
    return `${session} ${fiveHour.used}`
  })
}

describe('recording limits', () => {
  test('writes a line with what the client said, for nobody else to read', () => {
    const path = makePath()
    recordLimits(
      path,
      {
        ...limitsOf(23.5),
        sevenDay: { usedPercent: 4, resetsAt: undefined },
        other: { spend: { used_percentage: 1 } },
      },
      { at: 7, session: undefined },
    )
    expect(readFileSync(path, 'utf8')).toBe(
      '{"at":7,"session":null,"fiveHour":{"used":23.5,"resetsAt":5000},"sevenDay":{"used":4,"resetsAt":null},"other":{"spend":{"used_percentage":1}}}\n',
    )
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  })
  test('writes nothing where nothing changed', () => {
    const path = makePath()
    record(path, 10, { at: 1 })
    record(path, 10, { at: 2 })
    record(path, 10, { at: 3, session: 'b' })
    expect(usedOf(path)).toEqual(['a 10'])
    record(path, 11, { at: 4 })
    record(path, 10, { at: 5 })
    expect(usedOf(path)).toEqual(['a 10', 'a 11', 'a 10'])
  })
  test('sees a change in windows of other names', () => {
    const path = makePath()
    record(path, 10, { other: { spend: 1 } })
    record(path, 10, { other: { spend: 2 } })
    expect(usedOf(path)).toEqual(['a 10', 'a 10'])
  })
  test('is not filled in turns by a session that rests and one that works', () => {
    const path = makePath()
    record(path, 10, { session: 'rests' })
    for (let used = 11; used < 20; used++) {
      record(path, used, { session: 'works' })
      record(path, 10, { session: 'rests' })
    }
    expect(usedOf(path)).toHaveLength(10)
  })
  test('leaves a line alone that was cut off', () => {
    const path = makePath()
    record(path, 10)
    appendFileSync(path, '{"at":5,"sess')
    record(path, 11)
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(lines[1]).toBe('{"at":5,"sess')
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ fiveHour: { used: 11 } })
    record(path, 11)
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4)
  })
  test('reads only the end of a long file', () => {
    const path = makePath()
    record(path, 10)
    appendFileSync(path, `${'x'.repeat(99)}\n`.repeat(100_000))
    record(path, 10)
    record(path, 10)
    expect(readFileSync(path, 'utf8').match(/"used":10/g)).toHaveLength(2)
  })
  test('leaves out what is too long to be a window', () => {
    const path = makePath()
    record(path, 10, { other: { small: { used_percentage: 1 }, huge: 'x'.repeat(5000) } })
    const text = readFileSync(path, 'utf8')
    expect(JSON.parse(text).other).toEqual({ small: { used_percentage: 1 } })
    expect(text.length).toBeLessThan(2000)
  })
  test('takes whatever stands in the file and in the JSON', () => {
    const path = makePath()
    record(path, 10)
    fc.assert(
      fc.property(fc.string(), fc.json(), (before, json) => {
        writeFileSync(path, before)
        const { limits } = parseStatus(`{"rate_limits":{"five_hour":{"used_percentage":1},"x":${json}}}`)
        if (limits) recordLimits(path, limits, { at: 1, session: 's' })
        const after = readFileSync(path, 'utf8')
        expect(after.startsWith(before)).toBe(true)
        const last = after.trimEnd().split('\n').at(-1) ?? ''
        expect(JSON.parse(last).fiveHour).toEqual({ used: 1, resetsAt: null })
      }),
      { numRuns: 50 },
    )
  })
})
