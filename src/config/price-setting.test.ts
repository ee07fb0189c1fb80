import { describe, expect, test } from 'vitest'
import { checkPrices, parsePrices } from './price-setting.ts'

function checkGood(text: string): void {
  expect(checkPrices(parsePrices([text]))).toBeUndefined()
}

function checkBad(text: string, wanted: RegExp): void {
  expect(checkPrices(parsePrices([text]))).toMatch(wanted)
}

describe('the setting `prices`', () => {
  test('takes a row with input and output', () => checkGood('{"my-model": {"input": 1, "output": 5}}'))
  test('takes every field', () =>
    checkGood(`{"m": {"input": 1, "output": 5, "cacheRead": 0.1, "cacheWrite5m": 1.25, "cacheWrite1h": 2,
      "longOver": 200000, "long": {"input": 2, "output": 7.5, "cacheRead": 0.2}, "fast": 2, "us": 1.1, "regional": 1.1,
      "batch": 0.5, "webSearches": 10, "from": "2026-01-01", "until": "2026-12-31"}}`))
  test('takes rows that follow each other, in any order', () =>
    checkGood(
      `{"m": [{"input": 2, "output": 2, "from": "2026-01-01"}, {"input": 1, "output": 1, "until": "2026-01-01"}]}`,
    ))
  test('takes no model at all, and a price of nothing', () => {
    checkGood('{}')
    checkGood('{"local": {"input": 0, "output": 0}}')
  })
  test('refuses what is no object', () => {
    for (const text of ['nonsense', '5', '[]', 'null', '"x"'])
      checkBad(text, /^prices by model name, such as \{"my-model"/)
    checkBad('{"m": 5}', /with an object or a list of objects for "m"$/)
    checkBad('{"m": []}', /with an object or a list of objects for "m"$/)
    checkBad('{"m": [{"input": 1, "output": 1}, null]}', /with an object or a list of objects for "m"$/)
    checkBad('{"": {"input": 1, "output": 5}}', /with a name for each model$/)
  })
  test('names the field that is missing or wrong', () => {
    checkBad('{"m": {"input": 1}}', /with a number from 0 to a billion as "output" in "m"$/)
    checkBad('{"m": {"input": "1", "output": 5}}', /as "input" in "m"$/)
    checkBad('{"m": {"input": -1, "output": 5}}', /as "input" in "m"$/)
    checkBad('{"m": {"input": 1e400, "output": 5}}', /as "input" in "m"$/)
    checkBad('{"m": {"input": 1, "output": 5, "fast": null}}', /as "fast" in "m"$/)
  })
  test('names a field it does not know, and the likely one', () => {
    checkBad(
      '{"m": {"input": 1, "output": 5, "cacheReed": 1}}',
      /with no "cacheReed" \(did you mean "cacheRead"\?\) in "m"$/,
    )
    checkBad('{"m": {"input": 1, "output": 5, "zzz": 1}}', /with no "zzz" in "m"$/)
  })
  test('wants a tier to be whole', () => {
    checkBad('{"m": {"input": 1, "output": 5, "longOver": 10}}', /with "long" and "longOver" together in "m"$/)
    checkBad('{"m": {"input": 1, "output": 5, "longOver": 10, "long": 2}}', /with an object as "long" in "m"$/)
    checkBad('{"m": {"input": 1, "output": 5, "longOver": 10, "long": {"input": 1}}}', /as "output" in "long" in "m"$/)
    checkBad(
      '{"m": {"input": 1, "output": 5, "longOver": 1, "long": {"input": 1, "output": 1, "us": 1}}}',
      /no "us" in "long"/,
    )
  })
  test('wants real days, in order, each once', () => {
    checkBad(
      '{"m": {"input": 1, "output": 5, "from": "2026-02-30"}}',
      /with a day such as 2026-01-31 as "from" in "m"$/,
    )
    checkBad('{"m": {"input": 1, "output": 5, "until": 20260101}}', /as "until" in "m"$/)
    checkBad('{"m": {"input": 1, "output": 5, "from": "2026-02-01", "until": "2026-02-01"}}', /"from" before "until"/)
    checkBad(
      '{"m": [{"input": 1, "output": 5, "from": "2026-02-01"}, {"input": 1, "output": 5, "until": "2026-02-02"}]}',
      /with rows whose dates do not overlap in "m"$/,
    )
    checkBad('{"m": [{"input": 1, "output": 5}, {"input": 1, "output": 5}]}', /do not overlap/)
  })
  test('quotes a hostile name', () => checkBad('{"\\u001b[2J": 1}', /for "\\u001b\[2J"$/))
})
