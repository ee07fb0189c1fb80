import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildRawView } from '../src/render/view/raw-view.ts'
import type { RawRow, Row } from '../src/render/view/row.ts'
import type { ViewOptions } from '../src/render/view/view-options.ts'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, openSession, viewOptions } from './draw-session.ts'

const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]

test('gives every entry of every file once, in the order of its file', () => {
  for (const source of folders.flatMap(listSources)) {
    const loaded = loadSession(source)
    const threads = [
      loaded.session.main,
      ...loaded.session.agents.filter(agent => agent.storedAs !== 'progress-copies').map(agent => agent.thread),
    ]
    const entries = threads.flatMap(thread =>
      thread.entries.filter(entry => entry.kind !== 'blank' && entry.kind !== 'comment'),
    )
    const rows = rawRows(loaded)
    expect(
      rows.map(row => [row.name, row.line]),
      pathOf(source),
    ).toEqual(entries.map(entry => [entry.kind, entry.line]))
    for (const row of rows) if (row.name !== 'unreadable') expect(() => JSON.parse(row.json)).not.toThrow()
  }
})

test('begins each turn before its prompt, rewound ones too', () => {
  const rows = view('turning-back')
  const turns = rows.flatMap((row, at) => (row.kind === 'turn' ? [[row.number, row.isRewound, rows[at + 1]]] : []))
  expect(turns.map(([number, isRewound]) => [number, isRewound])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
    [5, false],
  ])
  for (const [, , next] of turns) expect(next).toMatchObject({ kind: 'raw', name: 'user' })
})

test('shows a line that is no JSON as its text and counts it', () => {
  const rows = view('turning-back')
  const [row] = rows.filter((row): row is RawRow => row.kind === 'raw' && row.name === 'unreadable')
  expect(row?.json).not.toBe('')
  expect(rows.at(-1)).toMatchObject({ kind: 'loss', unreadable: 1, unknown: 1 })
})

test('gives the turns asked for, and counts the others', () => {
  const rows = view('turning-back', { turns: { from: 4, to: 4 } })
  expect(rows.filter(row => row.kind === 'turn').map(row => row.number)).toEqual([4])
  expect(rows.at(-1)).toMatchObject({ kind: 'loss', otherTurns: 4 })
})

test('puts the entries of each agent into a section one deeper, leaves them out, or shows nothing else', () => {
  const sections = (rows: readonly Row[]) => rows.filter(row => row.kind === 'section').map(row => row.title)
  const depths = (rows: readonly Row[]) => new Set(rows.filter(row => row.kind === 'raw').map(row => row.depth))
  expect(sections(view('helping'))).toEqual(['Agent a1', 'Agent a2', 'Agent a3', 'Agent a4'])
  expect(depths(view('helping'))).toEqual(new Set([0, 1]))
  expect(depths(view('helping', { agents: 'none' }))).toEqual(new Set([0]))
  expect(lossesOf(view('helping', { agents: 'none' }))).toEqual([[4, 'agents folded']])
  expect(depths(view('helping', { agents: 'only' }))).toEqual(new Set([1]))
  expect(lossesOf(view('helping', { agents: 'only' }))[0]?.[1]).toBe('entries of the main conversation')
})

function lossesOf(rows: readonly Row[]): readonly (readonly [number, string])[] {
  const last = rows.at(-1)
  return last?.kind === 'loss' ? last.items.map(item => [item.count, item.what] as const) : []
}

function view(name: string, options: Partial<ViewOptions> = {}): Row[] {
  const loaded = openSession(join(FIXTURES, 'sessions', `${name}.jsonl`))
  return [...buildRawView(loaded.session, { ...viewOptions(loaded, 'all'), ...options })]
}

function rawRows(loaded: LoadedSession): RawRow[] {
  return [...buildRawView(loaded.session, viewOptions(loaded, 'all'))].filter(row => row.kind === 'raw')
}
