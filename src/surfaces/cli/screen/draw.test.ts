import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeAnswer, makeHit, makeHome, makeRow, openTyping } from '../../../../test/screen-values.ts'
import { displayWidth } from '../../../text/width.ts'
import { createColors } from '../colors.ts'
import { drawScreen } from './draw.ts'
import type { ScreenState, Size } from './state.ts'
import { step } from './step.ts'

const NOW = Date.parse('2026-03-04T10:00:00.000Z')
const PLAIN = { now: NOW, colors: createColors(false), hasColor: false }
const COLOURED = { now: NOW, colors: createColors(true), hasColor: true }

function draw(state: ScreenState): string {
  return drawScreen(state, PLAIN)
    .lines.map(line => line.trimEnd())
    .join('\n')
}

const SMALL: Size = { columns: 60, rows: 14 }

describe('the screen', () => {
  test('shows what there is while nothing is typed', () => {
    const rows = [
      makeRow(1, { title: 'Grow the tomatoes', isPinned: true }),
      makeRow(2, { title: '', project: 'a-very-long-name-of-a-project' }),
      makeRow(3, { labels: [{ text: 'goes in 2d', isWarning: true }] }),
    ]
    const { state } = openTyping(makeHome(3, { rows, warnings: ['One session goes soon.'] }), SMALL)
    expect(draw(state)).toBe(`› Type to search: words, a question, a path, an error. ? sh…
3 sessions in 1 project · 12 turns
One session goes soon.

> 00000001  Grow the tomatoes  pinned                 3d ago
  00000002  Untitled session                          3d ago
  00000003  Session 3  goes in 2d                     3d ago






Enter read · ↓ list · ? help · ctrl-r resume · ctrl-p pin`)
  })
  test('shows what was found, with the word in the passage', () => {
    const hits = [
      makeHit(1, { isRewound: true, more: 2, tags: ['x'] }),
      makeHit(2, {
        agent: 'a1',
        alsoIn: [{ sessionId: 'x', shortId: 'x' }],
        title: 'A long title that needs to be cut',
      }),
    ]
    const { state } = openTyping(undefined, SMALL).type('beans').answer('beans', makeAnswer(hits))
    expect(draw(state)).toBe(`› beans
2 conversations · all words · 12 ms

> 00000001:2  Title 1  garden · 3d ago · rewound · #x
>   Water the beans every day

  00000002:3  A long title that needs to b…  garden · 3d ago
    Water the beans every day





Enter read · ↓ list · ctrl-r resume · ctrl-p pin`)
  })
  test('says what was searched where nothing fits, and what was not understood', () => {
    const coverage = { ...makeAnswer([]).coverage, newestAt: '2026-03-02T10:00:00.000Z' }
    const answer = makeAnswer([], { notes: ['projct: is no filter', 'no session has "x"'], coverage })
    const { state } = openTyping(undefined, SMALL).type('x').answer('x', answer)
    expect(draw(state).split('\n').slice(0, 5)).toEqual([
      '› x',
      'nothing found in 2 sessions up to 2026-03-02 · 12 ms',
      '',
      'projct: is no filter',
      'no session has "x"',
    ])
    const low = openTyping(undefined, { columns: 60, rows: 8 }).type('x').answer('x', answer)
    expect(draw(low.state)).toBe(`› x
nothing found in 2 sessions up to 2026-03-02 · 12 ms
projct: is no filter
no session has "x"
Try fewer or other words.


Esc clear · ctrl-w clear a word · ctrl-c quit`)
  })
  test('offers only keys that do something', () => {
    const typing = openTyping(undefined, SMALL).type('x').answer('x', makeAnswer([]))
    expect(draw(typing.state)).toMatch(/\nEsc clear · ctrl-w clear a word · ctrl-c quit$/)
    typing.answer('x', makeAnswer([makeHit(1)]))
    expect(draw(typing.state)).toMatch(/\nEnter read · ↓ list · /)
  })
  test('leaves out a note of which there would be a scrap', () => {
    const notes = ['nobody wrote "tomatoes" or "peppers" in any session', 'another note']
    const { state } = openTyping(undefined, SMALL)
      .type('x')
      .answer('x', makeAnswer([makeHit(1)], { notes }))
    expect(draw(state).split('\n')[2]).toBe(notes[0])
  })
  test('says all of what went wrong, over the last lines', () => {
    const { state } = openTyping(makeHome(20), { columns: 30, rows: 10 })
    const text = `The folder is gone: /home/dev/${'deep/'.repeat(20)}garden. Put it back.`
    const lines = draw(step(state, { kind: 'say', message: { text, isProblem: true } }).state).split('\n')
    expect(lines.slice(6)).toEqual([
      '  00000004  Session 4',
      'The folder is gone:',
      '/home/dev/deep/deep/deep/deep/',
      'deep/deep/deep/deep/deep/deep…',
    ])
  })
  test('has its cursor in the query, and none in the list', () => {
    expect(drawScreen(openTyping().type('漢字').state, PLAIN).cursor).toEqual({ row: 0, column: 6 })
    expect(drawScreen(openTyping().type('<down>').state, PLAIN).cursor).toBe(undefined)
  })
  test('moves a long query so that its end can be seen', () => {
    const { lines, cursor } = drawScreen(
      openTyping(undefined, { columns: 20, rows: 8 }).type('word '.repeat(20)).state,
      PLAIN,
    )
    expect(lines[0]).toBe('› d word word word ')
    expect(cursor).toEqual({ row: 0, column: 19 })
  })
})

