import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../../text/width.ts'
import { FIELDS, type LineFacts } from './fields.ts'
import type { Cost, Figures } from './figures.ts'
import { parseStatus } from './status.ts'
import { DEFAULT_TEMPLATE, drawLine, fillTemplate } from './template.ts'

const HOUR = 60 * 60 * 1000
const NOW = new Date(2026, 10, 16, 10, 0).getTime()
const RESET = { five_hour: NOW + 2.5 * HOUR, seven_day: NOW + 50 * HOUR }
const FIGURES: Figures = {
  at: NOW,
  day: { name: '2026-11-16', zone: 'UTC', startsAt: NOW - 10 * HOUR, endsAt: NOW + 14 * HOUR },
  today: { usd: 4.56, isLowerBound: false },
  block: { usd: 2.1, isLowerBound: false, startsAt: NOW - HOUR, endsAt: NOW + 4 * HOUR },
  sessions: { s1: { usd: 0.75, isLowerBound: false }, s2: { usd: undefined, isLowerBound: true } },
}
const STATUS = {
  session_id: 's1',
  version: '2.1.250',
  model: { display_name: 'Opus 4.8' },
  workspace: { current_dir: '/home/ada/app/src', project_dir: '/home/ada/app' },
  worktree: { branch: 'main' },
  cost: { total_cost_usd: 1.234 },
  context_window: { context_window_size: 200_000, used_percentage: 43 },
  rate_limits: {
    five_hour: { used_percentage: 42.9, resets_at: RESET.five_hour / 1000 },
    seven_day: { used_percentage: 18, resets_at: RESET.seven_day / 1000 },
  },
}

interface Line {
  readonly template?: string
  readonly status?: object
  readonly figures?: Figures | undefined
  readonly areOld?: boolean
  readonly color?: boolean
  readonly columns?: number
}

function draw({ template = DEFAULT_TEMPLATE, status = STATUS, color = false, columns, ...more }: Line): string {
  const figures = 'figures' in more ? more.figures : FIGURES
  const { areOld = false } = more
  const facts: LineFacts = { status: parseStatus(JSON.stringify(status)), figures, areOld, now: NOW, home: '/home/ada' }
  return drawLine(fillTemplate(template, facts), { color, columns })
}

function check(line: Line, expected: string): void {
  expect(draw(line)).toBe(expected)
}

describe('the line', () => {
  test('says everything', () =>
    check(
      {},
      'Opus 4.8 · 43% of 200k · $1.23 session · $4.56 today · $2.10 block · 5h 42% → 12:30  7d 18% → Wed 12:00',
    ))
  test('leaves out what nobody knows, with the sign beside it', () => {
    check({ status: {}, figures: undefined }, '')
    check({ status: { model: { id: 'm' } }, figures: undefined }, 'm')
    check({ status: { rate_limits: STATUS.rate_limits }, figures: undefined }, '5h 42% → 12:30  7d 18% → Wed 12:00')
    check({ template: '{model} {version} | {today}', status: { version: '2' }, figures: undefined }, '2')
    check({ template: 'a {model} b', status: {} }, '')
    check({ template: 'here · {model} · there', status: {} }, 'here · there')
  })
  test('has every field', () => {
    for (const name of Object.keys(FIELDS)) expect(draw({ template: `{${name}}` })).not.toBe('')
    check({ template: '{project} {cwd} {branch} {version}' }, 'app ~/app/src main 2.1.250')
    check({ template: '{five_hour} {five_hour_reset}, {seven_day} {seven_day_reset}' }, '42% 12:30, 18% Wed 12:00')
    check({ template: '{block} until {block_end}' }, '$2.10 until 14:00')
  })
  test('leaves what is no field as typed', () =>
    check({ template: '{modell} {model} {constructor} {{' }, '{modell} Opus 4.8 {constructor} {{'))
  test('is one line without control characters, whatever things are called', () => {
    const status = { model: { display_name: 'Op\u001b[31mus\n4\u0007' }, worktree: { branch: 'a\u202eb' } }
    check({ template: '{model}\n{branch}', status }, 'Opus 4␇ a<U+202E>b')
  })
  test('may be made of anything', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.jsonValue(),
        fc.integer({ min: 10, max: 60 }),
        (text, status, columns) => {
          const line = draw({
            template: `${text}{model} · {context}${text}`,
            status: { model: text, x: status },
            columns,
          })
          expect(line).not.toMatch(/[\n\u001b]/)
          expect(displayWidth(line)).toBeLessThanOrEqual(columns)
        },
      ),
    )
  })
})

