import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildRows, type RowSet } from '../src/ingest/rows/build-rows.ts'
import { diffRows } from '../src/ingest/rows/diff-rows.ts'
import { sessionColumns } from '../src/ingest/rows/session-columns.ts'
import { createSessionBuilder } from '../src/model/build-session.ts'
import { createSummaryBuilder } from '../src/model/build-summary.ts'
import type { OnEntry } from '../src/model/session-builder.ts'
import { buildStory } from '../src/narrative/build-story.ts'
import { createTold } from '../src/narrative/told/told.ts'
import type { SqlValue, Table } from '../src/store/define-table.ts'
import { openStoreForWriting } from '../src/store/open-store.ts'
import { createRowWriter } from '../src/store/row-writer.ts'
import type { Store } from '../src/store/store.ts'
import { sessions } from '../src/store/tables/kept.ts'
import { DERIVED } from '../src/store/tables/table.ts'
import { listCorpusFiles } from './corpus.ts'
import { buildSession } from './read-session.ts'
import { listCorpusSessions, listFixtureSessions, type SessionFiles } from './session-files.ts'
import { tellSession } from './tell-session.ts'
import { makeTree } from './temp-tree.ts'

let store: Store
let number = 0

beforeAll(() => {
  store = openStoreForWriting(join(makeTree({}), 'index.db'))
})

afterAll(() => store.close())

function placeOf({ files }: SessionFiles) {
  return { session: ++number, files: files.map((_, index) => 100 + index) }
}

/** What is written comes back as it was, so that nothing is written again at the next sync. */
function checkStored(given: SessionFiles): RowSet {
  const place = placeOf(given)
  const { session, story } = tellSession(given.id, given.files)
  const rows = buildRows(session, place, story)
  const writer = createRowWriter(store)
  store.transaction(() => {
    for (const [table, list] of rows) writer.insert(table, list)
  })
  for (const [table, list] of rows) {
    const stored = readStored(table, place.session)
    expect(stored.length, `${given.id} ${table.name}`).toBe(list.length)
    expect(diffRows(table, stored, list), `${given.id} ${table.name}`).toEqual({ remove: [], insert: [] })
    // Not only the same but in the same order: else the next comparison would be slow.
    if (list.every(row => isAscii(row)))
      expect(stored.map(row => keyOf(table, row))).toEqual(list.map(row => keyOf(table, row)))
  }
  checkReferences(rows, given.id)
  return rows
}

function readStored(table: Table, session: number): SqlValue[][] {
  const key = table.key.map(name => `"${name}"`).join(', ')
  return store
    .all(`SELECT * FROM ${table.name} WHERE session = ? ORDER BY ${key}`, [session])
    .map(row => Object.values(row))
}

function isAscii(row: readonly SqlValue[]): boolean {
  return row.every(value => typeof value !== 'string' || /^[\x00-\x7f]*$/.test(value))
}

function keyOf(table: Table, row: readonly SqlValue[]): string {
  return JSON.stringify(row.slice(0, table.key.length))
}

/** Every entry, call, turn and agent that a row names is there. */
function checkReferences(rows: RowSet, id: string): void {
  const known = new Map([...rows].map(([table, list]) => [table.name, new Set(list.map(row => keyOf(table, row)))]))
  const missing: string[] = []
  for (const [table, list] of rows) {
    const names = Object.keys(table.columns)
    for (const row of list) {
      const value = (name: string) => row[names.indexOf(name)] ?? null
      const [session, agent] = [value('session'), value('agent') ?? '']
      const need = (other: string, ...key: SqlValue[]) => {
        if (key.includes(null) || known.get(other)?.has(JSON.stringify(key))) return
        missing.push(`${table.name} ${keyOf(table, row)} names ${other} ${JSON.stringify(key)}`)
      }
      for (const name of names) {
        if (name === 'entry' || name.endsWith('_entry')) need('entries', session, agent, value(name))
      }
      need('tool_calls', session, agent, value('call'))
      need('tool_calls', session, value('call_agent'), value('call_number'))
      if (table.name !== 'requests') need('turns', session, agent, value('turn'))
      if (agent !== '') need('agents', session, agent)
    }
  }
  expect(missing, id).toEqual([])
}

/** Columns of the session from the model equal those of the quick summary. */
function checkColumns({ id, files }: SessionFiles): void {
  const builder = createSummaryBuilder({ id })
  files.forEach(({ agentId, entries }, file) => {
    const thread = builder.openThread({ file, agentId })
    for (const entry of entries) thread.add(entry)
  })
  const session = buildSession(id, files)
  expect(sessionColumns(session)).toEqual(sessionColumns({ ...session, summary: builder.build() }))
}

