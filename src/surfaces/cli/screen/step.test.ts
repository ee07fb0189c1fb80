import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeAnswer, makeHit, makeHome, makeRow, openTyping, type Typing } from '../../../../test/screen-values.ts'
import { layoutOf } from './layout.ts'
import { listedRows, selectedRow } from './state.ts'
import { step } from './step.ts'

const BEANS = makeAnswer([makeHit(1), makeHit(2)])

/** The effects of keys, in short. */
function did({ effects }: Typing): readonly string[] {
  return effects.splice(0).map(effect => {
    if (effect.kind === 'search') return `search ${effect.text}`
    if (effect.kind === 'pin') return `${effect.isPinned ? 'pin' : 'unpin'} ${effect.row.shortId}`
    return 'row' in effect ? `${effect.kind} ${effect.row.shortId}` : effect.kind
  })
}

function found(): Typing {
  const typing = openTyping().type('beans').answer('beans', BEANS)
  typing.effects = []
  return typing
}

describe('letters', () => {
  test('go into the query, and each change is searched for', () => {
    expect(did(openTyping().type('be '))).toEqual(['search b', 'search be', 'search be'])
  })
  test('are commands in the list, and nothing else is', () => {
    expect(did(found().type('<down>rpyq'))).toEqual(['resume 00000002', 'pin 00000002', 'copy 00000002', 'quit'])
    const typing = found().type('<down>xz')
    expect(typing.state.line.text).toBe('beans')
    expect(did(typing)).toEqual([])
  })
  test('go into the query again after a slash', () => {
    expect(found().type('<down>/x').state.line.text).toBe('beansx')
  })
})

describe('the query has the same commands as ctrl-keys', () => {
  for (const [key, effect] of [
    ['<enter>', 'read'],
    ['<ctrl-r>', 'resume'],
    ['<ctrl-p>', 'pin'],
    ['<ctrl-y>', 'copy'],
  ]) {
    test(`${key} is ${effect}`, () => expect(did(found().type(key ?? ''))).toEqual([`${effect} 00000001`]))
  }
  test('which do nothing where nothing was found', () => {
    const typing = openTyping().type('zzz').answer('zzz', makeAnswer([]))
    did(typing)
    expect(did(typing.type('<enter><ctrl-r><ctrl-p><ctrl-y><down><tab>'))).toEqual([])
    expect(typing.state.focus).toBe('query')
  })
})

test('Escape goes from the list to the query, then clears it, then quits', () => {
  const typing = found().type('<down><escape>')
  expect(typing.state.focus).toBe('query')
  expect(typing.type('<escape>').state).toMatchObject({ line: { text: '' }, results: undefined })
  expect(did(typing)).toEqual(['home'])
  expect(did(typing.type('<escape>'))).toEqual(['quit'])
})

test('ctrl-c quits anywhere, in the help too', () => {
  for (const keys of ['<ctrl-c>', 'a<ctrl-c>', '?<ctrl-c>', '<down><ctrl-c>']) {
    expect(did(openTyping().type(keys)).at(-1)).toBe('quit')
  }
})

test('ctrl-d quits with an empty query, and else deletes what is under the cursor', () => {
  for (const keys of ['<ctrl-d>', '<down><ctrl-d>']) expect(did(openTyping().type(keys))).toEqual(['quit'])
  const typing = openTyping().type('ab<left><ctrl-d>')
  expect(typing.state.line).toEqual({ text: 'a', cursor: 1 })
  expect(did(typing.type('<ctrl-d><ctrl-d>'))).not.toContain('quit')
  expect(typing.state.line.text).toBe('a')
})

test('up from the first row goes back to the query', () => {
  const typing = found().type('<down><up>')
  expect(typing.state).toMatchObject({ focus: 'list', selected: 0 })
  expect(typing.type('<up>').state.focus).toBe('query')
})

test('an answer to an older query is left aside', () => {
  const typing = openTyping().type('beans').answer('bean', BEANS)
  expect(typing.state.results).toBe(undefined)
})

test('a pin is shown in the list of sessions and in what was found', () => {
  const typing = openTyping(makeHome(3)).type('x').answer('x', BEANS)
  const { state } = step(typing.state, { kind: 'pinned', sessionId: makeHit(1).sessionId, isPinned: true })
  expect(listedRows(state).map(({ isPinned }) => isPinned)).toEqual([true, false])
  expect(state.home.rows.map(({ isPinned }) => isPinned)).toEqual([false, true, false])
})

