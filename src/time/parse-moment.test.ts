import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDates, parseDateRange } from './parse-moment.ts'

/** A Monday. */
const NOW = new Date(2026, 10, 16, 12, 0).getTime()

type Day = readonly [year: number, month: number, day: number]

function at([year, month, day]: Day): number {
  return new Date(year, month - 1, day).getTime()
}

function checkRange(text: string, from: Day, to: Day): void {
  expect({ text, range: parseDateRange(text, NOW) }).toEqual({ text, range: { from: at(from), to: at(to) } })
}

function checkNone(text: string): void {
  expect({ text, range: parseDateRange(text, NOW) }).toEqual({ text, range: undefined })
}

describe('a date somebody types', () => {
  test('is a day, a month or a year', () => {
    checkRange('2026-11-01', [2026, 11, 1], [2026, 11, 2])
    checkRange('2026/11/1', [2026, 11, 1], [2026, 11, 2])
    checkRange('20261101', [2026, 11, 1], [2026, 11, 2])
    checkRange('2026-12', [2026, 12, 1], [2027, 1, 1])
    checkRange('2025', [2025, 1, 1], [2026, 1, 1])
  })
  test('counts days from today', () => {
    checkRange('today', [2026, 11, 16], [2026, 11, 17])
    checkRange('Yesterday', [2026, 11, 15], [2026, 11, 16])
    checkRange('2d', [2026, 11, 14], [2026, 11, 15])
    checkRange('2w', [2026, 11, 2], [2026, 11, 3])
    checkRange('3mo', [2026, 8, 16], [2026, 8, 17])
    checkRange('1y', [2025, 11, 16], [2025, 11, 17])
    checkRange('3 days ago', [2026, 11, 13], [2026, 11, 14])
    checkRange('a week ago', [2026, 11, 9], [2026, 11, 10])
    checkRange('last 7 days', [2026, 11, 9], [2026, 11, 17])
  })
  test('is the last day of a month that has no such day', () => {
    const range = parseDateRange('1mo', new Date(2026, 2, 31, 9).getTime())
    expect(range?.from).toBe(at([2026, 2, 28]))
  })
  test('may be an hour or a minute', () => {
    expect(parseDateRange('12h', NOW)).toEqual({ from: NOW - 12 * 3_600_000, to: NOW - 11 * 3_600_000 })
    const from = new Date(2026, 10, 16, 9, 30).getTime()
    expect(parseDateRange('2026-11-16T09:30', NOW)).toEqual({ from, to: from + 60_000 })
  })
  test('is a week from Monday on, a month or a year of the calendar', () => {
    checkRange('this week', [2026, 11, 16], [2026, 11, 23])
    checkRange('last week', [2026, 11, 9], [2026, 11, 16])
    checkRange('this month', [2026, 11, 1], [2026, 12, 1])
    checkRange('last month', [2026, 10, 1], [2026, 11, 1])
    checkRange('last year', [2025, 1, 1], [2026, 1, 1])
  })
  test('is the last day or month of that name', () => {
    checkRange('monday', [2026, 11, 16], [2026, 11, 17])
    checkRange('last monday', [2026, 11, 9], [2026, 11, 10])
    checkRange('sunday', [2026, 11, 15], [2026, 11, 16])
    checkRange('last tue', [2026, 11, 10], [2026, 11, 11])
    checkRange('november', [2026, 11, 1], [2026, 12, 1])
    checkRange('last november', [2025, 11, 1], [2025, 12, 1])
    checkRange('december', [2025, 12, 1], [2026, 1, 1])
    checkRange('may', [2026, 5, 1], [2026, 6, 1])
  })
  test('is a day of a month, the last one where no year is named', () => {
    checkRange('nov 2026', [2026, 11, 1], [2026, 12, 1])
    checkRange('1 nov', [2026, 11, 1], [2026, 11, 2])
    checkRange('Nov 17', [2025, 11, 17], [2025, 11, 18])
    checkRange('nov 1 2024', [2024, 11, 1], [2024, 11, 2])
    checkRange('8th of May, 2023', [2023, 5, 8], [2023, 5, 9])
    checkRange('29 feb', [2024, 2, 29], [2024, 3, 1])
  })
  test('has hyphens or underscores for spaces, so that a filter needs no quotes', () => {
    checkRange('last-week', [2026, 11, 9], [2026, 11, 16])
    checkRange('3_days_ago', [2026, 11, 13], [2026, 11, 14])
    checkRange('1-nov-2025', [2025, 11, 1], [2025, 11, 2])
  })
  test('is nothing where the calendar has no such day, or people would not agree', () => {
    for (const text of [
      '',
      'soon',
      '11/01',
      '2026-02-31',
      'feb 30',
      'nov 32',
      '2026-13',
      '5',
      '99999y',
      'last',
      'the',
    ]) {
      checkNone(text)
    }
    checkNone('last week '.repeat(1000))
  })
  test('is never a range that ends before it begins, whatever the text and the day', () => {
    const words = fc.constantFrom(
      ...'last this past 1 3 29 31 feb november may monday week days ago 2024 2w - yesterday'.split(' '),
    )
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 5 }).map(parts => parts.join(' ')),
    )
    const times = fc.date({ min: new Date(2000, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true })
    fc.assert(
      fc.property(texts, times, (text, now) => {
        const range = parseDateRange(text, now.getTime())
        if (range) expect(range.from).toBeLessThan(range.to)
      }),
    )
  })
})

