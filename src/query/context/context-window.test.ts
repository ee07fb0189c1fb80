import { expect, test } from 'vitest'
import { makeRows } from '../../../test/context-rows.ts'
import { type AutoCompaction, listModels } from './context-window.ts'

/** The window of a model, and how it is known. */
function checkWindow(model: string, contextTokens: number, compactions: readonly AutoCompaction[] = []) {
  const [found] = listModels(makeRows([{ cache: [0, 0, 0], model, contextTokens }]), compactions)
  return [found?.windowTokens, found?.windowKnownBy]
}

test.each([
  'claude-3-5-sonnet-20241022',
  'claude-opus-4-20250514',
  'claude-opus-4-1-20250805',
  'claude-opus-4-5-20251101',
  'us.anthropic.claude-opus-4-5-20251101-v1:0',
  'claude-opus-4-1@20250805',
  'claude-haiku-4-5-20251001',
])('%s never had more than 200,000', model => expect(checkWindow(model, 9000)).toEqual([200_000, 'model']))

test.each(['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-fable-5-2', 'claude-mythos-5-2'])(
  '%s has 1,000,000',
  model => expect(checkWindow(model, 9000)).toEqual([1_000_000, 'model']),
)

test.each(['claude-opus-4-6', 'claude-sonnet-4-5-20250929', 'claude-opus-5', 'gpt-x', ''])(
  'of %s the name does not tell',
  model => expect(checkWindow(model, 200_000)).toEqual([undefined, undefined]),
)

test('a name that ends in [1m] says it', () =>
  expect(checkWindow('claude-sonnet-4-5-20250929[1m]', 9000)).toEqual([1_000_000, 'name']))

test('a context of more than 200,000 was in the large window', () =>
  expect(checkWindow('claude-opus-4-6', 200_001)).toEqual([1_000_000, 'context']))

test('where the client compacted by itself the window was nearly full', () => {
  const model = 'claude-opus-4-6'
  expect(checkWindow(model, 9000, [{ model, tokens: 170_000 }])).toEqual([200_000, 'compaction'])
  expect(checkWindow(model, 9000, [{ model, tokens: 139_999 }])).toEqual([undefined, undefined])
  expect(checkWindow(model, 9000, [{ model, tokens: 900_000 }])).toEqual([undefined, undefined])
  expect(checkWindow(model, 9000, [{ model: 'other', tokens: 170_000 }])).toEqual([undefined, undefined])
})

test('models are listed in the order in which they came', () => {
  const rows = makeRows(['b', 'a', 'b'].map(model => ({ cache: [0, 0, 0] as const, model })))
  expect(listModels(rows, []).map(({ model, requests }) => [model, requests])).toEqual([
    ['b', 2],
    ['a', 1],
  ])
})
