import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LEVELS, type Level, levelShows } from '../src/render/level.ts'
import { buildView } from '../src/render/view/build-view.ts'
import type { Row } from '../src/render/view/row.ts'
import type { AgentsMode, TurnRange } from '../src/render/view/view-options.ts'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, openSession, viewOptions } from './draw-session.ts'

/**
 * A page that holds the rows of level `all` shows a lower level by `minLevel` alone. Named exceptions, because they
 * stand for rows: `hook-count`, a folded `rewound` row, and small equal rows that are one with a count (`notice`,
 * `error`), which carry parts at `all` and so are not folded there.
 */
const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]
const sources = folders.flatMap(listSources)

test.each(['nested', 'none', 'only'] as const)('gives each row the lowest level that shows it, agents %s', agents => {
  for (const source of sources) checkLevels(loadSession(source), pathOf(source), agents)
})

test('gives each row of rewound turns that are asked for the lowest level that shows it', () => {
  const path = join(FIXTURES, 'sessions', 'turning-back.jsonl')
  checkLevels(openSession(path), path, 'nested', { from: 2, to: 3 })
})

test('knows rows of every level', () => {
  const rows = rowsAt(openSession(join(FIXTURES, 'sessions', 'helping.jsonl')), 'all', 'nested')
  expect(new Set(rows.map(row => ('minLevel' in row ? row.minLevel : 'prompts')))).toEqual(new Set(LEVELS))
})

function checkLevels(loaded: LoadedSession, path: string, agents: AgentsMode, turns?: TurnRange): void {
  const all = rowsAt(loaded, 'all', agents, turns)
  for (const level of LEVELS) {
    const kept = all.filter(row => !('minLevel' in row) || levelShows(level, row.minLevel))
    const shown = level === 'all' ? all : rowsAt(loaded, level, agents, turns)
    for (const row of shown) if ('minLevel' in row) expect(levelShows(level, row.minLevel), path).toBe(true)
    expect(keysOf(kept, agents), `${path} at ${level}`).toEqual(keysOf(shown, agents))
  }
}

function rowsAt(loaded: LoadedSession, level: Level, agents: AgentsMode, turns?: TurnRange): Row[] {
  return [...buildView(loaded.session, { ...viewOptions(loaded, level, turns), agents })]
}

/** Kind, place and call of each row in order; runs of rows that may be folded count their entries. */
function keysOf(rows: readonly Row[], agents: AgentsMode): readonly string[] {
  const keys: string[] = []
  let folded = ''
  let count = 0
  const endRun = (): void => {
    if (folded !== '') keys.push(`${folded} ${count}`)
    folded = ''
    count = 0
  }
  for (const row of rows) {
    if (row.kind === 'hook-count' || (row.kind === 'rewound' && row.edge === 'folded')) continue
    if (row.kind === 'notice' || row.kind === 'error') {
      if (folded !== row.kind) endRun()
      folded = row.kind
      count += row.count
      continue
    }
    endRun()
    const place = 'depth' in row ? `${row.depth} ${row.uuid ?? ''} ${row.isRewound}` : ''
    keys.push(`${row.kind} ${place} ${'callId' in row ? row.callId : ''}`)
  }
  endRun()
  // An agent whose call is not walked at a low level comes after what its own agent did.
  return agents === 'only' ? keys.sort() : keys
}
