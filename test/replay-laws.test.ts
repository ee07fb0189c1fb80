import { expect, test } from 'vitest'
import { LEVELS, type Level } from '../src/render/level.ts'
import { firstPlace, lastPlace, nextPlace, nextPrompt, placeNear, previousPlace } from '../src/render/steps/places.ts'
import { type Place, Reel } from '../src/render/steps/reel.ts'
import { isShown, markRow, rowAt } from '../src/render/steps/row-mark.ts'
import { createAgentReel, createSessionReel } from '../src/render/steps/session-reel.ts'
import { type PreparedView, prepareView } from '../src/render/view/prepare-view.ts'
import type { Row } from '../src/render/view/row.ts'
import { buildSessionIndex } from '../src/render/view/session-index.ts'
import { agentThreadRows, turnRows } from '../src/render/view/turn-view.ts'
import { loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { createColors } from '../src/surfaces/cli/colors.ts'
import { createFilm } from '../src/surfaces/cli/replay/create-film.ts'
import { drawReplay } from '../src/surfaces/cli/replay/draw.ts'
import { nextState, start } from '../src/surfaces/cli/replay/next-state.ts'
import { openState } from '../src/surfaces/cli/replay/state.ts'
import { displayWidth } from '../src/text/width.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, viewOptions } from './draw-session.ts'

const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]
const sources = folders.flatMap(listSources)

function* openAll(): Iterable<{ path: string; prepared: PreparedView }> {
  for (const source of sources) {
    const loaded = loadSession(source)
    yield { path: pathOf(source), prepared: prepareView(loaded.session, viewOptions(loaded, 'all')) }
  }
}

function walk(reel: Reel, level: Level): readonly Place[] {
  const places: Place[] = []
  for (let place = firstPlace(reel, level); place; place = nextPlace(reel, level, place)) places.push(place)
  return places
}

test('every row that a level shows stands in exactly one step, in order', () => {
  for (const { path, prepared } of openAll()) {
    const { session } = prepared
    const index = buildSessionIndex(prepared)
    const turns = session.main.turns.flatMap(turn => [...turnRows(prepared, turn, 'all')])
    checkRows(createSessionReel(prepared), [index.header, ...turns, ...index.loose], path)
    for (const agent of session.agents) {
      checkRows(createAgentReel(prepared, agent), [...agentThreadRows(prepared, agent, 'all')], `${path} ${agent.id}`)
    }
  }
})

function checkRows(reel: Reel, all: readonly Row[], path: string): void {
  for (const level of LEVELS) {
    const stepped = walk(reel, level).flatMap(place => reel.rowsOf(level, place))
    const expected = all.filter(row => isShown(markRow(row), level)).map(row => rowAt(row, level))
    expect(stepped.length, `${path} ${level}`).toBe(expected.length)
    for (const [at, row] of stepped.entries()) {
      if (JSON.stringify(row) !== JSON.stringify(expected[at]))
        expect(row, `${path} ${level} ${at}`).toEqual(expected[at])
    }
  }
}

test('a level has the rows that `show` has at it', () => {
  for (const { path, prepared } of openAll()) {
    for (const level of LEVELS) {
      const shown = prepared.session.main.turns.flatMap(turn => [...turnRows(prepared, turn, level)])
      const reel = createSessionReel(prepared, { from: 0, to: Number.POSITIVE_INFINITY })
      const stepped = walk(reel, level)
        .filter(place => reel.turnOf(place.section) !== undefined)
        .flatMap(place => reel.rowsOf(level, place))
      expect(namesOf(stepped), `${path} ${level}`).toEqual(namesOf(shown))
    }
  }
})

/** Hooks that had nothing to tell are counted where they are not shown, and what is closed is folded: a count is no step. */
function namesOf(rows: readonly Row[]): readonly string[] {
  return rows
    .filter(({ kind }) => kind !== 'hook-count')
    .map(row => (COUNTED.has(row.kind) ? row.kind : `${row.kind} ${'uuid' in row ? row.uuid : ''}`))
    .filter((name, at, names) => !(COUNTED.has(name) && names[at - 1] === name))
}

