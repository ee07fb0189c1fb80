import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIXTURES } from '../../../test/corpus.ts'
import { openSession } from '../../../test/draw-session.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import { createSoFar } from './so-far.ts'

const { session } = openSession(join(FIXTURES, 'sessions', 'working.jsonl'))
const changed = new Set(session.main.facts.files.filter(file => file.action !== 'read').map(file => file.path))

test('begins with nothing, ends with all there is, and never gets less', () => {
  const soFar = createSoFar(session, { costOf: () => 1e9 })
  expect(soFar(undefined)).toEqual({ files: 0, tokens: 0, cost: undefined })
  expect(soFar(0)).toEqual({ files: 0, tokens: 0, cost: undefined })
  const end = soFar(Number.POSITIVE_INFINITY)
  expect(changed.size).toBeGreaterThan(0)
  expect(end.files).toBe(changed.size)
  expect(end.tokens).toBe(totalTokens(session.usage))
  expect(end.cost?.costUsd).toBe(session.requests.length)
  let before = soFar(undefined)
  for (const { at } of session.main.entries) {
    if (at === undefined) continue
    const now = soFar(at)
    expect(now.files).toBeGreaterThanOrEqual(before.files)
    expect(now.tokens).toBeGreaterThanOrEqual(before.tokens)
    before = now
  }
})

test('a request without a price makes the cost a lower bound; without prices there is none', () => {
  const [first] = session.requests
  const some = createSoFar(session, { costOf: request => (request === first ? undefined : 2e9) })
  expect(some(Number.POSITIVE_INFINITY).cost?.isLowerBound).toBe(true)
  expect(createSoFar(session, {})(Number.POSITIVE_INFINITY).cost).toBeUndefined()
})
