import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTimestamp } from './parse-timestamp.ts'

/** The plain version is `Date.parse`: the quick one must never say anything else. */
function checkTime(text: string): void {
  const at = Date.parse(text)
  expect(parseTimestamp(text)).toBe(at >= Date.UTC(2000) ? at : undefined)
}

test('reads the form the client writes', () => {
  expect(parseTimestamp('2026-01-30T19:34:31.499Z')).toBe(Date.UTC(2026, 0, 30, 19, 34, 31, 499))
  expect(parseTimestamp('2026-01-30T21:34:31+02:00')).toBe(Date.UTC(2026, 0, 30, 19, 34, 31))
})

test('reads nothing from what is no time', () => {
  for (const value of [
    undefined,
    7,
    '',
    'yesterday',
    '2026-13-40T99:99:99.999Z',
    '2026-01-30T19:34:31.4x9Z',
    '0000-01-01T00:00:00.000Z',
  ]) {
    expect(parseTimestamp(value)).toBe(undefined)
  }
})

test('agrees with Date.parse on odd texts of the same length', () => {
  for (const text of [
    '2026-02-30T00:00:00.000Z',
    '2026-01-30T24:00:00.000Z',
    '2026-01-30T19:60:31.499Z',
    '2026-01-30T19:34:60.499Z',
    '2026-01-30 19:34:31.499Z',
    '2026-01-30T19:34:31,499Z',
    '2026-01-30T19:34:31.49 Z',
    'Sun, 25 Jan 2026 19:34:3',
  ]) {
    checkTime(text)
    checkTime(text)
  }
})

test('agrees with Date.parse on any times, whatever came before', () => {
  const times = fc
    .date({ min: new Date('2000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map(at => at.toISOString())
  const changed = fc
    .tuple(times, fc.nat(23), fc.constantFrom(...'0123456789:.TZ- x'))
    .map(([text, at, character]) => text.slice(0, at) + character + text.slice(at + 1))
  fc.assert(fc.property(fc.array(fc.oneof(times, changed)), texts => texts.forEach(checkTime)))
})
