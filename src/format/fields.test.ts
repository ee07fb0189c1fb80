import { expect, test } from 'vitest'
import { type FieldTable, readFields } from './fields.ts'
import type { JsonObject } from './json.ts'

const TABLE = {
  name: ['string', 'A name.'],
  size: ['number', 'A size.'],
  isOpen: ['boolean', 'A flag.'],
  inner: ['object', 'An object.'],
  items: ['array', 'A list.'],
  text: ['string|array', 'Either.'],
  parent: ['string|null', 'May be null.'],
  rest: ['any', 'Anything.'],
} as const satisfies FieldTable

function check(json: JsonObject, expected: JsonObject): void {
  expect(readFields(TABLE, json)).toEqual(expected)
}

test('reads values of the right shape', () => {
  const json = { name: 'a', size: 1, isOpen: false, inner: {}, items: [], text: [1], parent: 'p', rest: 0 }
  check(json, json)
})

test('reads a value of another shape as absent', () => {
  check({ name: 1, size: '1', isOpen: 'yes', inner: [], items: {}, text: {}, parent: 7 }, {})
})

test('reads null as absent, whatever the shape', () => {
  check({ name: null, inner: null, items: null, parent: null, rest: null }, {})
})

test('leaves out keys that are not in the table', () => check({ other: 1, name: 'a' }, { name: 'a' }))
test('does not take infinity for a number', () => check(JSON.parse('{"size":1e999}'), {}))
