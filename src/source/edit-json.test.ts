import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spacedJson } from '../../test/spaced-json.ts'
import { changeJson } from './change-json.ts'
import {
  findDouble,
  findJsonError,
  type JsonPath,
  type JsonPlacing,
  removeJson,
  setJson,
  sliceJson,
} from './edit-json.ts'

const LINE: JsonPlacing = { at: 'last', style: 'line' }
const LINES: JsonPlacing = { at: 'last', style: 'lines' }

function checkSet(
  before: string,
  { path, value, placing = LINE }: { path: JsonPath; value: unknown; placing?: JsonPlacing },
  after: string,
): void {
  const set = setJson(before, path, value, placing)
  expect(set).toBe(after)
  expect(removeJson(set, path, sliceJson(before, path.slice(0, -1)))).toBe(before)
}

describe('a value set in a JSON text', () => {
  test('comes last, in the manner of its neighbours', () => {
    checkSet('{\n\t"a": 1\n}\n', { path: ['b'], value: { c: [1] } }, '{\n\t"a": 1,\n\t"b": { "c": [1] }\n}\n')
    checkSet('{"a":1}', { path: ['b'], value: 2 }, '{"a":1, "b": 2}')
    checkSet('{ "a": {"x":1} }', { path: ['a', 'y'], value: 2 }, '{ "a": {"x":1, "y": 2} }')
    checkSet('{\r\n "a": [\r\n  1\r\n ]\r\n}', { path: ['a', 1], value: 2 }, '{\r\n "a": [\r\n  1,\r\n  2\r\n ]\r\n}')
  })
  test('fills what is empty, and leaves it as it was', () => {
    checkSet('{}', { path: ['a'], value: 1 }, '{\n  "a": 1\n}')
    checkSet('\ufeff{ }\n', { path: ['a'], value: 1 }, '\ufeff{\n  "a": 1\n}\n')
    checkSet('{\n    "h": {\n    }\n}', { path: ['h', 'x'], value: 1 }, '{\n    "h": {\n        "x": 1\n    }\n}')
    checkSet('{"h":[ ]}', { path: ['h', 0], value: 1 }, '{"h":[1]}')
  })
  test('is laid out as formatters do it where that is asked for', () =>
    checkSet(
      '{\n  "a": 1\n}',
      { path: ['b'], value: { list: [{ x: 1 }], words: ['mcp'], none: {} }, placing: LINES },
      '{\n  "a": 1,\n  "b": {\n    "list": [\n      {\n        "x": 1\n      }\n    ],\n    "words": ["mcp"],\n    "none": {}\n  }\n}',
    ))
  test('stays on its line where there is only one', () =>
    checkSet('{"a":1}', { path: ['b'], value: { c: 1 }, placing: LINES }, '{"a":1, "b": { "c": 1 }}'))
  test('law: set and taken out again leaves every byte, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }),
        fc.array(fc.constantFrom('', ' ', '\n', '\r\n  ', '\t', '\n\n    '), { minLength: 1, maxLength: 9 }),
        fc.constantFrom<JsonPlacing>(LINE, LINES, { at: 'first', style: 'line' }),
        (object, spaces, placing) => {
          // V8 13.6 may take the key "\"" for the key "\\" where it has met that one before.
          fc.pre(!JSON.stringify(object).includes('"\\\\":'))
          const text = spacedJson(JSON.parse(JSON.stringify({ ...object, list: [1], empty: {} })), spaces)
          for (const path of [['new one'], ['list', 1], ['empty', 'x']]) {
            const set = setJson(text, path, { a: [{ b: 1 }] }, placing)
            expect(removeJson(set, path, sliceJson(text, path.slice(0, -1)))).toBe(text)
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('several changes', () => {
  test('make the objects on the way', () =>
    expect(changeJson('{"a":1}', [{ do: 'set', path: ['x', 'y'], value: 1 }], 'line')).toBe('{"a":1, "x": {"y": 1}}'))
  test('are refused where it is not clear what they would change', () => {
    const set = { do: 'set', path: ['hooks', 'Stop'], value: 1 } as const
    expect(changeJson('{"hooks": {}, "hooks": {}}', [set], 'line')).toBeUndefined()
    expect(changeJson('{"hooks": 5}', [set], 'line')).toBeUndefined()
    expect(changeJson('{"a": 1, "a": 2}', [{ do: 'remove', path: ['a'] }], 'line')).toBeUndefined()
    const deep = `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    expect(changeJson(deep, [set], 'line')).toBeUndefined()
  })
  test('a name that stands twice is found on the way alone', () => {
    expect(findDouble('{"hooks": {"Stop": 1, "Stop": 2}}', ['hooks', 'Stop', 0])).toBe('Stop')
    expect(findDouble('{"a": 1, "a": 2, "hooks": {}}', ['hooks', 'Stop'])).toBeUndefined()
  })
})

describe('the place where a text stops being JSON', () => {
  /** `^` marks the place, and is no part of the text. */
  function checkPlace(marked: string, line: number, column: number): void {
    expect([marked, findJsonError(marked.replace('^', ''))]).toEqual([marked, { line, column }])
  }
  test('is where something else begins', () => {
    checkPlace('^x', 1, 1)
    checkPlace('{"a": 1 ^"b": 2}', 1, 9)
    checkPlace('{"a": 1}^}', 1, 9)
    checkPlace('{^a: 1}', 1, 2)
    checkPlace("{\n  ^'a': 1\n}", 2, 3)
    checkPlace('{"a": ^"never closed\n}', 1, 7)
    checkPlace('{"a": ^"a tab\there"}', 1, 7)
    checkPlace('{"a": 0^1}', 1, 8)
  })
  test('is the end where it was cut off', () => {
    checkPlace('{^', 1, 2)
    checkPlace('{"a":^', 1, 6)
    checkPlace('{\n  "a": 1\n^', 3, 1)
  })
  test('is behind a comma that nothing follows', () => {
    checkPlace('{"a": 1,^}', 1, 9)
    checkPlace('{\n  "a": [1,^],\n}', 2, 11)
    checkPlace('{\n  "a": 1,\n^}', 3, 1)
  })
  test('is at a comment', () => {
    checkPlace('^// mine\n{"a": 1}', 1, 1)
    checkPlace('{\n  "a": ^/* one */ 1\n}', 2, 8)
    checkPlace('{"a": 1} ^// mine', 1, 10)
  })
  test('is counted in lines of any kind, and in characters; a mark of the byte order is none', () => {
    checkPlace('{\r\n\r\n  "a": 1,\r\n^}', 4, 1)
    checkPlace('{\r"a": 1,\r^}', 3, 1)
    checkPlace('\ufeff{"a": 1,^}', 1, 9)
    checkPlace('{"😀é": ^x}', 1, 8)
  })
  test('is nowhere in what is JSON, an object or not, and in what is nested beyond measure', () => {
    for (const text of ['{}', '\ufeff{}', '[]', '1', ' {"a": {}}\r\n', '['.repeat(100_000)])
      expect(findJsonError(text)).toBeUndefined()
  })
  test('law: there is one in exactly what the client cannot read, never beyond its end', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }).map(value => JSON.stringify(value, null, 1)),
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', '//', '\n', '\\', 'x', '0', ' '),
        fc.nat(2),
        (json, seed, put, taken) => {
          const at = seed % (json.length + 1)
          const text = json.slice(0, at) + put + json.slice(at + taken)
          const place = findJsonError(text)
          expect(place === undefined).toBe(isJson(text))
          if (place)
            expect([...(text.split('\n').slice(place.line - 1)[0] ?? 'none')].length).toBeGreaterThanOrEqual(
              place.column - 1,
            )
        },
      ),
      { numRuns: 400 },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
