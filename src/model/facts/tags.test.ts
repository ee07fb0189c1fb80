import { expect, test } from 'vitest'
import { findTag, listTags, stripTags } from './tags.ts'

test('a pair gives what stands between its marks', () => {
  expect(findTag('x<id> 7 </id>y', 'id')).toEqual({ inner: ' 7 ', start: 1, end: 13 })
  expect(findTag('<id>7</id>', 'id', 1)).toBeUndefined()
  expect(findTag('<id>7', 'id')).toBeUndefined()
  expect(findTag('</id><id>', 'id')).toBeUndefined()
})

test('pairs follow one another and the first closing mark ends each', () => {
  expect(listTags('<a>1</a><a>2</a></a><a>', 'a').map(({ inner }) => inner)).toEqual(['1', '2'])
  expect(listTags('<a><a>1</a></a>', 'a').map(({ inner }) => inner)).toEqual(['<a>1'])
})

test('pairs are taken out and what is not closed stays', () => {
  expect(stripTags('k<a>1</a>e<a>2</a>p<a>t', 'a')).toBe('kep<a>t')
  expect(stripTags('plain', 'a')).toBe('plain')
})

test('millions of marks cost one pass', () => {
  expect(listTags('<a>'.repeat(2_000_000), 'a')).toEqual([])
  expect(stripTags(`${'<a>'.repeat(1_000_000)}</a>rest`, 'a')).toBe('rest')
  expect(stripTags('<a></a>'.repeat(500_000), 'a')).toBe('')
})
