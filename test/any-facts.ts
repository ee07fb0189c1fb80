import fc from 'fast-check'
import type { RequestFact } from '../src/model/usage/request-facts.ts'

const count = fc.oneof(fc.nat(200), fc.integer({ min: 0, max: 2 ** 40 }))
const name = fc.oneof(fc.constantFrom('', 'claude-opus-4-6', 'main', 'ä'), fc.string().map(withoutNul))
const filled = name.filter(text => text !== '')

function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

/** Any numbers and names: those of a transcript are whatever somebody wrote. */
export const anyFact: fc.Arbitrary<RequestFact> = fc.record({
  number: fc.constant(0),
  requests: fc.constant(1),
  lastAt: fc.constant(undefined),
  firstAt: fc.option(fc.integer({ min: -(2 ** 45), max: 2 ** 45 }), { nil: undefined }),
  model: name,
  speed: name,
  geo: name,
  serviceTier: name,
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: count,
  thinking: count,
  contextTokens: count,
  webSearches: count,
  webFetches: count,
  recordedCostUsd: fc.option(fc.double({ noNaN: true, min: 0 }), { nil: undefined }),
  isUnfinished: fc.boolean(),
  isAdvisor: fc.boolean(),
  branch: name,
  agent: name,
  turn: count,
  lines: count,
  calls: fc.array(filled),
  paths: fc.array(filled),
})
