import { describe, expect, test } from 'vitest'
import type { Rule } from './rule.ts'
import { runRule } from './rule-runner.ts'

const TOKEN: Rule = {
  name: 'test-token',
  category: 'secret',
  what: 'tokens of a test',
  rank: 'shape',
  anchors: ['tok_'],
  pattern: /(?<![a-z])tok_[a-z0-9]{12,}/g,
}
const NAMED: Rule = {
  name: 'test-password',
  category: 'secret',
  what: 'passwords of a test',
  rank: 'general',
  anchors: ['pass'],
  follow: { chars: '=:', within: 8 },
  pattern: /pass["']?\s?[=:]\s?["']?(?<secret>[^\s"',]{4,200})/dg,
  accepts: ({ value }) => !value.startsWith('$'),
}

/** The values a rule finds, each with the text it stands in the place of. */
function checkRule(rule: Rule, text: string): readonly string[] {
  const anchor = rule.anchors[0] as string
  const starts = [...text.matchAll(new RegExp(anchor, 'g'))].map(({ index }) => index)
  const lengths = starts.map(() => anchor.length)
  const matches = runRule(rule, text, { starts, lengths })
  return [...new Set(matches.map(({ start, end, value }) => `${value} @ ${text.slice(start, end)}`))]
}

describe('runRule', () => {
  test('finds what stands around an anchor and looks behind it', () => {
    expect(checkRule(TOKEN, 'x tok_abc123abc123 and atok_abc123abc123')).toEqual([
      'tok_abc123abc123 @ tok_abc123abc123',
    ])
  })

  test('follows a value beyond its window', () => {
    const long = `tok_${'a1b2'.repeat(5000)}`
    expect(checkRule(TOKEN, `x ${long} y`)).toEqual([`${long} @ ${long}`])
  })

  test('reads through escapes of any depth', () => {
    let text = '{"pass":"hunter22"}'
    for (let depth = 0; depth < 4; depth++) {
      expect(checkRule(NAMED, text)).toContain('hunter22 @ hunter22')
      text = JSON.stringify(text)
    }
  })

  test('goes on after a value that is not accepted, also inside of it', () => {
    expect(checkRule(NAMED, 'pass=$X pass=hunter22')).toEqual(['hunter22 @ hunter22'])
    expect(checkRule(NAMED, 'pass=$pass=hunter22')).toEqual(['hunter22 @ hunter22'])
  })

  test('does not look where nothing follows the anchor that must', () => {
    expect(checkRule(NAMED, 'pass the long value on = hunter22')).toEqual([])
  })

  test('does not add the next line to a value that is whole', () => {
    expect(checkRule(NAMED, 'pass=hunter22\ndone')).toEqual(['hunter22 @ hunter22'])
    expect(checkRule(NAMED, 'pass=hunter22\nTOKEN2=abc')).toEqual(['hunter22 @ hunter22'])
  })
})
