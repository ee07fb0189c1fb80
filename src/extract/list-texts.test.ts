import { expect, test } from 'vitest'
import type { JsonValue } from '../format/json.ts'
import { listTexts } from './list-texts.ts'

test('strings are listed in the order they are written, whatever they stand in', () => {
  expect(listTexts({ a: 'one', b: [1, 'two', { c: 'three', d: null }], e: true, f: 'four', g: '' })).toEqual([
    'one',
    'two',
    'three',
    'four',
  ])
  expect(listTexts('text')).toEqual(['text'])
  for (const value of [undefined, null, 5, '', [], {}]) expect(listTexts(value)).toEqual([])
})

test('pictures and documents in base64 are no text', () => {
  expect(listTexts({ source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } })).toEqual([
    'base64',
    'image/png',
  ])
  expect(listTexts({ file: { base64: 'AAAA', type: 'image/png' } })).toEqual(['image/png'])
})

test('depth and width are no danger', () => {
  let deep: JsonValue = 'bottom'
  for (let level = 0; level < 50_000; level++) deep = level % 2 === 0 ? [deep] : { deep }
  expect(listTexts(deep)).toEqual(['bottom'])
  const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, 'x']))
  expect(listTexts(wide)).toHaveLength(200_000)
})
