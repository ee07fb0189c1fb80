import { expect, test } from 'vitest'
import { formatCount } from '../../../../text/count.ts'
import { formatUsd } from '../../../../text/money.ts'
import { nameSteps } from './name-steps.ts'

test('steps that read differently stay as they are', () => {
  expect(nameSteps([0, 5, 10], formatUsd)).toEqual(['$0.00', '$5.00', '$10.00'])
  expect(nameSteps([0, 100_000, 200_000], formatCount)).toEqual(['0', '100k', '200k'])
})

test('tiny amounts get the digits that tell them apart', () => {
  expect(nameSteps([0, 0.0025, 0.005, 0.0075, 0.01, 0.0125], formatUsd)).toEqual([
    '$0.0000',
    '$0.0025',
    '$0.0050',
    '$0.0075',
    '$0.0100',
    '$0.0125',
  ])
  expect(nameSteps([0, 0.00002, 0.00004], formatUsd)).toEqual(['$0.00000', '$0.00002', '$0.00004'])
  expect(nameSteps([12_340, 12_350, 12_360], formatCount)).toEqual(['12,340', '12,350', '12,360'])
})
