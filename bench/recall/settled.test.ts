import { expect, test } from 'vitest'
import { measureSettled } from './settled.ts'

test.each(measureSettled())('what a person settled is told, and little else: $part', score => {
  expect(score.sessions).toBeGreaterThan(100)
  expect(score.right / score.told).toBeGreaterThanOrEqual(0.97)
  expect(score.found / score.wanted).toBeGreaterThanOrEqual(0.88)
})