describe('figures', () => {
  const costing = (cost: Cost): Figures => ({
    ...FIGURES,
    today: cost,
    block: FIGURES.block && { ...FIGURES.block, ...cost },
    sessions: { s1: cost },
  })
  const later = (span: keyof Pick<Figures, 'day' | 'block'>): Figures => ({
    ...FIGURES,
    [span]: { ...FIGURES[span], endsAt: NOW },
  })
  test('have their age where the last count failed; what the client counts is of now', () => {
    const figures = { ...FIGURES, at: NOW - 3 * HOUR }
    check({ template: '{session}, {today}, {block}', figures, areOld: true }, '$1.23, $4.56 (3h ago), $2.10 (3h ago)')
    check({ template: '{session}', figures, areOld: true, status: { session_id: 's1' } }, '$0.75 (3h ago)')
    check({ template: '{today}', areOld: true, figures: later('day') }, '')
  })
  test('of another day are not those of today', () => check({ template: '{today}', figures: later('day') }, ''))
  test('of a block that is over are not shown', () =>
    check({ template: '{block} {block_end}', figures: later('block') }, ''))
  test('of the session are the client’s, else the counted ones', () => {
    check({ template: '{session}' }, '$1.23')
    check({ template: '{session}', status: { session_id: 's1' } }, '$0.75')
    check({ template: '{session}', status: { session_id: '__proto__' } }, '')
  })
  test('R27: of models without a price are never $0', () => {
    check({ template: '{today}', figures: costing({ usd: undefined, isLowerBound: true }) }, 'unpriced')
    check({ template: '{today}', figures: costing({ usd: 0, isLowerBound: false }) }, '$0.00')
    check({ template: '{session}', status: { session_id: 's2' } }, 'unpriced')
  })
  test('R11: are marked where they are a lower bound', () => {
    const figures = costing({ usd: 1, isLowerBound: true })
    const template = '{session} {today} {block}'
    check({ template, figures, status: { session_id: 's1' } }, '$1.00+ $1.00+ $1.00+')
    // What the client counted itself is its own.
    check({ template, figures }, '$1.23 $1.00+ $1.00+')
  })
  test.each([
    [0.001, '<$0.01'],
    [999.99, '$999.99'],
    [1234.5, '$1,235'],
    [1e6, '$1,000,000'],
    [1e300, '$1.0e+300'],
  ])('%d dollars are %s', (total_cost_usd, text) =>
    check({ template: '{session}', status: { cost: { total_cost_usd } } }, text),
  )
})

describe('context', () => {
  test.each([
    [{ used_percentage: 8 }, '8% context'],
    [{ current_usage: { input_tokens: 1500 } }, '2k context'],
    [{ context_window_size: 1_000_000, used_percentage: 99.9 }, '99% of 1M'],
    [{ context_window_size: 1_500_000, used_percentage: 1e9 }, '>999% of 1.5M'],
  ])('%j is %s', (context_window, text) => check({ template: '{context}', status: { context_window } }, text))
})

describe('limits', () => {
  const limits = (rate_limits: object) => ({ template: '{limits}', status: { rate_limits } })
  test('of a window that has begun anew are not shown', () =>
    check(
      limits({ five_hour: { used_percentage: 90, resets_at: NOW / 1000 }, seven_day: { used_percentage: 3 } }),
      '7d 3%',
    ))
  test('of other names are shown under theirs', () =>
    check(limits({ seven_day_opus: { used_percentage: 7 }, note: 'x' }), 'seven day opus 7%'))
  test('more than a week away have a day', () =>
    check(limits({ seven_day: { used_percentage: 1, resets_at: (NOW + 8 * 24 * HOUR) / 1000 } }), '7d 1% → 2026-11-24'))
})

describe('drawing', () => {
  test('turns yellow at 70 % and red at 90 %', () => {
    const used = (used_percentage: number) =>
      draw({ template: '{context}', color: true, status: { context_window: { used_percentage } } })
    expect(used(69.9)).toBe('69% context')
    expect(used(70)).toBe('\x1b[33m70% context\x1b[0m')
    expect(used(90)).toBe('\x1b[31m90% context\x1b[0m')
  })
  test('cuts to the width', () => {
    check({ columns: 20 }, 'Opus 4.8 · 43% of 2…')
    check({ template: '{model} · {version}', columns: 18 }, 'Opus 4.8 · 2.1.250')
    check({ template: '{model} · {version}', columns: 17 }, 'Opus 4.8 · 2.1.2…')
    check({ template: '{model} · {version}', columns: 11 }, 'Opus 4.8 ·…')
    expect(draw({ columns: 20, color: true }).replace(/\x1b\[\d+m/g, '')).toBe('Opus 4.8 · 43% of 2…')
  })
})