const COUNTED: ReadonlySet<string> = new Set(['error', 'notice', 'repeat'])

test('back is where one came from, and the count is the number of steps', () => {
  for (const { path, prepared } of openAll()) {
    const reel = createSessionReel(prepared)
    for (const level of LEVELS) {
      const places = walk(reel, level)
      const back: Place[] = []
      for (let place = lastPlace(reel, level); place; place = previousPlace(reel, level, place)) back.push(place)
      expect(back.reverse(), path).toEqual(places)
      for (const [at, place] of places.entries()) {
        if (at % 50 > 0) continue
        expect(reel.positionOf(level, place), path).toEqual({ number: at + 1, total: places.length })
        const row = reel.markOf(level, place)?.firstRow ?? -1
        expect(placeNear(reel, level, place.section, row), path).toEqual(place)
      }
    }
  }
})

test('next prompt comes to each prompt that is shown, once', () => {
  for (const { path, prepared } of openAll()) {
    const reel = createSessionReel(prepared)
    const isPrompt = (place: Place): boolean => reel.markOf('tools', place)?.isPrompt ?? false
    const found: Place[] = []
    const start = { section: 0, step: 0 }
    for (let at = nextPrompt(reel, 'tools', start); at; at = nextPrompt(reel, 'tools', at)) found.push(at)
    const firsts = new Map(
      walk(reel, 'tools')
        .filter(isPrompt)
        .toReversed()
        .map(place => [place.section, place]),
    )
    expect(found, path).toEqual([...firsts.values()].toReversed())
  }
})

test('a reel that may keep next to nothing shows the same', () => {
  for (const { path, prepared } of openAll()) {
    const { turns } = prepared.session.main
    const rows = turns.map(turn => ({ turn: turn.number, rows: () => turnRows(prepared, turn, 'all') }))
    // Every step back is a walk from the beginning.
    if (turns.some(turn => turn.last - turn.first > 60) || turns.length > 10) continue
    const small = new Reel(rows, 0)
    const large = new Reel(rows)
    const places = walk(large, 'all')
    for (const place of places) expect(small.has('all', place)).toBe(true)
    for (const place of [...places, ...places.toReversed()]) {
      expect(JSON.stringify(small.rowsOf('all', place)), path).toBe(JSON.stringify(large.rowsOf('all', place)))
    }
  }
})

test('reading ahead in any measure changes nothing', () => {
  for (const { path, prepared } of openAll()) {
    const ahead = createSessionReel(prepared)
    for (let count = 0; count < 7; count++) ahead.survey()
    const asked = createSessionReel(prepared)
    expect(walk(ahead, 'tools'), path).toEqual(walk(asked, 'tools'))
    while (ahead.survey()) {}
    expect(walk(ahead, 'tools'), path).toEqual(walk(asked, 'tools'))
  }
})

test('every step fits a small screen, and nothing in it is obeyed', () => {
  const look = { now: 0, colors: createColors(false), hasColor: false }
  const size = { columns: 40, rows: 12 }
  for (const source of sources) {
    const film = createFilm({ color: false, config: {} }, loadSession(source))
    const begin = { level: 'all', speed: 1, isPlaying: false, from: undefined } as const
    let { state } = start(openState(film, size, begin))
    while (state.message === undefined) {
      for (const line of drawReplay(state, look).lines) {
        if (UNSAFE.test(line) || displayWidth(line) > size.columns) expect(line, pathOf(source)).toBe('safe')
      }
      state = nextState(state, { kind: 'key', key: { kind: 'press', name: 'right' } }).state
    }
    expect(state.message.text).toBe('This is the last step')
  }
})

const UNSAFE = /[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/
