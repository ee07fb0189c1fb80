import { expect, test } from 'vitest'
import type { Found } from './engine.ts'
import { type Gold, judge, type Outcome, quantile, scoreOf } from './evaluate.ts'

const GOLD: Gold = { sessionId: 'a', agent: '', turn: 2 }

function found(sessionIds: readonly string[], more: Partial<Found> = {}): Found {
  return { sessionIds, turn: 1, agent: '', snippet: '', step: 'all', bytes: 10, ...more }
}

function checkJudged(list: readonly Found[], golds: readonly Gold[], expected: Partial<Outcome>): void {
  expect(judge({ text: 'x', golds, answer: 'The answer' }, list, 1)).toMatchObject(expected)
}

test('a hit is a gold session, or a copy of it', () => {
  checkJudged([found(['b']), found(['c', 'a'])], [GOLD], { rank: 2, recall: 1, isPlaced: false })
  checkJudged([found(['b'])], [GOLD], { rank: undefined, recall: 0 })
  checkJudged([], [GOLD], { rank: undefined, step: undefined, bytes: 0 })
})

test('recall counts each gold session once', () => {
  checkJudged([found(['a'])], [GOLD, { ...GOLD, turn: 5 }, { ...GOLD, sessionId: 'z' }], { rank: 1, recall: 0.5 })
})

test('a place is the turn of the thread', () => {
  checkJudged([found(['a'], { turn: 2 })], [GOLD], { isPlaced: true })
  checkJudged([found(['a'], { turn: 2, agent: 'x' })], [GOLD], { isPlaced: false })
})

test('the answer counts in the snippet of a gold session only, white space and case aside', () => {
  checkJudged([found(['a'], { snippet: 'so the\n  ANSWER is' })], [GOLD], { hasAnswer: true })
  checkJudged([found(['b'], { snippet: 'the answer' }), found(['a'])], [GOLD], { hasAnswer: false })
})

test('scores are shares of the questions', () => {
  const outcomeAt = (position: number) =>
    judge(
      { text: 'x', golds: [GOLD], answer: undefined },
      Array.from({ length: 10 }, (_, i) => found([i + 1 === position ? 'a' : 'b'])),
      position,
    )
  expect(scoreOf([1, 4, 8, 99].map(outcomeAt))).toMatchObject({
    questions: 4,
    hit1: 25,
    hit5: 50,
    hit10: 75,
    mrr: (1 + 1 / 4 + 1 / 8) / 4,
    bytes: 100,
    p50: 4,
    p95: 99,
  })
  expect(quantile([], 0.5)).toBe(0)
})
