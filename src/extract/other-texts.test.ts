import { expect, test } from 'vitest'
import type { JsonObject } from '../format/json.ts'
import { kindOf } from '../format/kinds/table.ts'
import { readOtherTexts } from './other-texts.ts'
import { TextSink } from './text-sink.ts'

function check(json: JsonObject, found: readonly string[], leftOutBytes: number): void {
  const sink = new TextSink()
  readOtherTexts(kindOf(json), { json, sink, titles: new Map(), hasEntry: () => false })
  expect(sink.found.map(({ column, text }) => `${column}: ${text}`)).toEqual(found)
  expect(sink.leftOutBytes).toBe(leftOutBytes)
}

function attachment(payload: JsonObject, rendered?: string): JsonObject {
  return { type: 'attachment', attachment: payload, ...(rendered && { rendered: [{ content: rendered }] }) }
}

test('the system prompt and lists of tools are not searched, and counted', () => {
  check(attachment({ type: 'prompt_snapshot', systemPrompt: ['x'.repeat(985)] }), [], 1000)
  check(attachment({ type: 'deferred_tools_record', entries: [{ name: 'WebFetch' }] }), [], 29)
  check(attachment({ type: 'skill_listing', content: 'one', digests: ['abc'] }), [], 19)
})

test('what describes the session is not searched', () => {
  check(attachment({ type: 'environment', snapshot: { platform: 'linux' } }), [], 16)
  check(attachment({ type: 'instructions', files: [{ path: '/CLAUDE.md', content: 'Be exact.' }] }), [], 31)
  check({ type: 'tools-used', tools: ['Bash'] }, [], 0)
})

test('of queued words those of the person are searched, not what the model was given', () => {
  check(
    attachment({ type: 'queued_command', prompt: 'And three?' }, 'The user says: And three?'),
    ['prompt: And three?'],
    25,
  )
})

test('a file that was changed is searched by its name and what changed, not by hashes', () => {
  const payload = { type: 'edited_text_file', filename: 'a.ts', snippet: '1→5', rereadEntry: { contentHash: '0abc' } }
  check(attachment(payload), ['input: a.ts', 'output: 1→5'], 0)
})

test('a file that the model had read before is searched by its name', () => {
  const content = { type: 'text', file: { content: 'four' } }
  check(attachment({ type: 'already_read_file', filename: 'sum.txt', content }), ['input: sum.txt'], 8)
})
