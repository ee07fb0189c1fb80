import { expect, test } from 'vitest'
import { answerWith } from '../../../test/cli-usage-home.ts'
import { keepScripts, writeScript } from '../../../test/lookup-world.ts'
import { ONE, TWO } from '../../../test/temp-tree.ts'
import { createPricer } from '../../pricing/create-pricer.ts'
import { PRICES } from '../../pricing/prices.ts'
import { sumSessions } from './sum-sessions.ts'

test('each session costs what is its own: a fork nothing of what it copied, nor the second file of an id', async () => {
  const first = writeScript({ sessionId: ONE }).prompt('Begin')
  answerWith(first, { id: 'msg_a', output: 1_000_000 })
  const fork = writeScript({ sessionId: TWO, mark: 'fork', copied: first.lines }).prompt('Go on')
  answerWith(fork, { id: 'msg_b', output: 2_000_000 })
  const { store } = await keepScripts({
    [`projects/-home-dev-app/${ONE}.jsonl`]: first.lines,
    [`projects/-home-dev-app/${TWO}.jsonl`]: fork.lines,
    [`projects/-home-dev-other/${ONE}.jsonl`]: first.lines,
  })
  const sums = sumSessions(store, createPricer(PRICES))
  const output = [...sums.values()].map(({ outputTokens }) => outputTokens)
  expect(output.toSorted((a, b) => a - b)).toEqual([0, 1_000_000, 2_000_000])
  const [least, some, most] = [...sums.values()].map(({ costUsd }) => costUsd ?? -1).toSorted((a, b) => a - b)
  expect(least).toBe(0)
  expect(most).toBeCloseTo((some ?? 0) * 2)
})
