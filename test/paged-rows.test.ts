import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildView } from '../src/render/view/build-view.ts'
import { PageFiller } from '../src/render/view/paged-rows.ts'
import { prepareView } from '../src/render/view/prepare-view.ts'
import type { Row } from '../src/render/view/row.ts'
import { sourcedRows } from '../src/render/view/row-entries.ts'
import { listUnits } from '../src/render/view/row-units.ts'
import { buildSessionIndex } from '../src/render/view/session-index.ts'
import { turnRows } from '../src/render/view/turn-view.ts'
import { type LoadedSession, loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, openSession, viewOptions } from './draw-session.ts'
import { createLines } from './export-home.ts'
import { makeTree, ONE, toLines } from './temp-tree.ts'

const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]
const sources = folders.flatMap(listSources)

test('makes the index of a session from the model alone, with the numbers of its rows', () => {
  for (const source of sources) {
    const loaded = loadSession(source)
    const blind = { ...viewOptions(loaded, 'all'), read: refuse, readText: refuse, readToolOutput: refuse }
    const index = buildSessionIndex(prepareView(loaded.session, blind))
    const rows = [...buildView(loaded.session, viewOptions(loaded, 'all'))]
    const turns = rows.flatMap(row => (row.kind === 'turn' && row.depth === 0 ? [row] : []))
    expect(
      index.turns.filter(turn => turn.number > 0).map(turn => [turn.number, turn.uuid, turn.tokens, turn.files]),
      pathOf(source),
    ).toEqual(turns.map(turn => [turn.number, turn.uuid, turn.tokens, turn.files]))
    expect(index.header).toEqual(rows[0])
  }
})

test('tells of every row which entries it was made from', () => {
  for (const source of sources) {
    const loaded = loadSession(source)
    const prepared = prepareView(loaded.session, viewOptions(loaded, 'all'))
    for (const unit of listUnits(prepared)) {
      for (const { row, entries } of sourcedRows(prepared, unit, 'all')) {
        const isSum = row.kind === 'hook-count' || row.kind === 'rewound' || row.kind === 'section'
        expect(entries.length > 0, `${pathOf(source)} ${row.kind}`).toBe(!isSum)
        if (isSum || !('uuid' in row) || row.uuid === undefined || row.kind === 'agent') continue
        expect(
          entries.some(({ entry }) => entry.uuid === row.uuid),
          `${pathOf(source)} ${row.kind} ${row.uuid}`,
        ).toBe(true)
      }
    }
  }
})

test('reads no more turn by turn than in one walk', () => {
  const loaded = openSession(join(FIXTURES, 'sessions', 'working.jsonl'))
  const whole = counting(loaded)
  for (const _ of buildView(loaded.session, { ...whole.options, agents: 'none' }));
  const pieces = counting(loaded)
  const prepared = prepareView(loaded.session, pieces.options)
  for (const turn of loaded.session.main.turns) for (const _ of turnRows(prepared, turn, 'all'));
  expect(pieces.reads()).toBeLessThanOrEqual(whole.reads() + loaded.session.agents.length * 3)
})

test('knows in a turn what an earlier turn wrote to a file', () => {
  const lines = createLines(ONE, '/field')
  for (const [at, content] of ['beans\npeas\n', 'beans\ncorn\n'].entries()) {
    const input = { file_path: '/field/bed.txt', content }
    lines.user(`p${at}`, `Write ${at}`)
    lines.assistant(`w${at}`, [{ type: 'tool_use', id: `toolu_${at}`, name: 'Write', input }])
    lines.result(`r${at}`, `toolu_${at}`, 'The file has been updated', {
      type: at === 0 ? 'create' : 'update',
      filePath: '/field/bed.txt',
      content,
      structuredPatch: [],
    })
  }
  const loaded = openLines(lines.all)
  const prepared = prepareView(loaded.session, viewOptions(loaded, 'all'))
  const later = prepared.turns.get(2)
  const write = later ? [...turnRows(prepared, later, 'all')].find(row => row.kind === 'tool') : undefined
  const diff = write?.kind === 'tool' ? write.output.find(part => part.kind === 'diff') : undefined
  expect(diff?.hunks[0]?.lines).toEqual([' beans', '-peas', '+corn'])
})

test('tells in each turn once what a hook says in every turn', () => {
  const lines = createLines(ONE, '/field')
  for (const prompt of ['First', 'Second']) {
    lines.user(prompt, prompt)
    for (const at of [1, 2]) lines.add(`${prompt} hook ${at}`, { type: 'attachment', attachment: HOOK })
    lines.assistant(`${prompt} answer`, [{ type: 'text', text: 'Done' }])
  }
  const loaded = openLines(lines.all)
  const prepared = prepareView(loaded.session, viewOptions(loaded, 'all'))
  const levels = (rows: Iterable<Row>): readonly string[] =>
    [...rows].flatMap(row => (row.kind === 'hook' ? [row.minLevel] : []))
  const turns = loaded.session.main.turns.filter(turn => turn.number > 0)
  expect(turns.map(turn => levels(turnRows(prepared, turn, 'all')))).toEqual([
    ['tools', 'all'],
    ['tools', 'all'],
  ])
  expect(levels(buildView(loaded.session, viewOptions(loaded, 'all')))).toEqual(['tools', 'all', 'all', 'all'])
})

test('fills an answer up to its size, with at least one row', () => {
  const row: Row = {
    kind: 'answer',
    depth: 0,
    uuid: undefined,
    at: 0,
    isRewound: false,
    minLevel: 'answers',
    text: 'x'.repeat(900),
    model: undefined,
  }
  const small = new PageFiller({ rows: 10, chars: 10 }, () => '')
  expect([small.add(row) !== undefined, small.isFull, small.add(row)]).toEqual([true, true, undefined])
  const larger = new PageFiller({ rows: 10, chars: 2500 }, () => '')
  expect([larger.add(row), larger.add(row), larger.add(row)].map(added => added !== undefined)).toEqual([
    true,
    true,
    false,
  ])
  expect(larger.isFull).toBe(true)
})

const HOOK = {
  type: 'hook_additional_context',
  content: ['Mind the bees'],
  hookName: 'UserPromptSubmit',
  hookEvent: 'UserPromptSubmit',
  toolUseID: 'hook-1',
}

function refuse(): never {
  throw new Error('nothing is to be read')
}

function counting(loaded: LoadedSession) {
  let count = 0
  const options = viewOptions(loaded, 'all')
  const read: typeof options.read = (thread, entry) => {
    count++
    return loaded.read(thread, entry)
  }
  return { options: { ...options, read }, reads: () => count }
}

function openLines(lines: readonly object[]): LoadedSession {
  const name = `${ONE}.jsonl`
  return openSession(join(makeTree({ [name]: toLines(lines) }), name))
}
