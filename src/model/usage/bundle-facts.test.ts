import { expect, test } from 'vitest'
import { makeFact } from '../../../test/usage-world.ts'
import { bundleFacts } from './bundle-facts.ts'
import type { RequestFact } from './request-facts.ts'

const AT = Date.UTC(2026, 10, 16, 9, 31)

function fact(minutes: number, more: Partial<RequestFact> = {}): RequestFact {
  return makeFact(AT + minutes * 60_000, { recordedCostUsd: undefined, ...more })
}

function checkBundles(facts: readonly RequestFact[], requests: readonly number[]): readonly RequestFact[] {
  const bundles = bundleFacts(facts)
  expect(bundles.map(bundle => bundle.requests)).toEqual(requests)
  return bundles
}

test('requests of a turn within a quarter of an hour are one, with all their numbers', () => {
  const [bundle] = checkBundles([fact(0, { output: 5, lines: 2 }), fact(9, { output: 7, calls: ['Bash'] })], [2])
  expect(bundle).toMatchObject({ firstAt: AT, lastAt: AT + 9 * 60_000, input: 200, output: 12, lines: 3, calls: [] })
})

test('what a report or a price could tell apart stays apart', () => {
  const differences: readonly Partial<RequestFact>[] = [
    { turn: 2 },
    { agent: 'a1' },
    { branch: 'fix' },
    { model: 'claude-opus-4-7' },
    { speed: 'fast' },
    { isUnfinished: true },
    { isAdvisor: true },
    { contextTokens: 100_001 },
    { contextTokens: 200_001 },
  ]
  for (const more of differences) checkBundles([fact(0), fact(1, more)], [1, 1])
  checkBundles([fact(0), fact(15)], [1, 1])
})

test('what cannot be added up without loss stays alone', () => {
  const lonely: readonly Partial<RequestFact>[] = [
    { recordedCostUsd: 0.5 },
    { geo: 'us' },
    { serviceTier: 'batch' },
    { model: 'us.anthropic.claude-opus-4-6-v1' },
    { firstAt: undefined, lastAt: undefined },
    { agent: 'acompact-1', turn: 0 },
  ]
  for (const more of lonely) checkBundles([fact(0, more), fact(1, more)], [1, 1])
  checkBundles([fact(29), fact(29)], [1, 1])
})
