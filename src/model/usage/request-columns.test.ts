import { expect, test } from 'vitest'
import { FIXTURES } from '../../../test/corpus.ts'
import { readSession } from '../../../test/read-session.ts'
import { type ColumnRequest, countOnce, toColumns } from './request-columns.ts'

test('R3, R7: a request that several sessions repeat is counted once, for the one in which it stood first', () => {
  const original = readSession(`${FIXTURES}/branching/rewind.jsonl`)
  const resumed = readSession(`${FIXTURES}/lineage/resume-copy.jsonl`)
  const [first, second] = countOnce(
    [resumed, original].map(({ id, requests }) => ({ id, columns: toColumns(requests) })),
  )
  expect(second?.output).toBe(original.usage.output)
  expect(first?.output).toBe(20)
  expect(resumed.usage.output).toBe(40)
})

test('sessions that share nothing keep all they have', () => {
  const sessions = ['usage/advisor.jsonl', 'usage/interleaved.jsonl'].map(name => readSession(`${FIXTURES}/${name}`))
  const own = countOnce(sessions.map(({ id, requests }) => ({ id, columns: toColumns(requests) })))
  expect(own.map(tokens => tokens.output)).toEqual(sessions.map(session => session.usage.output))
})

test('R8, R14: the later of two equal records counts, and advisors only as it has them, in any order of sessions', () => {
  const request = (more: Partial<ColumnRequest>): ColumnRequest => ({
    key: 'msg_1',
    isAdvisor: false,
    firstAt: 1,
    rank: 0,
    winnerAt: 1,
    isUnfinished: false,
    tokens: { input: 1, output: 50, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, thinking: 0 },
    webSearches: 0,
    recordedCostUsd: undefined,
    ...more,
  })
  const advisor = (ordinal: number) => request({ key: `msg_1#${ordinal}`, isAdvisor: true })
  const first = { id: 'a', columns: toColumns([request({}), advisor(1), advisor(2)]) }
  const tokens = { ...request({}).tokens, input: 0 }
  const later = { id: 'b', columns: toColumns([request({ firstAt: 2, winnerAt: 2, tokens }), advisor(1), advisor(3)]) }
  const [own, copied] = countOnce([first, later])
  expect([own, copied].map(sum => [sum?.input, sum?.output])).toEqual([
    [1, 100],
    [1, 50],
  ])
  expect(countOnce([later, first])).toEqual([copied, own])
})