/** The rows of a part, changed as told, are the rows of the whole. */
function checkGrowth({ id, files }: SessionFiles): void {
  let told = createTold()
  const onEntry: OnEntry = (kept, entry, thread) => told.add(kept, entry, thread)
  const builder = createSessionBuilder({ id, onEntry })
  const threads = files.map(({ agentId }, file) => builder.openThread({ file, agentId }))
  const place = { session: 1, files: files.map((_, index) => 100 + index) }
  const states: RowSet[] = []
  for (const [from, to] of [
    [0, 0.4],
    [0.4, 0.7],
    [0.7, 1],
  ] as const) {
    files.forEach(({ entries }, file) => {
      const part = entries.slice(Math.floor(entries.length * from), Math.floor(entries.length * to))
      for (const entry of part) threads[file]?.add(entry)
    })
    // What was told goes on from what was saved of it, as it does at the next sync.
    told = createTold(told.save())
    const session = builder.build()
    states.push(buildRows(session, place, buildStory(session, told)))
  }
  const whole = tellSession(id, files)
  expect(states.at(-1)).toEqual(buildRows(whole.session, place, whole.story))
  states.forEach((after, at) => {
    for (const [table, list] of after) checkDiff(table, states[at - 1]?.get(table) ?? [], list)
  })
}

function checkDiff(table: Table, before: readonly SqlValue[][], after: readonly SqlValue[][]): void {
  const rows = new Map(before.map(row => [keyOf(table, row), row]))
  const diff = diffRows(table, before, after)
  for (const key of diff.remove) rows.delete(JSON.stringify(key))
  for (const row of diff.insert) rows.set(keyOf(table, row), row)
  expect(rows).toEqual(new Map(after.map(row => [keyOf(table, row), row])))
}

test('every table that the model can fill is filled', () => {
  const filled = [...buildRows(buildSession('x', []), { session: 1, files: [] }).keys()]
  const inspected = ['transcripts', 'kinds', 'unknown_things', 'bad_lines']
  expect(filled.map(table => table.name).sort()).toEqual(
    DERIVED.map(table => table.name)
      .filter(name => !inspected.includes(name))
      .sort(),
  )
})

test('rows of every fixture come back from a store as they were', () => {
  for (const session of listFixtureSessions()) checkStored(session)
})

test('columns of a session equal those of its summary, on every fixture', () => {
  for (const session of listFixtureSessions()) checkColumns(session)
})

test('a session that grows is brought up to date by differences, on every fixture', () => {
  for (const session of listFixtureSessions()) checkGrowth(session)
})

test('hunks of a change are kept as ranges', () => {
  const rows = [...listFixtureSessions()].flatMap(({ id, files }) => {
    const list = buildRows(buildSession(id, files), { session: 1, files: [1, 2, 3, 4] })
    return [...list].flatMap(([table, found]) => (table.name === 'file_touches' ? found : []))
  })
  const hunks = rows.map(row => JSON.parse(String(row[Object.keys(fileTouchColumns()).indexOf('hunks')])))
  expect(hunks).toContainEqual([])
  expect(hunks.some(list => list.length > 0 && list.every((hunk: unknown[]) => hunk.length === 4))).toBe(true)
})

function fileTouchColumns(): Table['columns'] {
  return DERIVED.find(table => table.name === 'file_touches')?.columns ?? {}
}

test('the columns of a session are columns of its table', () => {
  expect(Object.keys(sessions.columns)).toEqual(
    expect.arrayContaining(Object.keys(sessionColumns(buildSession('x', [])))),
  )
})

const corpus = listCorpusFiles()

test.runIf(corpus)(
  'rows of the corpus come back as they were, and fill every table that it can',
  { timeout: 60_000 },
  () => {
    const counts = new Map<string, number>()
    for (const session of listCorpusSessions()) {
      for (const [table, rows] of checkStored(session)) {
        counts.set(table.name, (counts.get(table.name) ?? 0) + rows.length)
      }
    }
    const empty = [...counts].filter(([, count]) => count === 0).map(([name]) => name)
    // Clients of the corpus are older than their own totals; test/client-usage.test.ts has those.
    expect(empty).toEqual(['client_totals'])
  },
)

test.runIf(corpus)('columns and growth of sessions, on the corpus', { timeout: 60_000 }, () => {
  for (const session of listCorpusSessions()) {
    checkColumns(session)
    checkGrowth(session)
  }
})
