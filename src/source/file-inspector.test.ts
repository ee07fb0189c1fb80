import { readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { listCorpusFiles, listFixtureFiles } from '../../test/corpus.ts'
import type { Entry } from '../format/entry.ts'
import type { Issue } from '../format/issue.ts'
import { createParser } from '../format/parser.ts'
import { createFileInspector, type FileFindings } from './file-inspector.ts'
import { inspectFile } from './inspect-source.ts'
import { sniffEntries } from './sniff.ts'

type Event = { readonly entry: Entry } | { readonly issue: Issue }

function readEvents(bytes: Uint8Array): readonly Event[] {
  const events: Event[] = []
  const parser = createParser({ onEntry: entry => events.push({ entry }), onIssue: issue => events.push({ issue }) })
  parser.push(bytes)
  parser.finish()
  return events
}

/** Saved and taken up after every `step` events. */
function inspect(events: readonly Event[], step = events.length + 1): FileFindings {
  let inspector = createFileInspector()
  for (const [at, event] of events.entries()) {
    if ('entry' in event) inspector.add(event.entry)
    else inspector.note(event.issue)
    if (at % step === step - 1) inspector = createFileInspector(deserialize(serialize(inspector.save())))
  }
  return inspector.findings
}

function checkFile(path: string): void {
  const events = readEvents(readFileSync(path))
  const { path: _, ...whole } = inspectFile(path)
  expect(inspect(events), path).toEqual(whole)
  expect(inspect(events, Math.max(1, Math.floor(events.length / 4))), path).toEqual(whole)
  const entries = events.flatMap(event => ('entry' in event ? [event.entry] : []))
  const sniffed = entries.filter((entry, at) => at === 0 || entry.end <= 256 * 1024)
  expect(whole.sniffed).toEqual(sniffEntries(sniffed))
}

test('an inspection that is stopped and taken up equals one without a stop, on every fixture', () => {
  for (const path of listFixtureFiles()) checkFile(path)
})

const corpus = listCorpusFiles()

test.runIf(corpus)('the same on the corpus', () => {
  for (const path of corpus ?? []) checkFile(path)
})

/** Findings about words alone, as `name count line version`. */
function checkValues(lines: readonly object[], expected: readonly string[]): void {
  const events = readEvents(new TextEncoder().encode(lines.map(line => JSON.stringify(line)).join('\n')))
  const found = inspect(events).unknown.filter(({ what }) => what === 'value')
  expect(inspect(events, 7).unknown).toEqual(inspect(events).unknown)
  expect(found.map(({ name, count, line, version }) => `${name} ${count} ${line} ${version}`)).toEqual(expected)
}

function callOf(name: string): object {
  return { type: 'assistant', version: '2.1.1', message: { content: [{ type: 'tool_use', id: 't', name, input: {} }] } }
}

test('words that nobody has seen are counted with a place', () => {
  const lines = [
    { type: 'user', version: '2.1.1', promptSource: 'telepathy' },
    { type: 'user', promptSource: 'telepathy' },
    { type: 'user', version: '2.1.2', promptSource: 'telepathy' },
    { type: 'user', promptSource: 'typed' },
  ]
  checkValues(lines, ['user promptSource: telepathy 2 1 2.1.1', 'user promptSource: telepathy 1 3 2.1.2'])
})

test('tools of the client and of MCP servers are known, others are named', () => {
  const lines = ['Bash', 'mcp__sums__add', 'KillBash', 'Teleport'].map(callOf)
  checkValues(lines, ['assistant message.content.tool_use.name: Teleport 1 4 2.1.1'])
})

test('tools of a subagent whose file is missing are looked at in the lines that repeat it', () => {
  const data = { type: 'agent_progress', agentId: 'a1', message: callOf('Teleport') }
  checkValues(
    [{ type: 'progress', version: '2.1.1', data }],
    ['assistant message.content.tool_use.name: Teleport 1 1 2.1.1'],
  )
})

test('a hostile name of a tool is short and carries nothing to obey', () => {
  const hostile = `Task\u001b[2J" >\n<b>\u009b\u202e${'x'.repeat(10_000_000)}`
  const [name] = inspect(readEvents(new TextEncoder().encode(JSON.stringify(callOf(hostile))))).unknown
  expect(name?.name).toMatch(
    /^assistant message\.content\.tool_use\.name: Task␛\[2J" > <b><U\+009B><U\+202E>x{50,70}…$/,
  )
})

test('many made-up names are few rows, and none is lost from the count', () => {
  const found = inspect(
    readEvents(
      new TextEncoder().encode(Array.from({ length: 3000 }, (_, at) => JSON.stringify(callOf(`T${at}`))).join('\n')),
    ),
  ).unknown
  expect(found).toHaveLength(101)
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(3000)
  expect(found.at(-1)?.name).toBe('assistant message.content.tool_use.name: (others)')
})

test('unknown kinds and keys are counted by the version of the lines around them', () => {
  const lines = [
    { type: 'new-thing' },
    { type: 'user', version: '2.1.1', message: { content: 'x' }, extra: 1 },
    { type: 'new-thing' },
    { type: 'new-thing' },
  ]
  const text = lines.map(line => JSON.stringify(line)).join('\n')
  expect(inspect(readEvents(new TextEncoder().encode(text))).unknown).toEqual([
    { what: 'kind', name: 'new-thing', version: '', count: 1, line: 1 },
    { what: 'key', name: 'user extra', version: '2.1.1', count: 1, line: 2 },
    { what: 'kind', name: 'new-thing', version: '2.1.1', count: 2, line: 3 },
  ])
})

test('names with half a character are counted under what a store makes of them', () => {
  const text = '{"type":"a\\ud800"}\n{"type":"a\\ud801"}\n'
  expect(inspect(readEvents(new TextEncoder().encode(text))).unknown).toMatchObject([{ name: 'a\ufffd', count: 2 }])
})

test('the first thousand odd lines are kept and all are counted', () => {
  const findings = inspect(readEvents(new TextEncoder().encode('oops\n'.repeat(1500))))
  expect(findings.issueCount).toBe(1500)
  expect(findings.issues).toHaveLength(1000)
  expect(findings.issues[999]?.line).toBe(1000)
})
