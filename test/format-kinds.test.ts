import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BLOCKS } from '../src/format/blocks/definitions.ts'
import { type Block, readBlockFields, readBlocks } from '../src/format/blocks/table.ts'
import { listUnknownKeys, nameUnknownKind } from '../src/format/drift.ts'
import type { Entry } from '../src/format/entry.ts'
import type { FieldTable } from '../src/format/fields.ts'
import { asObject } from '../src/format/json.ts'
import { ENVELOPE } from '../src/format/kinds/envelope.ts'
import { PAYLOAD_LINES, readEntryFields } from '../src/format/kinds/read-entry-fields.ts'
import { type EntryKind, KINDS, type OtherKind } from '../src/format/kinds/table.ts'
import { USAGE } from '../src/format/kinds/usage.ts'
import { createParser } from '../src/format/parser.ts'
import { listUnknownValues } from '../src/format/value-drift.ts'
import { CORPUS, listCorpusFiles, listFixtureFiles } from './corpus.ts'

function parseFile(path: string): readonly Entry[] {
  const entries: Entry[] = []
  const parser = createParser({ onEntry: entry => entries.push(entry) })
  parser.push(readFileSync(path))
  parser.finish()
  return entries
}

const entries = listFixtureFiles('kinds').flatMap(parseFile)
const blocks = entries.flatMap(entry => {
  const outer = readBlocks(asObject(entry.json?.message)?.content)
  return [...outer, ...outer.flatMap(block => readBlocks(block.kind === 'tool_result' ? block.json.content : null))]
})

/** Every field of the table is read from at least one of the objects. */
function checkFields(table: FieldTable, read: readonly object[]): void {
  const seen = new Set(read.flatMap(fields => Object.keys(fields)))
  expect(Object.keys(table).filter(name => !seen.has(name))).toEqual([])
}

describe('every kind has an example in fixtures/kinds whose fields are all read', () => {
  for (const { kind, fields, payload, message } of KINDS) {
    test(kind, () => {
      const examples = entries
        .filter(entry => entry.kind === kind)
        .map(entry => readEntryFields(kind, entry.json ?? {}))
      expect(examples.length).toBeGreaterThan(0)
      const inner = (key: string) => examples.flatMap(example => (example as { [key: string]: object })[key] ?? [])
      checkFields(fields, payload ? inner(payload) : examples)
      if (message) checkFields(message, inner('message'))
    })
  }

  test('the envelope', () => {
    const all = entries.filter(entry => entry.kind === 'user').map(entry => readEntryFields('user', entry.json ?? {}))
    const boundary = entries.find(entry => entry.kind === 'system/compact_boundary')
    checkFields(ENVELOPE, [...all, readEntryFields('system/compact_boundary', boundary?.json ?? {})])
  })

  test('the line of an attachment', () => {
    const attachments = entries.filter(
      entry => entry.kind.startsWith('attachment/') && entry.kind !== 'attachment/unknown',
    )
    checkFields(
      PAYLOAD_LINES.attachment,
      attachments.map(entry => readEntryFields('attachment/environment', entry.json ?? {})),
    )
  })

  test('usage', () => {
    const assistants = entries.filter(entry => entry.kind === 'assistant')
    checkFields(
      USAGE,
      assistants.map(entry => readEntryFields('assistant', entry.json ?? {}).message?.usage ?? {}),
    )
  })

  test('the kinds that stand for what is not known', () => {
    const others: readonly OtherKind[] = [
      'blank',
      'comment',
      'unreadable',
      'unknown',
      'system/unknown',
      'progress/unknown',
      'attachment/unknown',
    ]
    const seen = new Set<EntryKind>(entries.map(entry => entry.kind))
    expect(others.filter(kind => !seen.has(kind))).toEqual([])
  })
})

describe('every block has an example in fixtures/kinds whose fields are all read', () => {
  for (const { kind, fields } of BLOCKS) {
    test(kind, () => {
      const examples = blocks.filter((block: Block) => block.kind === kind)
      checkFields(
        fields,
        examples.map(block => readBlockFields(kind, block.json)),
      )
    })
  }
})

test('the examples of known kinds hold no unknown key and no unknown word', () => {
  const known = listFixtureFiles('kinds').filter(path => !['blocks.jsonl', 'unknown.jsonl'].includes(basename(path)))
  expect(known.flatMap(parseFile).flatMap(listUnknownKeys)).toEqual([])
  expect(known.flatMap(parseFile).flatMap(listUnknownValues)).toEqual([])
})

/** Written by hand by authors of other tools; in `small.jsonl` the keys of many real lines were put together in one. */
const FOREIGN = [
  'claude-code-log/test/test_data/edge_cases.jsonl',
  'claude-code-log-2025/test/test_data/edge_cases.jsonl',
  'claude-replay/test/fixture.jsonl',
  'claude-tracer/e2e/fixtures/sessions/malformed-lines.jsonl',
  'claude-tracer/e2e/fixtures/sessions/multi-turn-nav.jsonl',
  'claude-tracer/e2e/fixtures/sessions/simple-chat.jsonl',
  'claude-tracer/e2e/fixtures/sessions/tool-calls.jsonl',
  'agent-sessions/Resources/Fixtures/stage0/agents/claude/schema_drift.jsonl',
  'agent-sessions/Resources/Fixtures/stage0/agents/claude/small.jsonl',
].map(name => join(CORPUS, name))

/** Its values were replaced by others before it was published. */
const FOREIGN_WORD = 'large.jsonl: user permissionMode: ask'

const corpus = listCorpusFiles()
if (corpus) {
  test('the recorded corpus holds no kind, no key and no word that is not in a table', () => {
    const news: string[] = []
    for (const path of corpus.filter(file => !FOREIGN.includes(file))) {
      for (const entry of parseFile(path)) {
        const name = nameUnknownKind(entry)
        if (name) news.push(`${basename(path)}: kind ${name}`)
        for (const key of listUnknownKeys(entry)) news.push(`${basename(path)}: ${entry.kind} ${key}`)
        for (const { path: field, value } of listUnknownValues(entry)) {
          const word = `${basename(path)}: ${entry.kind} ${field}: ${value}`
          if (word !== FOREIGN_WORD) news.push(word)
        }
      }
    }
    expect(news).toEqual([])
  })
}