function checkFound(sentence: string, ...expected: readonly { when: object; said: string }[]): void {
  const words = sentence.split(' ')
  const found = findDates(words, NOW).map(({ when, words: indexes }) => ({
    when,
    said: indexes.map(index => words[index]).join(' '),
  }))
  expect({ sentence, found }).toEqual({ sentence, found: expected })
}

function days(from: Day, to: Day): object {
  return { from: at(from), to: at(to) }
}

describe('a date in a sentence', () => {
  test('with a year is a range', () => {
    checkFound('what did we do in May 2023', { when: days([2023, 5, 1], [2023, 6, 1]), said: 'May 2023' })
    checkFound('what broke on May 8, 2023?', { when: days([2023, 5, 8], [2023, 5, 9]), said: 'May 8, 2023?' })
    checkFound('the 8th of May 2023', { when: days([2023, 5, 8], [2023, 5, 9]), said: '8th of May 2023' })
    checkFound('deploy of 2026-11-01.', { when: days([2026, 11, 1], [2026, 11, 2]), said: '2026-11-01.' })
    checkFound('releases in 2025', { when: days([2025, 1, 1], [2026, 1, 1]), said: '2025' })
  })
  test('without a year is of any', () => {
    checkFound('who came on 8 May', { when: { month: 5, day: 8 }, said: '8 May' })
    checkFound('on Nov. 3 we met', { when: { month: 11, day: 3 }, said: 'Nov. 3' })
    checkFound('the trip in november', { when: { month: 11 }, said: 'november' })
    checkFound("what was August's plan", { when: { month: 8 }, said: "August's" })
    checkFound(
      'the bug in may or since march',
      { when: { month: 5 }, said: 'may' },
      { when: { month: 3 }, said: 'march' },
    )
  })
  test('counts from now', () => {
    checkFound('what did I do yesterday', { when: days([2026, 11, 15], [2026, 11, 16]), said: 'yesterday' })
    checkFound(
      'last week and today',
      { when: days([2026, 11, 9], [2026, 11, 16]), said: 'last week' },
      {
        when: days([2026, 11, 16], [2026, 11, 17]),
        said: 'today',
      },
    )
    checkFound('the fix from last friday', { when: days([2026, 11, 13], [2026, 11, 14]), said: 'last friday' })
    checkFound('three days ago', { when: days([2026, 11, 13], [2026, 11, 14]), said: 'three days ago' })
  })
  test('of weeks or months ago is all of that week or month: nobody remembers the day', () => {
    checkFound('two weeks ago', { when: days([2026, 11, 2], [2026, 11, 9]), said: 'two weeks ago' })
    checkFound('2 months ago', { when: days([2026, 9, 1], [2026, 10, 1]), said: '2 months ago' })
  })
  test('is no verb and no number', () => {
    checkFound('may I see what may happen')
    checkFound('May I see it')
    checkFound('It failed. May I see it')
    checkFound('all 8 may fail, the last may not')
    checkFound('march through 2023 rows in 2000 ms')
    checkFound('the sun sat on the mon')
    checkFound('5m 2w 12h 3d')
    checkFound('in 20261101 rows')
    checkFound('')
  })
  test('ends with the sentence', () => {
    checkFound('in May. 2023 rows', { when: { month: 5 }, said: 'May.' })
  })
  test('is looked for in any words, each at most once', () => {
    const said = fc.constantFrom(...'May 8 2023 last week in of the november 3 days ago monday'.split(' '))
    fc.assert(
      fc.property(fc.array(fc.oneof(said, fc.string())), words => {
        const indexes = findDates(words, NOW).flatMap(found => found.words)
        expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b))
        expect(indexes.every(index => index < words.length)).toBe(true)
      }),
    )
  })
})
