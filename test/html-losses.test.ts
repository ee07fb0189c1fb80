import { describe, expect, test } from 'vitest'
import { DirectoryBuilder } from '../src/render/html/document/directory-builder.ts'
import type { DocumentDirectory } from '../src/render/html/document/document-format.ts'
import { countPlainLosses } from '../src/render/html/document/plain-losses.ts'
import { LEVELS, type Level } from '../src/render/level.ts'
import type { LossItem, LossRow } from '../src/render/view/row.ts'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { createViewState, setAllOpen, type ViewState } from '../src/surfaces/reader/list/view-state.ts'
import { reportLosses } from '../src/surfaces/reader/losses.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, openSession, viewOf } from './draw-session.ts'

/** What a page counts by rows and a view by entries in the same way. */
const SHARED = [
  /^answers?$/,
  /^agents?$/,
  /^agents? folded$/,
  /^rewound turns?$/,
  /^compactions?$/,
  /^interruptions?$/,
  /^unreadable lines?$/,
  /^entr(?:y|ies) of unknown kind$/,
]

describe('the report of a page', () => {
  const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]
  test('counts at each level what a view of it leaves out', () => {
    const seen = new Set<string>()
    for (const source of folders.flatMap(listSources)) {
      const loaded = loadSession(source)
      const { directory, loss } = directoryOf(loaded, 'all')
      for (const level of ['prompts', 'answers', 'tools'] as const) {
        const own = lossesAt(loaded, level)
        const odd = [
          { what: 'unreadable lines', count: own.unreadable },
          { what: 'entries of unknown kind', count: own.unknown },
        ]
        const expected = sharedOf([...own.items, ...odd])
        const [hidden] = reportLosses(directory, createViewState(LEVELS.indexOf(level)), loss).lists
        expect(sharedOf(hidden?.items ?? []), `${pathOf(source)} at ${level}`).toEqual(expected)
        for (const what of Object.keys(expected)) seen.add(what)
      }
    }
    expect(seen.size).toBe(SHARED.length)
  })

  test('at level all says nothing but what was recorded twice', () => {
    const { lists } = reportOf(
      openSession(`${FIXTURES}/sessions/working.jsonl`),
      createViewState(LEVELS.indexOf('all')),
    )
    const [hidden, missing, , repeats] = lists
    expect([hidden?.items, missing?.items]).toEqual([[], []])
    expect(repeats?.items.length).toBeGreaterThan(0)
  })

  test('tells what was closed, and no more of what was opened', () => {
    const helping = openSession(`${FIXTURES}/sessions/helping.jsonl`)
    const closed = createViewState(LEVELS.indexOf('all'))
    setAllOpen(closed, false)
    expect(wordsOf(hiddenOf(helping, closed))).toEqual(expect.arrayContaining(['agents folded']))
    const opened = createViewState(LEVELS.indexOf('tools'))
    setAllOpen(opened, true)
    expect(wordsOf(hiddenOf(helping, opened)).filter(what => /folded|input/.test(what))).toEqual([])
  })

  test('of a filter counts everything else, also inside of agents', () => {
    const state = createViewState(LEVELS.indexOf('tools'))
    state.filter.kinds.add('agent')
    const { lists } = reportOf(openSession(`${FIXTURES}/sessions/helping.jsonl`), state)
    expect(lists[0]?.title).toBe('Not shown with this filter')
    expect(lists[0]?.items).toEqual(
      expect.arrayContaining([
        { what: 'answers', count: 4 },
        { what: 'tool calls', count: 2 },
      ]),
    )
  })

  test('of some turns is about those, and says that there are others', () => {
    const state = createViewState(LEVELS.indexOf('prompts'))
    state.turns = { from: 4, to: 4 }
    const { lists, sentences } = reportOf(openSession(`${FIXTURES}/sessions/turning-back.jsonl`), state)
    expect(lists[0]?.items).toContainEqual({ what: 'tool call', count: 1 })
    expect(sentences).toEqual(['4 other turns in this file.'])
  })

  test('of a file with less in it says that too', () => {
    const loaded = openSession(`${FIXTURES}/sessions/working.jsonl`)
    const { lists } = reportOf(loaded, createViewState(LEVELS.indexOf('answers')), 'tools')
    expect(lists.map(({ title }) => title)).toContain('Not in this file, made at level tools')
    expect(lists[1]?.items).toEqual(lossesAt(loaded, 'tools').items)
  })
})

test('without scripts calls, thinking, agents and rewound turns are counted', () => {
  const hidden = (name: string): readonly LossItem[] =>
    countPlainLosses(directoryOf(openSession(`${FIXTURES}/sessions/${name}.jsonl`), 'all').directory).hidden
  expect(hidden('working')).toEqual(
    expect.arrayContaining([
      { what: 'tool calls', count: 6 },
      { what: 'thinking blocks', count: 2 },
    ]),
  )
  expect(hidden('helping')).toContainEqual({ what: 'agents', count: 4 })
  expect(hidden('turning-back')).toContainEqual({ what: 'rewound turns', count: 2 })
})

function reportOf(loaded: LoadedSession, state: ViewState, level: Level = 'all') {
  const { directory, loss } = directoryOf(loaded, level)
  return reportLosses(directory, state, loss)
}

function hiddenOf(loaded: LoadedSession, state: ViewState): readonly LossItem[] {
  return reportOf(loaded, state).lists[0]?.items ?? []
}

function directoryOf(loaded: LoadedSession, level: Level): { directory: DocumentDirectory; loss: LossRow } {
  const builder = new DirectoryBuilder()
  let loss: LossRow | undefined
  for (const row of viewOf(loaded, level)) {
    builder.addRow(row)
    if (row.kind === 'loss') loss = row
  }
  return { directory: builder.build('', level), loss: loss as LossRow }
}

function lossesAt(loaded: LoadedSession, level: Level): LossRow {
  return directoryOf(loaded, level).loss
}

function wordsOf(items: readonly LossItem[]): readonly string[] {
  return items.map(({ what }) => what)
}

/** Counts by a pattern that fits one and several. */
function sharedOf(items: readonly LossItem[]): { readonly [pattern: string]: number } {
  const counts = SHARED.map(pattern => {
    const count = items.filter(({ what }) => pattern.test(what)).reduce((sum, item) => sum + item.count, 0)
    return [String(pattern), count] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
