import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIXTURES } from '../../../test/corpus.ts'
import { buildSession, type EntryFile, readEntryFile } from '../../../test/read-session.ts'
import { makeLines, ONE, toLines } from '../../../test/temp-tree.ts'
import type { Entry } from '../../format/entry.ts'
import { createParser } from '../../format/parser.ts'
import type { SqlValue, Table } from '../../store/define-table.ts'
import { agents, entries, requests, toolCalls, turns } from '../../store/tables/conversation.ts'
import { buildRows } from './build-rows.ts'

function fileOf(lines: readonly object[], agentId?: string): EntryFile {
  const found: Entry[] = []
  const parser = createParser({ onEntry: entry => found.push(entry) })
  parser.push(new TextEncoder().encode(toLines(lines)))
  parser.finish()
  return { agentId, entries: found }
}

/** Rows of one table as objects, of the columns asked for; files are numbered 10, 11 … */
function rowsOf(table: Table, files: readonly EntryFile[], ...columns: readonly string[]): readonly object[] {
  const place = { session: 5, files: files.map((_, index) => 10 + index) }
  const rows = buildRows(buildSession(ONE, files), place).get(table) ?? []
  const names = Object.keys(table.columns)
  return rows.map(row => Object.fromEntries(columns.map(name => [name, row[names.indexOf(name)] as SqlValue])))
}

function readFixture(...names: readonly string[]): EntryFile {
  return readEntryFile(join(FIXTURES, ...names))
}

const USE = {
  type: 'assistant',
  uuid: 'a1',
  sessionId: ONE,
  timestamp: '2026-03-01T10:00:00.000Z',
  message: { id: 'm1', model: 'x', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }] },
}
const RESULT = {
  type: 'user',
  uuid: 'u1',
  sessionId: ONE,
  timestamp: '2026-03-01T10:00:02.000Z',
  message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x.ts' }] },
}

test('every line is an entry with its place in the kept file', () => {
  const lines = makeLines(ONE)
  const first = toLines(lines.slice(0, 1)).length
  expect(
    rowsOf(entries, [fileOf(lines)], 'session', 'agent', 'number', 'file', 'start', 'end', 'line', 'role'),
  ).toEqual([
    { session: 5, agent: '', number: 0, file: 10, start: 0, end: first, line: 1, role: 'prompt' },
    { session: 5, agent: '', number: 1, file: 10, start: first, end: toLines(lines).length, line: 2, role: null },
  ])
})

test('a result that stands in another thread is no entry of this one', () => {
  const columns = ['agent', 'number', 'status', 'use_entry', 'result_entry'] as const
  expect(rowsOf(toolCalls, [fileOf([USE, RESULT])], ...columns)).toEqual([
    { agent: '', number: 0, status: 'ok', use_entry: 0, result_entry: 1 },
  ])
  const elsewhere = fileOf([...makeLines(ONE, { isSidechain: true }), { ...RESULT, isSidechain: true }], 'b1')
  expect(rowsOf(toolCalls, [fileOf([USE]), elsewhere], ...columns)).toEqual([
    { agent: '', number: 0, status: 'ok', use_entry: 0, result_entry: null },
    { agent: 'b1', number: 0, status: 'ok', use_entry: null, result_entry: 2 },
  ])
})

test('two threads of one agent id have rows of their own', () => {
  const files = [
    fileOf(makeLines(ONE)),
    fileOf(makeLines(ONE, { isSidechain: true, prompt: 'old layout' }), 'b1'),
    fileOf(makeLines(ONE, { isSidechain: true, prompt: 'new layout' }), 'b1'),
  ]
  expect(rowsOf(agents, files, 'agent', 'file', 'prompt')).toEqual([
    { agent: 'b1', file: 11, prompt: 'old layout' },
    { agent: 'b1~2', file: 12, prompt: 'new layout' },
  ])
  expect(rowsOf(turns, files, 'agent', 'text')).toEqual([
    { agent: '', text: 'Add a test' },
    { agent: 'b1', text: 'old layout' },
    { agent: 'b1~2', text: 'new layout' },
  ])
  expect(rowsOf(requests, files, 'agent', 'file', 'is_counted', 'counted_session')).toEqual(
    ['', 'b1', 'b1~2'].map((agent, at) => ({ agent, file: 10 + at, is_counted: 1, counted_session: null })),
  )
})

test('an agent known from progress alone has no file, and entries with the span of the lines around them', () => {
  const file = readFixture('subagents', 'progress-only.jsonl')
  const [agent, ...others] = rowsOf(agents, [file], 'agent', 'file', 'stored_as', 'call_agent')
  expect(agent).toMatchObject({ file: null, stored_as: 'progress-copies', call_agent: '' })
  expect(others).toEqual([])
  const spans = new Set(file.entries.map(({ start, end }) => `${start} ${end}`))
  const copied = rowsOf(entries, [file], 'agent', 'file', 'start', 'end').filter(
    row => 'agent' in row && row.agent !== '',
  )
  expect(copied.length).toBeGreaterThan(1)
  for (const row of copied as { file: number; start: number; end: number }[]) {
    expect(row.file).toBe(10)
    expect(spans).toContain(`${row.start} ${row.end}`)
  }
})
