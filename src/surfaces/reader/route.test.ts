import { expect, test } from 'vitest'
import { parseRoute } from './route.ts'

test('a link names turns, a turn or an entry', () => {
  expect(parseRoute('')).toEqual({ kind: 'start' })
  expect(parseRoute('#turns=4-9')).toEqual({ kind: 'turns', from: 4, to: 9 })
  expect(parseRoute('#turns=9-4')).toEqual({ kind: 'turns', from: 4, to: 9 })
  expect(parseRoute('#turns=4')).toEqual({ kind: 'turns', from: 4, to: 4 })
  expect(parseRoute('#turn=4')).toEqual({ kind: 'turn', turn: 4 })
  expect(parseRoute('#0b5c-17')).toEqual({ kind: 'entry', uuid: '0b5c-17' })
})

test('anything else is unknown, and never an error', () => {
  for (const hash of ['#%', '#turns=', '#turns=1-2-3', '#<img src=x>', '#a b'])
    expect(parseRoute(hash).kind).toBe('unknown')
})
