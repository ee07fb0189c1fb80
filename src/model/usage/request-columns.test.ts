import { expect, test } from 'vitest'
import { FIXTURES } from '../../../test/corpus.ts'
import { readSession } from '../../../test/read-session.ts'
import { countOnce, toColumns } from './request-columns.ts'

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
