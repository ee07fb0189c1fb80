import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFact } from '../../../test/any-facts.ts'
import { packFacts, type RequestFact, unpackFacts } from './request-facts.ts'

test('what is unpacked is what was packed, whatever the numbers and names', () => {
  fc.assert(
    fc.property(fc.array(anyFact), fc.nat(), (facts, first) => {
      const numbered = facts.map((item, at) => ({ ...item, number: first + at, lastAt: item.firstAt }))
      expect(unpackFacts(packFacts(numbered))).toEqual(numbered)
    }),
  )
})

test('requests that were added up keep how many, and from when to when', () => {
  const bundle = { ...PLAIN, requests: 700, firstAt: 5_000, lastAt: 900_000 }
  expect(unpackFacts(packFacts([bundle]))).toEqual([bundle])
})

test('an ordinary request takes about thirty bytes', () => {
  const facts = Array.from({ length: 512 }, (_, number) => ({
    ...PLAIN,
    number,
    firstAt: 1_790_000_000_000 + number * 9_000,
    contextTokens: 3 + 90_000 + number + 1_800,
    cacheRead: 90_000 + number,
  }))
  expect(packFacts(facts).length / facts.length).toBeLessThan(30)
})

const PLAIN: RequestFact = {
  number: 0,
  requests: 1,
  firstAt: undefined,
  lastAt: undefined,
  model: 'claude-opus-4-6',
  speed: 'standard',
  geo: '',
  serviceTier: 'standard',
  input: 3,
  output: 412,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 1_800,
  thinking: 0,
  contextTokens: 1_803,
  webSearches: 0,
  webFetches: 0,
  recordedCostUsd: undefined,
  isUnfinished: false,
  isAdvisor: false,
  branch: 'main',
  agent: '',
  turn: 4,
  lines: 3,
  calls: ['Bash'],
  paths: [],
}
