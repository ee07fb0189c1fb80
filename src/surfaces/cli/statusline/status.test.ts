import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStatus, type Status } from './status.ts'

function check(json: unknown, expected: Partial<Status>): void {
  expect(parseStatus(JSON.stringify(json))).toMatchObject(expected)
}

const NOTHING: Status = {
  sessionId: undefined,
  model: undefined,
  version: undefined,
  cwd: undefined,
  projectDir: undefined,
  branch: undefined,
  sessionUsd: undefined,
  context: { usedPercent: undefined, usedTokens: undefined, sizeTokens: undefined },
  limits: undefined,
}

describe('what the client says', () => {
  test('is read from the documented fields', () =>
    check(
      {
        session_id: 's1',
        model: { id: 'claude-opus-4-8', display_name: 'Opus 4.8' },
        version: '2.1.250',
        workspace: { current_dir: '/w/app/src', project_dir: '/w/app' },
        cost: { total_cost_usd: 0.25 },
        context_window: { context_window_size: 200_000, used_percentage: 12, current_usage: { input_tokens: 24_000 } },
        worktree: { branch: 'feature' },
      },
      {
        sessionId: 's1',
        model: 'Opus 4.8',
        version: '2.1.250',
        cwd: '/w/app/src',
        projectDir: '/w/app',
        branch: 'feature',
        sessionUsd: 0.25,
        context: { usedPercent: 12, usedTokens: 24_000, sizeTokens: 200_000 },
      },
    ))
  test('falls back on older names', () => {
    check({ model: { id: 'claude-x' }, cwd: '/w' }, { model: 'claude-x', cwd: '/w', projectDir: '/w' })
    check({ model: 'claude-y' }, { model: 'claude-y' })
  })
  test('has a share of the context that is computed where it is not said', () =>
    check(
      {
        context_window: {
          context_window_size: 1000,
          current_usage: { input_tokens: 1, cache_read_input_tokens: 99, cache_creation_input_tokens: 150 },
        },
      },
      { context: { usedPercent: 25, usedTokens: 250, sizeTokens: 1000 } },
    ))
  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '{"model":null,"cost":[],"rate_limits":0}',
    '\u0000\u0000',
    '{"context_window":{"used_percentage":-1,"context_window_size":0}}',
  ])('is nothing in %j', text => expect(parseStatus(text)).toEqual(NOTHING))
  test('may be anything at all', () => {
    fc.assert(fc.property(fc.json(), text => void parseStatus(text)))
    fc.assert(fc.property(fc.string(), text => void parseStatus(text)))
  })
})

describe('limits', () => {
  function checkLimits(rate_limits: unknown, limits: Status['limits']): void {
    expect(parseStatus(JSON.stringify({ rate_limits })).limits).toEqual(limits)
  }
  const at = Date.parse('2026-11-16T12:00:00Z')
  const window = { usedPercent: 23.5, resetsAt: at }

  test.each([at / 1000, at, String(at / 1000), '2026-11-16T12:00:00Z', '2026-11-16T13:00:00+01:00'])(
    'take %j as a time',
    resets_at =>
      checkLimits(
        { five_hour: { used_percentage: 23.5, resets_at } },
        { fiveHour: window, sevenDay: undefined, other: {} },
      ),
  )
  test.each([null, undefined, 0, -1, 'soon', {}, 1e300])('have no time in %j', resets_at =>
    checkLimits(
      { seven_day: { used_percentage: '23.5', resets_at } },
      { fiveHour: undefined, sevenDay: { usedPercent: 23.5, resetsAt: undefined }, other: {} },
    ),
  )
  test('keep windows of other names as they are', () =>
    checkLimits(
      { spend_limit: { used_percentage: 40, note: 'x' }, seven_day_opus: null },
      { fiveHour: undefined, sevenDay: undefined, other: { spend_limit: { used_percentage: 40, note: 'x' } } },
    ))
  test.each([null, {}, [], 'x', { five_hour: null, seven_day: { resets_at: 5 } }])('are not there in %j', value =>
    checkLimits(value, undefined),
  )
})
