import { describe, expect, test } from 'vitest'
import { PRICES } from '../../pricing/prices.ts'
import { withOverrides } from '../../pricing/with-overrides.ts'
import { listPrices } from '../../query/list-prices.ts'
import { displayWidth } from '../../text/width.ts'
import { createColors } from './colors.ts'
import { formatPrices } from './price-lines.ts'

const DAY = 24 * 60 * 60 * 1000

function draw({ model, width = 120, ageDays = 0 }: { model?: string; width?: number; ageDays?: number }): string[] {
  const table = withOverrides(PRICES, { 'my\u001b[2J-model': { input: 0.125, output: 5 } })
  const list = listPrices(table, { model, day: undefined, now: Date.parse(PRICES.version) + ageDays * DAY })
  return formatPrices({ colors: createColors(false), columns: width, tableColumns: width }, list)
}

describe('prices on a terminal', () => {
  test.each([40, 60, 80, 100, 200])('fit %d columns', width => {
    expect(draw({ width }).filter(line => displayWidth(line) > width)).toEqual([])
  })
  test('have a line for a long context', () => {
    const text = draw({ model: 'haiku-5-5' }).join('\n')
    expect(text).toMatch(/^claude-haiku-5-5 +0\.10 +0\.50 +0\.01 +0\.125 +0\.20 +×1\.1 +×1\.1 +10\.00 +1 2 3 4$/m)
    expect(text).toMatch(/^ {2}over 100,000 +0\.50 +2\.50 +0\.05 +0\.625 +1\.00$/m)
  })
  test('mark those of one’s own, and neutralise their names', () => {
    const text = draw({ model: 'my' }).join('\n')
    expect(text).toMatch(/^my␛\[2J-model +0\.125 +5\.00 .* \*$/m)
    expect(text).toMatch(/^ {2}\* {2}your config file$/m)
  })
  test('say their sources and age', () => {
    const lines = draw({ model: 'opus-4-7', ageDays: 1 })
    expect(lines).toContain(`  1  ${PRICES.from}, provider anthropic`)
    expect(lines).toContain('  2  fast × 6: platform.claude.com/docs/en/build-with-claude/fast-mode')
    expect(lines.at(-1)).toBe(`Made from ${PRICES.from}, checked ${PRICES.version}, 1 day ago.`)
  })
  test('say which source is whose', () => {
    const lines = draw({ width: 200 })
    const listed = lines.flatMap(line => /^ +(\d+|\*) {2}\S/.exec(line)?.[1] ?? [])
    const rows = lines.slice(1, lines.indexOf('')).filter(line => !line.startsWith('  over '))
    const used = rows.map(row => (/ {2}(\*|\d+( \d+)*)$/.exec(row)?.[1] ?? 'none').split(' '))
    expect([...new Set(used.flat())].sort()).toEqual([...listed].sort())
    expect(new Set(listed).size).toBe(listed.length)
  })
  test('explain what is shown, and name what is not', () => {
    const wide = draw({ model: 'sonnet-4-6', width: 200 }).join(' ')
    expect(wide).toContain(
      'tokens, SEARCH for a thousand web searches. Days are in UTC; a price holds from FROM on and',
    )
    expect(wide).not.toContain('for want of room')
    const narrow = draw({ model: 'sonnet-4-6', width: 40 }).join(' ')
    expect(narrow).toContain('US dollars for a million tokens. ')
    expect(narrow).toContain('for want of room: FROM, UNTIL,')
    // Without their numbers in the table sources have none in the list.
    expect(narrow).toMatch(/Sources: {3}@pydantic/)
  })
  test('put what does not fit of a source below its text', () => {
    const lines = draw({ model: 'opus-4-7', width: 60 })
    const at = lines.indexOf('  2  fast × 6:')
    expect(lines[at + 1]).toMatch(/^ {5}\S/)
    const sources = lines.slice(lines.indexOf('Sources:') + 1, -2)
    expect(sources.filter(line => line !== '' && !line.startsWith('  '))).toEqual([])
  })
  test('say what to do when they are old', () => {
    expect(draw({ ageDays: 90 }).join(' ')).not.toContain('long ago')
    expect(draw({ ageDays: 91 }).join(' ')).toMatch(
      /91 days ago\. That is long ago: models released since are unpriced\./,
    )
  })
})
