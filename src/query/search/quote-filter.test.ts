import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse-query.ts'
import type { FilterName } from './query.ts'
import { quoteFilter } from './quote-filter.ts'

const NAMES = ['project', 'branch', 'tool', 'model', 'agent', 'tag', 'session', 'file', 'cmd'] as const

function checkRead(name: FilterName, value: string, read: string): void {
  const { filters, words, phrases, without } = parseQuery(quoteFilter(name, value), { now: 0 })
  expect({ filters, rest: [words, phrases, without] }).toEqual({
    filters: [{ name, value: read, isNot: false }],
    rest: [[], [], []],
  })
}

describe('a filter written into a query', () => {
  test('is read as what it was', () => {
    checkRead('project', 'api', 'api')
    checkRead('cmd', 'git push', 'git push')
    checkRead('file', '//host/share', '//host/share')
    checkRead('tool', 'mcp__x__y', 'mcp__x__y')
    checkRead('branch', '-fix', '-fix')
    checkRead('model', ':odd', ':odd')
  })
  test('loses its quotes, which no query can hold', () => checkRead('cmd', 'echo "a  b"', 'echo a b'))
  test('is nothing where nothing is left', () => expect(quoteFilter('project', ' "" \u0007')).toBe(''))
  test('is one filter, whatever stands in it', () => {
    assert(
      property(constantFrom(...NAMES), string({ unit: 'grapheme', maxLength: 40 }), (name, value) => {
        const text = quoteFilter(name, value)
        if (text === '') return
        const { filters, words, phrases, without } = parseQuery(text, { now: 0 })
        expect(filters).toHaveLength(1)
        expect([...words, ...phrases, ...without]).toEqual([])
      }),
    )
  })
})
