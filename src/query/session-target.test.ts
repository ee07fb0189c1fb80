import { expect, test } from 'vitest'
import { parseCitation } from './session-target.ts'

const turns = (from: number, to: number) => ({ from, to })

test.each([
  ['3f2a1b2c', { id: '3f2a1b2c', turns: undefined, entry: undefined }],
  ['3f2a1b2c:4', { id: '3f2a1b2c', turns: turns(4, 4), entry: undefined }],
  ['[3f2a1b2c:4]', { id: '3f2a1b2c', turns: turns(4, 4), entry: undefined }],
  [' [3f2a1b2c:4-9] ', { id: '3f2a1b2c', turns: turns(4, 9), entry: undefined }],
  ['3f2a1b2c:4..9', { id: '3f2a1b2c', turns: turns(4, 9), entry: undefined }],
  ['3f2a1b2c~2:0', { id: '3f2a1b2c~2', turns: turns(0, 0), entry: undefined }],
  ['3f2a1b2c#1a2b3c4d', { id: '3f2a1b2c', turns: undefined, entry: '1a2b3c4d' }],
  ['3f2a1b2c:4#1a2b3c4d', { id: '3f2a1b2c', turns: turns(4, 4), entry: '1a2b3c4d' }],
  ['odd:id', { id: 'odd:id', turns: undefined, entry: undefined }],
  ['odd#id', { id: 'odd#id', turns: undefined, entry: undefined }],
  ['', { id: '', turns: undefined, entry: undefined }],
])('takes %j apart', (text, parts) => {
  expect(parseCitation(text)).toEqual(parts)
})