test('a passage is cut so that the first word that was found is on the screen', () => {
  const snippet = `${'before '.repeat(40)}beans ${'after '.repeat(40)}`
  const { state } = openTyping(undefined, { columns: 40, rows: 24 })
    .type('beans')
    .answer('beans', makeAnswer([makeHit(1, { snippet, highlights: [[280, 285]] })]))
  expect(draw(state).split('\n')[4]).toBe('>   …ore before beans after after after…')
  expect(drawScreen(state, COLOURED).lines[4]).toContain('\x1b[1m\x1b[36mbeans\x1b[39m\x1b[22m')
})

function passageOf(snippet: string, highlights: readonly [number, number][] = []): string {
  const { state } = openTyping(undefined, { columns: 40, rows: 24 })
    .type('x')
    .answer('x', makeAnswer([makeHit(1, { snippet, highlights })]))
  return draw(state).split('\n')[4] ?? ''
}

test('a passage ends with a line where the next would be cut to a scrap', () => {
  const first = 'Water the beans every day.'
  expect(passageOf(`${first}\nWhatever else there is to say`, [[10, 15]])).toBe(`>   ${first}`)
  expect(passageOf(`${first}\nAnd peas.`, [[10, 15]])).toBe(`>   ${first} And peas.`)
  expect(passageOf(`Beans.\nWhatever else there is to say about them`)).toBe('>   Beans. Whatever else there is to sa…')
})

test('a passage in which nothing is marked is shown from its beginning', () => {
  expect(passageOf('Water the beans every day, and then the peas')).toBe('>   Water the beans every day, and then…')
})

describe('whatever stands in a transcript or is typed', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\x1b[2J', '漢字', '👨‍👩‍👧', '\r\n', '\u202e', ''),
  )
  const size = fc.record({ columns: fc.integer({ min: 1, max: 130 }), rows: fc.integer({ min: 1, max: 40 }) })
  test('a frame has a line for each row, none too wide, and nothing that a terminal would obey', () => {
    const places = fc.array(fc.tuple(fc.nat(20), fc.nat(20)))
    fc.assert(
      fc.property(text, text, places, size, fc.boolean(), (first, second, highlights, shape, isList) => {
        const hit = makeHit(1, { title: first, snippet: second, project: second, tags: [first], highlights })
        const typing = openTyping(makeHome(3, { warnings: [first] }), shape).type('q')
        typing.answer('q', makeAnswer([hit, hit], { notes: [second] }))
        if (isList) typing.type('<down>')
        for (const state of [typing.state, { ...typing.state, results: undefined }, { ...typing.state, helpTop: 3 }]) {
          const { lines } = drawScreen(state, PLAIN)
          expect(lines.length).toBe(shape.rows)
          for (const line of lines) {
            expect(displayWidth(line)).toBeLessThanOrEqual(shape.columns)
            expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/)
          }
        }
      }),
    )
  })
})
