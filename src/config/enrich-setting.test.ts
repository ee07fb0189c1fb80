import { describe, expect, test } from 'vitest'
import { checkEnrichCommand, checkEnrichLimits, parseEnrichCommand, parseEnrichLimits } from './enrich-setting.ts'

describe('the setting enrichCommand', () => {
  test('is a line where one word was typed, and a list where a shell took the line apart', () => {
    expect(parseEnrichCommand(['claude -p'])).toBe('claude -p')
    expect(parseEnrichCommand(['claude', '-p'])).toEqual(['claude', '-p'])
  })
  test('must name a program', () => {
    for (const good of ['claude -p', ['claude', '-p', ''], ['/opt/my tool']]) {
      expect(checkEnrichCommand(good)).toBeUndefined()
    }
    for (const bad of ['', ' ', [], [''], ['a', 1], 3, null, { a: 1 }, 'a\0b', undefined]) {
      expect(checkEnrichCommand(bad)).toMatch(/^a command line/)
    }
  })
})

describe('the setting enrichLimits', () => {
  test('is typed as names and numbers, or as JSON', () => {
    expect(parseEnrichLimits(['sessions=5', 'dayUsd=0.50'])).toEqual({ sessions: 5, dayUsd: 0.5 })
    expect(parseEnrichLimits(['{"sessions": 5}'])).toEqual({ sessions: 5 })
    expect(parseEnrichLimits(['lots'])).toBe('lots')
  })
  test('says what is wrong', () => {
    expect(checkEnrichLimits({ sessions: 5, dayUsd: 0 })).toBeUndefined()
    expect(checkEnrichLimits({ session: 5 })).toMatch(/did you mean sessions\?/)
    expect(checkEnrichLimits({ sessions: 0.5 })).toBe('limits with a whole number from 1 to 1000 for sessions')
    expect(checkEnrichLimits({ dayUsd: -1 })).toBe('limits with a number from 0 to 10000 for dayUsd')
    expect(checkEnrichLimits({ constructor: 1 })).toMatch(/^limits by name/)
    for (const bad of ['lots', [], null, 3]) expect(checkEnrichLimits(bad)).toMatch(/^limits by name/)
  })
})
