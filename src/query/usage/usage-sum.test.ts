import { describe, expect, test } from 'vitest'
import { makeFact } from '../../../test/usage-world.ts'
import type { RequestFact } from '../../model/usage/request-facts.ts'
import { type MoneyAsked, type NanoUsd, type Share, type UsageNumbers, UsageSum, WHOLE } from './usage-sum.ts'

const MONEY: MoneyAsked = { hasCost: true, recalculates: false }
const COMPUTED = { isUnfinished: true, recordedCostUsd: undefined }

function sumOf(fact: Partial<RequestFact>, more: { cost?: NanoUsd; share?: Share; money?: MoneyAsked } = {}) {
  const sum = new UsageSum()
  sum.add(makeFact(0, fact), 'cost' in more ? more.cost : 1000, more.share ?? WHOLE)
  return sum.numbers(more.money ?? MONEY)
}

describe('a lower bound', () => {
  test('R11: is what has no final count, also as a share of a request that counts elsewhere', () => {
    expect(sumOf(COMPUTED)).toMatchObject({ requests: 1, unfinished: 1, isLowerBound: true })
    expect(sumOf(COMPUTED, { share: { at: 1, of: 2 } })).toMatchObject({
      requests: 0,
      unfinished: 0,
      isLowerBound: true,
    })
    expect(sumOf({})).toMatchObject({ unfinished: 0, isLowerBound: false })
  })
  test('R27: is what has no price', () => {
    expect(sumOf({}, { cost: undefined })).toMatchObject({ costUsd: null, isLowerBound: true })
    expect(sumOf({}, { cost: undefined, money: { ...MONEY, hasCost: false } }).isLowerBound).toBe(false)
  })
  test('R27: of a model without a price never costs $0, not even for searches without tokens', () => {
    const searches = { input: 0, contextTokens: 0, webSearches: 3, recordedCostUsd: undefined }
    expect(sumOf(searches, { cost: undefined })).toMatchObject({ costUsd: null, unpricedTokens: 0, isLowerBound: true })
  })
  test('R28: is no recorded cost, unless it is computed', () => {
    const recorded = { isUnfinished: true, recordedCostUsd: 1 }
    expect(sumOf(recorded)).toMatchObject({ unfinished: 1, isLowerBound: false })
    expect(sumOf(recorded, { money: { ...MONEY, recalculates: true } }).isLowerBound).toBe(true)
    expect(sumOf(recorded, { money: { hasCost: false, recalculates: false } }).isLowerBound).toBe(true)
  })
  test('is every sum with one in it', () => {
    const [open, plain] = [new UsageSum(), new UsageSum()]
    open.add(makeFact(0, COMPUTED), 1000)
    plain.add(makeFact(0), 1000)
    plain.merge(open)
    const numbers: UsageNumbers = plain.numbers(MONEY)
    expect(numbers).toMatchObject({ requests: 2, unfinished: 1, isLowerBound: true })
  })
})
