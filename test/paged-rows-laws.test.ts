import { expect, test } from 'vitest'
import { buildView } from '../src/render/view/build-view.ts'
import { type PreparedView, prepareView } from '../src/render/view/prepare-view.ts'
import { buildRawView } from '../src/render/view/raw-view.ts'
import type { AgentRow, Row } from '../src/render/view/row.ts'
import { buildSessionIndex } from '../src/render/view/session-index.ts'
import { agentThreadRows, turnRows } from '../src/render/view/turn-view.ts'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, viewOptions } from './draw-session.ts'

const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]
const sources = folders.flatMap(listSources)

test('draws turn by turn and agent by agent what one walk over the session draws', () => {
  for (const source of sources) {
    const loaded = loadSession(source)
    const path = pathOf(source)
    const whole = [...buildView(loaded.session, viewOptions(loaded, 'all'))].filter(isInPieces)
    const pieces = joinPieces(loaded)
    expect(pieces.length, path).toBe(whole.length)
    for (const [at, row] of whole.entries()) checkSame(pieces[at] as Row, row, `${path} row ${at}`)
  }
})

test('draws the entries of turns and agents as the whole raw session has them', () => {
  for (const source of sources) {
    const loaded = loadSession(source)
    const prepared = prepareView(loaded.session, viewOptions(loaded, 'all'))
    const pieces = [
      ...loaded.session.main.turns.flatMap(turn => [...turnRows(prepared, turn, 'raw')]),
      ...loaded.session.agents
        .filter(agent => agent.storedAs !== 'progress-copies')
        .flatMap(agent => [...agentThreadRows(prepared, agent, 'raw')]),
    ]
    const whole = [...buildRawView(loaded.session, viewOptions(loaded, 'all'))].filter(row => row.kind === 'raw')
    const keys = (rows: readonly Row[]): readonly string[] =>
      rows.flatMap(row => (row.kind === 'raw' ? `${row.line} ${row.uuid} ${row.json.length}` : [])).sort()
    expect(keys(pieces), pathOf(source)).toEqual(keys(whole))
  }
})

function isInPieces(row: Row): boolean {
  return row.kind !== 'session' && row.kind !== 'loss'
}

/** Turns one after another, with the rows of agents put in below their lines. */
function joinPieces(loaded: LoadedSession): readonly Row[] {
  const prepared = prepareView(loaded.session, viewOptions(loaded, 'all'))
  const rows = loaded.session.main.turns.flatMap(turn => [...turnRows(prepared, turn, 'all')])
  return [...rows, ...buildSessionIndex(prepared).loose].flatMap(row => withAgent(prepared, row))
}

function withAgent(prepared: PreparedView, row: Row): readonly Row[] {
  const agent = row.kind === 'agent' && row.isOpen ? prepared.agents.get(row.agentId) : undefined
  if (!agent) return [row]
  const inside = [...agentThreadRows(prepared, agent, 'all')].map(inner => placeBelow(row as AgentRow, inner))
  return [row, ...inside.flatMap(inner => withAgent(prepared, inner))]
}

/** In the whole session what an agent did stands below its line and is seen at level `all`. */
function placeBelow(line: AgentRow, row: Row): Row {
  if (!('depth' in row)) return row
  return {
    ...row,
    depth: line.depth + 1 + row.depth,
    isRewound: line.isRewound || row.isRewound,
    minLevel: row.kind === 'agent' ? line.minLevel : 'all',
  } as Row
}

/** The one difference: a hook that says what it said in an earlier turn is told again, once in each turn. */
function checkSame(piece: Row, whole: Row, place: string): void {
  const isToldAgain = piece.kind === 'hook' && whole.kind === 'hook' && piece.minLevel !== whole.minLevel
  if (isToldAgain) expect([piece.minLevel, whole.minLevel], place).toEqual(['tools', 'all'])
  expect(isToldAgain ? { ...piece, minLevel: 'all' } : piece, place).toEqual(whole)
}
