import { expect, test } from 'vitest'
import { makeAnswer } from '../../../../test/screen-values.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { createSearcher } from './searcher.ts'

test('the index is open while somebody types, and closed when nobody does', async () => {
  const log: string[] = []
  const open = (): IndexedKeep => {
    log.push('open')
    return { close: () => log.push('close') } as unknown as IndexedKeep
  }
  const ask = (_keep: IndexedKeep, { text }: { readonly text: string }) => {
    log.push(text)
    return makeAnswer([])
  }
  const searcher = createSearcher(open, ask, 20)
  searcher.search('a', 1)
  searcher.search('ab', 1)
  expect(searcher.isOpen).toBe(true)
  await expect.poll(() => log).toEqual(['open', 'a', 'ab', 'close'])
  expect(searcher.isOpen).toBe(false)
  searcher.search('abc', 1)
  searcher.close()
  searcher.close()
  expect(log.slice(4)).toEqual(['open', 'abc', 'close'])
})
