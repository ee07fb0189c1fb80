import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillSession, makeRow, makeUnit, openTempStore, search } from '../../test/store-rows.ts'
import type { SqlValue } from './define-table.ts'
import { readRows } from './read-rows.ts'
import { clampInteger, createRowWriter } from './row-writer.ts'
import { requests, turns } from './tables/conversation.ts'
import { kinds, sessions, states, unknownThings } from './tables/kept.ts'
import { DERIVED } from './tables/table.ts'

function openWriter() {
  const store = openTempStore()
  return { store, writer: createRowWriter(store) }
}

describe('rows', () => {
  test('come back as they were written, blobs included', () => {
    const { store, writer } = openWriter()
    writer.insert(states, [[4, 5, new Uint8Array([0, 255, 7])]])
    expect(readRows(store, states).map(row => ({ ...row }))).toEqual([
      { session: 4, saved_at: 5, state: new Uint8Array([0, 255, 7]) },
    ])
  })

  test('are the same whether they come in one list or many', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 6 }), lengths => {
        const { store, writer } = openWriter()
        let number = 0
        const lists = lengths.map(length =>
          Array.from({ length }, () => makeRow(turns, { session: 1, number: number++ })),
        )
        for (const list of lists) writer.insert(turns, list)
        expect(store.all('SELECT number FROM turns ORDER BY number').map(row => row.number)).toEqual(
          Array.from({ length: number }, (_, at) => at),
        )
        store.close()
      }),
      { numRuns: 10 },
    )
  })

  test('replace those with the same key', () => {
    const { store, writer } = openWriter()
    for (const count of [1, 2]) writer.insert(kinds, [[1, 1, 'user', count]])
    expect(readRows(store, kinds).map(row => row.count)).toEqual([2])
  })

  test('are removed by their key, or by a beginning of it', () => {
    const { store, writer } = openWriter()
    const all = [1, 2].flatMap(session => ['a', 'b'].map(kind => [session, 1, kind, 1]))
    writer.insert(kinds, all)
    writer.remove(kinds, [[1, 1, 'a']])
    expect(readRows(store, kinds)).toHaveLength(3)
    writer.remove(kinds, [[2]])
    expect(readRows(store, kinds).map(row => row.kind)).toEqual(['b'])
  })

  test('of a session go and those of others stay', () => {
    const { store, writer } = openWriter()
    fillSession(writer, 1, 'alpha')
    fillSession(writer, 2, 'beta')
    writer.removeSession(1)
    for (const { name } of DERIVED) {
      const left = store.all(`SELECT DISTINCT session FROM "${name}"`).map(row => row.session)
      expect(left, name).toEqual([2])
    }
    expect(search(store, 'alpha')).toEqual([])
    expect(search(store, 'beta')).toHaveLength(3)
    expect(readRows(store, sessions)).not.toEqual([])
  })

  test('that are wrong because of our own mistake fail', () => {
    const { writer } = openWriter()
    expect(() => writer.insert(kinds, [[1, 1, null, 1]])).toThrow(/NOT NULL/)
  })
})

describe('what only a hostile transcript holds', () => {
  function checkNumber(value: number, stored: number): void {
    const { store, writer } = openWriter()
    writer.insert(requests, [makeRow(requests, { key: 'k', output_tokens: value })])
    expect(readRows(store, requests)[0]?.output_tokens).toBe(stored)
  }

  test('becomes a number that SQLite and JavaScript can hold', () => {
    checkNumber(1.9, 1)
    checkNumber(Number.NaN, 0)
    checkNumber(Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER)
    checkNumber(-1e300, Number.MIN_SAFE_INTEGER)
    checkNumber(2 ** 60, Number.MAX_SAFE_INTEGER)
    expect(clampInteger(-2.5)).toBe(-2)
  })

  test('becomes text that can be read: broken characters are replaced, zero bytes stay', () => {
    const { store, writer } = openWriter()
    const names = ['a\ud800', 'a\udbff', 'b\0c', "'); DROP TABLE kinds; --", 'ü'.repeat(100_000)]
    const rows = names.map((name): SqlValue[] => [1, 1, 'key', name, '', 1, 1])
    writer.insert(unknownThings, rows)
    expect(new Set(readRows(store, unknownThings).map(row => row.name))).toEqual(
      new Set(['a\ufffd', ...names.slice(2)]),
    )
    writer.remove(
      unknownThings,
      rows.map(row => row.slice(0, 5)),
    )
    expect(readRows(store, unknownThings)).toEqual([])
  })

  test('any text can be put into a unit and the unit replaced', () => {
    const { store, writer } = openWriter()
    store.begin()
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        writer.putUnit(1, makeUnit({ texts: { prompt: text, note: `${text}\0\ud800`, output: 'landmark' } }))
      }),
      { numRuns: 50 },
    )
    expect(search(store, 'landmark')).toEqual(['1/0'])
  })
})

describe('a unit', () => {
  test('is found by its words and replaced by one of the same place', () => {
    const { store, writer } = openWriter()
    writer.putUnit(1, makeUnit({ number: 3, texts: { answer: 'first words' } }))
    writer.putUnit(1, makeUnit({ number: 3, chars: 15, texts: { answer: 'second thoughts' }, lastEntry: 12, at: 5 }))
    writer.putUnit(1, makeUnit({ number: 3, kind: 'tool', chars: 10, texts: { input: 'first call' } }))
    expect(search(store, 'answer: first')).toEqual([])
    expect(search(store, 'second')).toEqual(['1/3'])
    expect(search(store, 'first')).toEqual([])
    expect(search(store, 'first', 'tool_text')).toEqual(['1/3'])
    const rows = store.all('SELECT kind, last_entry, at, chars FROM units ORDER BY kind').map(row => ({ ...row }))
    expect(rows).toEqual([
      { kind: 'prose', last_entry: 12, at: 5, chars: 15 },
      { kind: 'tool', last_entry: 9, at: null, chars: 10 },
    ])
  })

  test('is removed with its words', () => {
    const { store, writer } = openWriter()
    for (const number of [0, 1]) writer.putUnit(1, makeUnit({ number, texts: { answer: 'word' } }))
    writer.removeUnit(1, { agent: '', kind: 'prose', number: 0 })
    writer.removeUnit(1, { agent: '', kind: 'prose', number: 9 })
    expect(search(store, 'word')).toEqual(['1/1'])
  })
})
