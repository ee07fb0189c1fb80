import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFilter } from '../../../../page/filter.ts'
import { formatOnly, formatOpen, parseUrlState, readOnly } from './url-state.ts'

test('an address says level, place, open turns, text and filter; what it says wrongly is left out', () => {
  expect(parseUrlState(new URLSearchParams('level=tools&turn=5&entry=u-1&open=3,x,5&find=a+b&only=errors'))).toEqual({
    level: 'tools',
    turn: 5,
    entry: 'u-1',
    agent: undefined,
    open: [3, 5],
    find: 'a b',
    only: 'errors',
  })
  const { level, turn, entry } = parseUrlState(new URLSearchParams('level=loud&turn=-1&entry='))
  expect([level, turn, entry]).toEqual(['answers', undefined, undefined])
})

test('a filter comes back from the address as it was, whatever tools are called', () => {
  const names = fc.array(fc.string({ unit: 'binary' }).filter(name => name.isWellFormed()))
  const kinds = fc.subarray(['tool', 'thinking', 'task-report'])
  fc.assert(
    fc.property(names, kinds, fc.boolean(), (tools, chosen, isErrorsOnly) => {
      const filter = { kinds: new Set<string>(chosen), tools: new Set(tools), isErrorsOnly }
      const read = createFilter()
      readOnly(formatOnly(filter) ?? '', read)
      expect(read).toEqual(filter)
    }),
  )
})

test('turns that are open stand in order; closed ones need no word', () => {
  expect(
    formatOpen(
      new Map([
        [5, true],
        [3, true],
        [4, false],
      ]),
    ),
  ).toBe('3,5')
  expect(formatOpen(new Map([[4, false]]))).toBeUndefined()
})
