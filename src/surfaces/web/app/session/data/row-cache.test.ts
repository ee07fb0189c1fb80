import { describe, expect, test } from 'vitest'
import type { PagedRows } from '../../../../../render/view/paged-rows.ts'
import type { Row } from '../../../../../render/view/row.ts'
import { RowCache } from './row-cache.ts'
import { settledUntil } from './settled-until.ts'

function answer(text: string): Row {
  const place = { depth: 0, uuid: text, at: undefined, isRewound: false, minLevel: 'answers' } as const
  return { ...place, kind: 'answer', text, model: undefined }
}

function remark(text: string): Row {
  return { ...answer(text), kind: 'remark', isOpen: false } as Row
}

function call(status: string): Row {
  return { ...answer(status), kind: 'tool', status, isRunning: false } as unknown as Row
}

function page(offset: number, rows: readonly Row[], more: Partial<PagedRows> = {}): PagedRows {
  const paged = rows.map(row => ({ row, isCut: false }))
  return { turn: 3, agent: undefined, level: 'all', offset, rows: paged, hasMore: false, ...more }
}

describe('rows that are here', () => {
  test('have holes where nothing was asked for, and an end once it is known', () => {
    const cache = new RowCache()
    cache.put(page(2, [answer('c'), answer('d')], { hasMore: true }), 10)
    const rows = cache.get('t3', 'all')
    expect(rows?.rows.map(row => row?.name)).toEqual([undefined, undefined, 't3/2', 't3/3'])
    expect([rows?.missingFrom(0), rows?.missingFrom(2), rows?.end]).toEqual([0, 4, undefined])
    cache.put(page(4, [answer('e')]), 10)
    expect([rows?.missingFrom(2), rows?.end]).toEqual([undefined, 5])
  })

  test('stay the same value where they are told again and nothing is new', () => {
    const cache = new RowCache()
    cache.put(page(0, [remark('a'), answer('b')]), 10)
    const before = [...(cache.get('t3', 'all')?.rows ?? [])]
    cache.put(page(0, [remark('a'), remark('b'), answer('c')]), 10, true)
    const after = cache.get('t3', 'all')?.rows ?? []
    expect(after[0]).toBe(before[0])
    expect(after.map(row => row?.row.kind)).toEqual(['remark', 'remark', 'answer'])
  })

  test('go when there are too many, those used last stay', () => {
    const cache = new RowCache()
    for (let turn = 1; turn <= 5; turn++) cache.put(page(0, [answer('a')], { turn }), 6_000_000)
    cache.use('t1', 'all')
    expect(cache.trim()).toBe(true)
    expect([...cache.names()].sort()).toEqual(['t1', 't4', 't5'])
  })
})

describe('what of a growing turn has to be read again', () => {
  const LONG = Array.from({ length: 20 }, (_, at) => remark(`${at}`))
  const until = (rows: readonly Row[]): number => {
    const cache = new RowCache()
    cache.put(page(0, rows), 10)
    return settledUntil(cache.get('t3', 'all'))
  }

  test('begins a little before its end', () => expect(until(LONG)).toBe(12))
  test('begins at a call whose result is to come', () =>
    expect(until([...LONG.slice(0, 5), call('pending'), ...LONG])).toBe(5))
  test('begins at the last words, which are the answer until more is said', () =>
    expect(until([...LONG.slice(0, 4), answer('so far'), ...LONG])).toBe(4))
  test('is all of what is not here', () => expect(settledUntil(undefined)).toBe(0))
})