describe('the list of sessions', () => {
  const pin = (typing: Typing, at: number, isPinned: boolean): readonly string[] => {
    const { sessionId } = typing.state.home.rows[at] ?? {}
    typing.state = step(typing.state, { kind: 'pinned', sessionId: sessionId ?? '', isPinned }).state
    return listedRows(typing.state).map(({ title }) => title)
  }
  test('has what is pinned above the others at once, and stays on the row', () => {
    const typing = openTyping(makeHome(4)).type('<down><down>')
    expect(typing.state.selected).toBe(2)
    expect(pin(typing, 2, true)).toEqual(['Session 2', 'Session 0', 'Session 1', 'Session 3'])
    expect(selectedRow(typing.state)?.title).toBe('Session 2')
    expect(pin(typing, 3, true)).toEqual(['Session 2', 'Session 3', 'Session 0', 'Session 1'])
    expect(pin(typing, 2, false)).toEqual(['Session 3', 'Session 0', 'Session 1', 'Session 2'])
    expect(selectedRow(typing.state)?.title).toBe('Session 2')
  })
  test('takes in what is new, and stays on the row', () => {
    const typing = openTyping(makeHome(2)).type('<down>')
    const rows = [makeRow(9, { title: 'New' }), ...makeHome(2).rows]
    const { state } = step(typing.state, { kind: 'home', home: makeHome(3, { rows }) })
    expect(listedRows(state)[0]?.title).toBe('New')
    expect(selectedRow(state)?.title).toBe('Session 1')
  })
})

test('more of the same answer does not move what is chosen; the best hit of a query is the first', () => {
  const chosen = found()
    .type('<down>')
    .answer('beans', makeAnswer([makeHit(7), makeHit(1), makeHit(2)]))
  expect(selectedRow(chosen.state)?.shortId).toBe('00000002')
  const typed = found().answer('beans', makeAnswer([makeHit(7), makeHit(1), makeHit(2)]))
  expect(selectedRow(typed.state)?.shortId).toBe('00000007')
})

describe('at the end of the list', () => {
  test('more hits are asked for, until there are no more', () => {
    const hits = Array.from({ length: 8 }, (_, at) => makeHit(at))
    const typing = openTyping()
      .type('x')
      .answer('x', makeAnswer(hits, { total: 20 }), 8)
    did(typing)
    expect(did(typing.type('<down>'))).toEqual([])
    expect(did(typing.type('<end>'))).toEqual(['search x'])
    typing.answer('x', makeAnswer([...hits, makeHit(8)], { total: 20 }), 16)
    expect(did(typing.type('<end>'))).toEqual([])
  })
})

test('help is opened on an empty query and in the list, scrolls, and closes with any other key', () => {
  expect(openTyping().type('?').state.helpTop).toBe(0)
  expect(openTyping().type('a?').state).toMatchObject({ helpTop: undefined, line: { text: 'a?' } })
  const typing = openTyping().type('<down>?<down><down>')
  expect(typing.state.helpTop).toBe(2)
  expect(typing.type('<page-up>').state.helpTop).toBe(0)
  expect(typing.type('x').state).toMatchObject({ helpTop: undefined, line: { text: '' } })
})

test('a paste goes into the query, from the list too', () => {
  const { state, effects } = step(found().type('<down>').state, { kind: 'key', key: { kind: 'paste', text: '\nq' } })
  expect(state).toMatchObject({ line: { text: 'beans q' }, focus: 'query' })
  expect(effects).toEqual([{ kind: 'search', text: 'beans q', limit: 8 }])
})

test('the selected row is in the list and on the screen, whatever is pressed and however it is resized', () => {
  const press = fc.constantFrom('<down>', '<up>', '<page-down>', '<page-up>', '<home>', '<end>', '<tab>', 'j', 'G', 'x')
  const size = fc.record({ columns: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 60 }) })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.array(fc.oneof(press, size)), (count, events) => {
      const typing = openTyping(makeHome(count))
      for (const event of events) {
        if (typeof event === 'string') typing.type(event)
        else typing.state = step(typing.state, { kind: 'resize', size: event }).state
        const { state } = typing
        expect(selectedRow(state) === undefined).toBe(listedRows(state).length === 0)
        expect(state.selected).toBeGreaterThanOrEqual(state.top)
        expect(state.selected).toBeLessThan(state.top + layoutOf(state).visibleRows)
      }
    }),
  )
})
