import { expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import { readEntryFields } from './read-entry-fields.ts'
import { findKind, KINDS, kindOf } from './table.ts'

function check(json: JsonObject, kind: string): void {
  expect(kindOf(json)).toBe(kind)
}

test('knows a line by its type', () => {
  check({ type: 'user' }, 'user')
  check({ type: 'file-history-snapshot' }, 'file-history-snapshot')
})

test('knows system lines by their subtype', () => {
  check({ type: 'system' }, 'system')
  check({ type: 'system', subtype: null }, 'system')
  check({ type: 'system', subtype: 'compact_boundary' }, 'system/compact_boundary')
  check({ type: 'system', subtype: 'new' }, 'system/unknown')
  check({ type: 'system', subtype: 7 }, 'system/unknown')
})

test('knows progress and attachments by the type of their payload', () => {
  check({ type: 'progress', data: { type: 'bash_progress' } }, 'progress/bash_progress')
  check({ type: 'progress', data: 'bash_progress' }, 'progress/unknown')
  check({ type: 'attachment', attachment: { type: 'file' } }, 'attachment/file')
  check({ type: 'attachment', attachment: { type: ['file'] } }, 'attachment/unknown')
  check({ type: 'attachment' }, 'attachment/unknown')
})

test('takes only lines with a key for lines of a workflow journal', () => {
  check({ type: 'result', key: 'k' }, 'result')
  check({ type: 'result', subtype: 'success' }, 'unknown')
})

test('calls all else unknown', () => {
  const types = [
    undefined,
    null,
    1,
    true,
    [],
    {},
    '',
    'new',
    'system/compact_boundary',
    'blank',
    'unknown',
    '__proto__',
  ]
  for (const type of types) check({ type } as JsonObject, 'unknown')
})

test('has each kind once', () => {
  expect(new Set(KINDS.map(({ kind }) => kind)).size).toBe(KINDS.length)
  expect(findKind('unknown')).toBeUndefined()
})

test('reads the fields of a kind in the shape of the transcript', () => {
  const queued = readEntryFields('attachment/queued_command', {
    uuid: 'u',
    timestamp: 'written',
    attachment: { type: 'queued_command', prompt: 'And three?', timestamp: 'typed', commandMode: 5 },
  })
  expect(queued).toEqual({
    uuid: 'u',
    timestamp: 'written',
    attachment: { type: 'queued_command', prompt: 'And three?', timestamp: 'typed' },
  })
  const prompt: string | readonly unknown[] | undefined = queued.attachment?.prompt
  expect(prompt).toBe('And three?')
})

test('reads the API message and its usage', () => {
  const fields = readEntryFields('assistant', {
    message: { id: 'm', model: 3, usage: { output_tokens: 5, input_tokens: '3' } },
  })
  const tokens: number | undefined = fields.message?.usage?.output_tokens
  expect([fields.message?.id, fields.message?.model, tokens]).toEqual(['m', undefined, 5])
  expect(fields.message?.usage).toEqual({ output_tokens: 5 })
})

test('reads wrong shapes as absent', () => {
  expect(readEntryFields('user', { message: 'text', uuid: 7 })).toEqual({})
  expect(readEntryFields('progress/bash_progress', { data: [] })).toEqual({})
  expect(readEntryFields('assistant', { message: { usage: [] } })).toEqual({ message: {} })
})
