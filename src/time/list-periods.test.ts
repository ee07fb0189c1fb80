import { expect, test } from 'vitest'
import { listPeriods, type PeriodUnit } from './list-periods.ts'

function checkPeriods(unit: PeriodUnit, first: string, last: string, expected: readonly string[] | undefined): void {
  expect(listPeriods(unit, first, last, 4)).toEqual(expected)
}

test('days go on over the end of a month', () =>
  checkPeriods('day', '2028-02-28', '2028-03-01', ['2028-02-28', '2028-02-29', '2028-03-01']))
test('weeks go on over the end of a year', () =>
  checkPeriods('week', '2026-12-21', '2027-01-04', ['2026-12-21', '2026-12-28', '2027-01-04']))
test('months go on over the end of a year', () =>
  checkPeriods('month', '2026-11', '2027-02', ['2026-11', '2026-12', '2027-01', '2027-02']))
test('one is a list too, and none is where the last is before the first', () => {
  checkPeriods('day', '2026-11-16', '2026-11-16', ['2026-11-16'])
  checkPeriods('day', '2026-11-16', '2026-11-15', [])
})
test('more than the limit are not listed', () => {
  checkPeriods('day', '2026-11-16', '2026-11-20', undefined)
  checkPeriods('day', '2026-11-16', '275760-09-13', undefined)
})
test('what names no day, week or month is refused', () => {
  checkPeriods('day', '', '2026-11-16', undefined)
  checkPeriods('day', '2026-02-30', '2026-11-16', undefined)
  checkPeriods('day', '2026-11', '2026-11', undefined)
  checkPeriods('month', '2026-11-16', '2026-11-16', undefined)
  checkPeriods('month', '2026-13', '2026-13', undefined)
})
