import { describe, expect, test } from 'vitest'
import { parseAnswer } from './parse-answer.ts'

const TURNS = new Set([1, 2, 3])
const GOOD = { summary: 'It was done.', decisions: [{ text: 'Use X', evidence: [2] }] }
const MADE = { kind: 'made', summary: 'It was done.', decisions: [{ text: 'Use X', turns: [2] }], dropped: 0 }

function check(out: unknown) {
  return parseAnswer(typeof out === 'string' ? out : JSON.stringify(out), TURNS)
}

function failure(out: unknown): string | undefined {
  const { result } = check(out)
  return result.kind === 'failed' ? result.reason : undefined
}

describe('an answer', () => {
  test('is the bare object, also between fences', () => {
    expect(check(GOOD)).toEqual({ result: MADE, costUsd: undefined, model: undefined })
    expect(check(`\`\`\`json\n${JSON.stringify(GOOD, null, 2)}\n\`\`\`\n`).result).toEqual(MADE)
  })
  test('may stand amid other words, or be the last of many lines', () => {
    const text = JSON.stringify(GOOD, null, 2)
    const wrapped = JSON.stringify({
      type: 'result',
      result: `Sure!\n\n${text}\n\nAnything else?`,
      total_cost_usd: 0.1,
    })
    for (const said of [
      `Here it is:\n\n\`\`\`json\n${text}\n\`\`\`\nHope that helps {really}.`,
      `Here it is: ${text} Done.`,
      `\uFEFF${text}`,
      wrapped,
      `{"type":"system"}\n{"type":"assistant"}\n${wrapped}\n`,
    ]) {
      expect(check(said).result).toEqual(MADE)
    }
    expect(failure('Use {braces} here')).toBe('the answer is no JSON')
    for (const bait of ['```\nx', '{', '}\n{', '``` '])
      expect(failure(bait.repeat(200_000))).toBe('the answer is no JSON')
  })
  test('may come in the wrapper of Claude Code, with cost and model', () => {
    const told = { total_cost_usd: 0.02, modelUsage: { small: { costUSD: 0.001 }, large: { costUSD: 0.019 } } }
    const wrapper = { type: 'result', subtype: 'success', is_error: false, usage: {}, ...told }
    expect(check({ ...wrapper, result: JSON.stringify(GOOD) })).toEqual({ result: MADE, costUsd: 0.02, model: 'large' })
    expect(check({ ...wrapper, result: '', structured_output: GOOD }).result).toEqual(MADE)
    expect(check([{ type: 'system' }, { ...wrapper, result: JSON.stringify(GOOD) }]).result).toEqual(MADE)
  })
  test('of a wrapper that reports an error is a failure that cost something', () => {
    expect(check({ is_error: true, result: 'Credit balance is too low', total_cost_usd: 0.01 })).toEqual({
      result: { kind: 'failed', reason: 'the command reports an error: Credit balance is too low' },
      costUsd: 0.01,
      model: undefined,
    })
  })
  test('that is something else fails with one sentence', () => {
    expect(failure('Sure! Here you go.')).toBe('the answer is no JSON')
    expect(failure('')).toBe('the answer is no JSON')
    expect(failure({ result: 'Sure!' })).toBe('the answer is no JSON')
    expect(failure({ summary: 3 })).toMatch(/^the answer is not as asked for: summary: /)
    expect(failure({ ...GOOD, summary: '  ' })).toMatch(/summary/)
    expect(failure({ ...GOOD, decisions: 'none' })).toMatch(/decisions/)
    for (const odd of ['null', '[]', '3', '"x"', '{}']) expect(failure(odd)).toMatch(/^the answer is not as asked for/)
  })
  test('has its cost counted where the wrapper reports an error without words, or has fields of other types', () => {
    expect(check({ subtype: 'error_max_turns', is_error: true, total_cost_usd: 0.3 })).toMatchObject({
      result: { reason: 'the command reports an error: error_max_turns' },
      costUsd: 0.3,
    })
    const odd = { total_cost_usd: -5, model: 7, modelUsage: 'much', result: JSON.stringify(GOOD) }
    expect(check(odd)).toEqual({ result: MADE, costUsd: undefined, model: undefined })
  })
  test('keeps what can be read of its decisions, also turns that are written as words', () => {
    const decisions = [
      null,
      'x',
      { text: 'a' },
      { text: 'b', evidence: 2 },
      { text: 'c', evidence: ['3', 'turn 1', {}] },
    ]
    expect(check({ ...GOOD, decisions }).result).toMatchObject({
      decisions: [
        { text: 'b', turns: [2] },
        { text: 'c', turns: [3, 1] },
      ],
      dropped: 3,
    })
    expect(check({ ...GOOD, decisions: null }).result).toMatchObject({ decisions: [], dropped: 0 })
  })
  test('loses decisions that name no turn of the session, and says how many', () => {
    const decisions = [
      { text: 'a', evidence: [99] },
      { text: 'b', evidence: [] },
      { text: 'c', evidence: [3, 99, 3, 1.5] },
    ]
    expect(check({ ...GOOD, decisions }).result).toMatchObject({ decisions: [{ text: 'c', turns: [3] }], dropped: 2 })
    expect(check({ summary: 'No more.' }).result).toMatchObject({ decisions: [], dropped: 0 })
  })
  test('has no control characters, and no more than fits', () => {
    const decisions = Array.from({ length: 30 }, () => ({ text: `\x1b]0;x\x07${'y '.repeat(1000)}`, evidence: [1] }))
    const { result } = check({ summary: `a\x1b[2J\u202eb${'z'.repeat(9000)}`, decisions })
    if (result.kind !== 'made') throw new Error(result.reason)
    expect(result.summary).toMatch(/^a␛\[2J<U\+202E>bz+…$/)
    expect(result.summary.length).toBe(2000)
    expect(result.decisions).toHaveLength(20)
    expect(result.dropped).toBe(10)
    for (const { text } of result.decisions) {
      expect(text.length).toBeLessThanOrEqual(400)
      expect(text).not.toMatch(/[\x00-\x1f]/)
    }
  })
})
