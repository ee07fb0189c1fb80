import { expect, test } from 'vitest'
import { listUnknownKeys, nameUnknownKind } from './drift.ts'
import type { Entry } from './entry.ts'
import type { JsonObject } from './json.ts'
import { kindOf } from './kinds/table.ts'

function entryOf(json: JsonObject): Entry {
  return { kind: kindOf(json), start: 0, end: 1, line: 1, json }
}

function check(json: JsonObject, keys: readonly string[]): void {
  expect(listUnknownKeys(entryOf(json))).toEqual(keys)
}

test('is quiet about known keys', () => {
  check({ type: 'user', uuid: 'u', isMeta: true, message: { role: 'user', content: 'hi' } }, [])
})

test('names keys at the top, in the message and in its usage', () => {
  check({ type: 'assistant', foo: 1, message: { id: 'm', bar: 2, usage: { input_tokens: 1, baz: 3 } } }, [
    'foo',
    'message.bar',
    'message.usage.baz',
  ])
})

test('names keys of a payload', () => {
  check({ type: 'attachment', attachment: { type: 'file', foo: 1 } }, ['attachment.foo'])
  check({ type: 'progress', data: { type: 'query_update', query: 'q', foo: 1 }, bar: 2 }, ['bar', 'data.foo'])
})

test('names keys of blocks once, and blocks that are not known', () => {
  const content = [
    { type: 'tool_use', foo: 1 },
    { type: 'tool_use', foo: 2 },
    { type: 'new_block', x: 1 },
    { type: 'tool_result', content: [{ type: 'text', text: 't', foo: 1 }, { type: 'newer_block' }] },
    7,
  ]
  check({ type: 'user', message: { content } }, [
    'message.content.tool_use.foo',
    'message.content.new_block',
    'message.content.tool_result.content.text.foo',
    'message.content.tool_result.content.newer_block',
    'message.content.(no type)',
  ])
})

test('does not look inside inputs and results of tools', () => {
  check(
    { type: 'user', toolUseResult: { foo: 1 }, message: { content: [{ type: 'tool_use', input: { bar: 1 } }] } },
    [],
  )
})

test('sees keys that hide behind the prototype', () => {
  check(JSON.parse('{"type":"user","__proto__":{"a":1},"toString":2}'), ['__proto__', 'toString'])
})

test('shortens long keys', () => {
  check({ type: 'user', ['k'.repeat(1000)]: 1 }, [`${'k'.repeat(80)}…`])
})

test('lists no keys of an unknown kind but names it', () => {
  const names = [
    [{ type: 'new', foo: 1 }, 'new'],
    [{ foo: 1 }, '(no type)'],
    [{ type: 'system', subtype: 'new' }, 'system/new'],
    [{ type: 'progress', data: { type: 'new' } }, 'progress/new'],
    [{ type: 'attachment', attachment: 5 }, 'attachment/(no type)'],
    [{ type: 'user' }, undefined],
  ] as const
  for (const [json, name] of names) {
    expect(nameUnknownKind(entryOf(json))).toBe(name)
    check(json, [])
  }
})

test('has nothing to say about lines without JSON', () => {
  const blank: Entry = { kind: 'blank', start: 0, end: 1, line: 1, json: undefined }
  expect([listUnknownKeys(blank), nameUnknownKind(blank)]).toEqual([[], undefined])
})
